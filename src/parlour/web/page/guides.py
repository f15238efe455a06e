"""A game's guided first hand, as the page gets it: the sentences of each step, and the accepted moves."""

from parlour.game.game import Game
from parlour.game.texts import Text
from parlour.match.guide import Guide, PlannedStep, guide_of, sentence
from parlour.web.page.messages import GuideFacts, GuideStep
from parlour.web.refusals import TableRefusal


def guide_facts(game: Game) -> GuideFacts:
    """Return a game's guided first hand; refuse if the game has none."""
    guide = guide_of(game)
    if guide is None:
        raise TableRefusal("unknown_page", f"{game.title} has no guide.")
    return GuideFacts(game.name, [_step(game, guide, step) for step in guide.steps])


def _step(game: Game, guide: Guide, step: PlannedStep) -> GuideStep:
    def optional(words: str) -> Text | None:
        return sentence(game, guide, words) if words else None

    return GuideStep(
        sentence(game, guide, step.say), step.at, list(step.do), optional(step.otherwise), optional(step.then)
    )
