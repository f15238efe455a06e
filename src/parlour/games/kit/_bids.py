"""Bids: numbers or words that the seats say in turn, and that are no cards.

A bid is an action: 4 is a bid of 4, and with `step=5` action 15 is a bid of 75. A field with an entry for each seat,
`number("bids", …, 0, 13, each_seat(4), none=NO_BID)`, has the action of its last bid. `Table(bids={"bid": Bids()})`
then names the bids, asks for them, refuses others, tells them and shows them at the table.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as default

from parlour.engine.sets import each
from parlour.game.texts import Text, Who, say

NO_BID = -1  # where a seat has not bid yet


@dataclass(frozen=True)
class Bids:
    """The bids of a phase: where they stand, and how they are said."""

    field: str = "bids"  # the field with the last bid of each seat, as the number of the action; NO_BID before that
    words: Mapping[int, str] = default(default_factory=dict)  # actions that are said as a word: {0: "nil"}
    passing: int = NO_BID  # the action of passing, in games in which one may pass
    step: int = 1  # what one more action adds to a bid
    tricks: bool = False  # whether a bid is a promise of so many tricks

    def name(self, action: int) -> str:
        """The bid as in records: bid 4, bid nil, pass."""
        return "pass" if action == self.passing else f"bid {self.words.get(action, action * self.step)}"

    def said(self, action: int) -> Text:
        """The bid alone, as on the plate of a player: 4, nil, pass."""
        if action == self.passing:
            return say("pass")
        return say(self.words[action]) if action in self.words else say("{bid}", bid=action * self.step)

    def label(self, action: int) -> Text:
        """The words on the button."""
        return say("Pass") if action == self.passing else say("Bid {bid}", bid=self.said(action))

    def told(self, seat: int, action: int) -> Text:
        """What the log says."""
        if action == self.passing:
            return say("{who} passes.", who=Who(seat))
        return say("{who} bids {bid}.", who=Who(seat), bid=self.said(action))

    def prompt(self, legal: int) -> Text:
        """What a seat that may make these bids is asked."""
        return self._only_pass(legal) or say("Your turn: bid {bids}.", bids=self.choices(legal))

    def refusal(self, legal: int) -> Text:
        """The answer to a bid that is none of these."""
        return self._only_pass(legal) or say("You can bid {bids}.", bids=self.choices(legal))

    def _only_pass(self, legal: int) -> Text | None:
        """What is said to a seat that has nothing to bid."""
        return say("You can only pass.") if self.passing >= 0 and legal == 1 << self.passing else None

    def choices(self, legal: int) -> Text:
        """The bids that may be made: 1 to 13, or nil."""
        together, *others = self._choices(legal)
        for choice in others[:-1]:
            together = say("{bids}, {bid}", bids=together, bid=choice)
        return say("{bids}, or {bid}", bids=together, bid=others[-1]) if others else together

    def _choices(self, legal: int) -> Iterator[Text]:
        """The bids that may be made, with neighbours put together; words come last, and passing after them."""
        numbers = [action for action in each(legal) if action not in self.words and action != self.passing]
        runs: list[list[int]] = []
        for number in numbers:
            if runs and runs[-1][-1] == number - 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        for run in runs:
            if len(run) > 2:
                yield self._from_to(run[0] * self.step, run[-1] * self.step)
            else:
                yield from map(self.said, run)
        yield from (self.said(action) for action in each(legal) if action in self.words and action != self.passing)
        if self.passing >= 0 and legal >> self.passing & 1:
            yield self.said(self.passing)

    def _from_to(self, least: int, most: int) -> Text:
        """All bids from one to another."""
        if self.step == 1:
            return say("{least} to {most}", least=least, most=most)
        return say("{least} to {most} in steps of {step}", least=least, most=most, step=self.step)
