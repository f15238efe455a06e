"""Judging the strategies that a game's sources recommend: what a player loses who may not follow them."""

import numpy as np

from parlour.lab.conditions import Restriction, condition
from parlour.lab.measures import Key, claims_of
from parlour.lab.measures.claims import WITHOUT
from parlour.lab.restricted import Setting, played, wins_of
from parlour.lab.sample import Floats
from parlour.lab.studies.design import Design, Variant


def strategy_values(
    design: Design, variant: Variant, numbers: range, threads: int = 1
) -> dict[tuple[str, Key], tuple[Floats, Floats]]:
    """Play the study's first matches with each seat restricted in turn; all matches of a deal are one sample.

    As many matches are played as for measuring skill. Lost wins are in percentage points.
    """
    game, chosen = design.found, range(numbers.start, min(numbers.stop, design.skill))
    claims = [one for one in claims_of(game) if one.forbid and design.players in (one.players or (design.players,))]
    if not claims or not len(chosen):
        return {}
    setting = Setting(
        game, design.players, variant.options, variant.bots, len(chosen), design.seed, design.max_rounds
    )  # fmt: skip
    restrictions = [Restriction((condition(game, one.forbid),)) for one in claims]
    lost, number = np.zeros((len(claims), len(numbers))), 0
    for free, tables in played(setting, restrictions, chosen, threads):
        for place, match in enumerate(free.played):
            for index, own in enumerate(tables):
                wins, free_wins = wins_of(match, [table.played[place] for table in own], setting.sides)
                lost[index, number] = 100 * (free_wins - wins)
            number += 1
    done = (np.arange(len(numbers)) < len(chosen)).astype(float)
    return {(WITHOUT, claim.name): (lost[index], done) for index, claim in enumerate(claims)}
