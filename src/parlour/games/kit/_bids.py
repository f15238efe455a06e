"""Bids that aren't cards: numbers or words that the seats say in turn.

Every bid is an action: action 4 is a bid of 4, and with `step=5` action 15 is a bid of 75. The game declares a field
that holds the action of each seat's last bid: `number("bids", …, 0, 13, each_seat(4), none=NO_BID)`. A table made with
`Table(bids={"bid": Bids()})` then names the bids, prompts for them, refuses illegal bids, logs them and shows them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as default

from parlour.engine.sets import each
from parlour.game.texts import Text, Who, say

NO_BID = -1  # the seat hasn't bid yet


@dataclass(frozen=True)
class Bids:
    """The bids of a phase: the field that stores them, and their wording."""

    field: str = "bids"  # the field that stores the action of each seat's last bid; NO_BID until the seat bids
    words: Mapping[int, str] = default(default_factory=dict)  # words for bids without a number: {0: "nil"}
    passing: int = NO_BID  # the action for passing; NO_BID if seats can't pass
    step: int = 1  # difference between the bids of two neighbouring actions
    tricks: bool = False  # whether a bid is a promise to win this number of tricks

    def name(self, action: int) -> str:
        """Return the bid as it is written in records, such as "bid 4", "bid nil" or "pass"."""
        return "pass" if action == self.passing else f"bid {self.words.get(action, action * self.step)}"

    def said(self, action: int) -> Text:
        """Return the bid as it is shown beside the player, such as "4", "nil" or "pass"."""
        if action == self.passing:
            return say("pass")
        return say(self.words[action]) if action in self.words else say("{bid}", bid=action * self.step)

    def label(self, action: int) -> Text:
        """Return the label of the bid's button."""
        return say("Pass") if action == self.passing else say("Bid {bid}", bid=self.said(action))

    def announcement(self, seat: int, action: int) -> Text:
        """Return the sentence that logs the bid."""
        if action == self.passing:
            return say("{who} passes.", who=Who(seat))
        return say("{who} bids {bid}.", who=Who(seat), bid=self.said(action))

    def prompt(self, legal: int) -> Text:
        """Return the prompt that lists the legal bids."""
        return self._only_pass(legal) or say("Your turn: bid {bids}.", bids=self.choices(legal))

    def refusal(self, legal: int) -> Text:
        """Return the reply to an illegal bid, which lists the legal bids."""
        return self._only_pass(legal) or say("You can bid {bids}.", bids=self.choices(legal))

    def _only_pass(self, legal: int) -> Text | None:
        """Return the text for a seat that can only pass; None if it can bid."""
        return say("You can only pass.") if self.passing >= 0 and legal == 1 << self.passing else None

    def choices(self, legal: int) -> Text:
        """Return the list of legal bids, such as "1 to 13, or nil"."""
        together, *others = self._choices(legal)
        for choice in others[:-1]:
            together = say("{bids}, {bid}", bids=together, bid=choice)
        return say("{bids}, or {bid}", bids=together, bid=others[-1]) if others else together

    def _choices(self, legal: int) -> Iterator[Text]:
        """Yield ranges of numbers that may be bid, then the bids that are words, then "pass"."""
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
        """Return the text for a range of bids."""
        if self.step == 1:
            return say("{least} to {most}", least=least, most=most)
        return say("{least} to {most} in steps of {step}", least=least, most=most, step=self.step)
