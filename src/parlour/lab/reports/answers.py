"""What a study answers, in sentences: they begin the report and the terminal's summary."""

import math
from collections.abc import Iterator

from parlour.lab.measures import Key
from parlour.lab.measures.claims import CONFIRMED, REFUTED
from parlour.lab.measures.common import DECISIONS, MINUTES, ROUNDS, WINS
from parlour.lab.measures.skill import STRONGER
from parlour.lab.measures.tension import AHEAD, CHANGES
from parlour.lab.reports.wording import base_text, key_text, percent, value_text
from parlour.lab.studies.figures import Checked, Difference, Figure, SeatTest, too_few
from parlour.lab.studies.results import Study

LIKELY = 0.05  # A joint test with a smaller p says that some seats are favoured.
SMALLEST_P = 0.001
MIDDLE = 0.8  # The share of matches between whose lengths a report says how long a match takes.
MOST_DRAWN = 6
LENGTHS = {MINUTES, ROUNDS, DECISIONS}  # These figures say nearly the same, so one of them is enough.
MOST_NAMED = 2  # The first sentence names at most this many figures that the varied options change.


def answers(study: Study) -> list[str]:
    """List the sentences with which a report begins; those about the base variant are one paragraph."""
    if study.design.claims:
        return [claims_answer(study)]
    about_base = [one for one in (length_answer(study), skill_answer(study), lead_answer(study)) if one]
    if about_base and len(study.variant_names) > 1:
        joined = " ".join(about_base)
        about_base = [f"With {base_text(study.design)}: {joined[0].lower()}{joined[1:]}"]
    return [one for one in (varied_answer(study), seats_answer(study), *about_base, claims_answer(study)) if one]


# --- what was varied


def varied_answer(study: Study) -> str:
    """Name the figures that the varied options change most, with their values in two variants."""
    if len(study.design.variants) == 1:
        return ""
    plain = [one for one in study.all_differences if one.key == ""]
    clear = most_changed(plain)
    options = " and ".join(study.design.varied)
    if not any(one.found.known for one in plain):
        return ""
    if not clear:
        number = len({one.measure.name for one in plain})
        return f"Changing {options} makes no clear difference in any of {number} figures."
    large = [one for one in clear if one.large]
    what = " and ".join(_from_to(study, one) for one in (large or clear)[:MOST_NAMED])
    return f"Changing {options} {'changes most' if large else 'makes only small differences, the largest in'}: {what}."


def most_changed(found: list[Difference]) -> list[Difference]:
    """Return the largest clear difference of each measure, the largest first."""
    largest: dict[str, Difference] = {}
    for one in sorted((one for one in found if one.clear), key=lambda one: -one.size):
        same = next((name for name in largest if {name, one.measure.name} <= LENGTHS), one.measure.name)
        largest.setdefault(same, one)
    return list(largest.values())


def most_telling(study: Study) -> list[tuple[str, Key]]:
    """Choose the figures that are drawn over the varied option: what changes most, then what every designer asks."""
    levels = study.design.levels
    changed = [one.measure.name for one in most_changed([one for one in study.all_differences if one.key == ""])]
    asked = [one.measure.name for one in study.all_figures if one.key == "" and one.measure.highlight]
    skill = [(STRONGER, f"{levels[-1]} over {levels[-2]}")] if levels else []
    found: list[tuple[str, Key]] = [*((name, "") for name in changed[: MOST_DRAWN - 2]), *skill]
    for name in [*asked, *changed]:
        alike = any(name in LENGTHS and other in LENGTHS for other, _ in found)
        if (name, "") not in found and not alike and len(found) < MOST_DRAWN:
            found.append((name, ""))
    return found


def _from_to(study: Study, one: Difference) -> str:
    """Say what a figure is in the base, and in the variant in which it differs most."""
    found = {variant: study.figure(variant, one.measure.name, one.key) for variant in (study.design.base, one.variant)}
    texts = (
        f"{value_text(figure.measure, figure.found)} with {study.variant_names[variant]}"
        for variant, figure in found.items()
        if figure
    )
    return f"{one.measure.name} ({'; '.join(texts)})"


# --- seats


def chance_text(p: float) -> str:
    """Format the p of a test with one digit, such as "p = 0.6" or "p < 0.001"."""
    return f"p < {SMALLEST_P:g}" if p < SMALLEST_P else f"p = {p:.1g}"


def seats_answer(study: Study) -> str:
    """Say whether some seat (or team) is favoured; the joint tests of several variants are corrected for their number.

    The sentence is "" if there are too few matches, or if the bots differ from seat to seat.
    """
    tests = [one for one in study.seat_tests if not math.isnan(one.p)]
    if not tests or any(len(set(variant.bots)) > 1 for variant in study.design.variants):
        return ""
    corrected = {one.variant: min(1.0, len(tests) * one.p) for one in tests}
    favoured = [one for one in tests if corrected[one.variant] < LIKELY]
    side, several = "team" if study.design.found.teams else "seat", len(tests) > 1
    test = f"smallest {{}} of {len(tests)} joint tests, corrected for their number" if several else "joint test {}"
    if not favoured:
        wins = [one.found.value for one in _wins(study)]
        spread = f"{percent(min(wins))} to {percent(max(wins))}"
        each = f"each wins {spread}{' in all variants' if several else ''}"
        return f"No {side} is favoured: {each} ({test.format(chance_text(min(corrected.values())))})."
    first = min(favoured, key=lambda one: one.p)
    name = f" in {len(favoured)} of {len(tests)} variants, most clearly in {study.variant_names[first.variant]}"
    return f"{_best(study, first)}{name if several else ''} ({test.format(chance_text(corrected[first.variant]))})."


def _wins(study: Study) -> list[Figure]:
    return [one for one in study.all_figures if one.measure.name == WINS]


def _best(study: Study, test: SeatTest) -> str:
    """Name the seat that wins most in a variant, and how much that is."""
    best = max((one for one in _wins(study) if one.variant == test.variant), key=lambda one: one.found.value)
    whose = key_text(study.design, best.measure, best.key).capitalize()
    verb = "wins" if not study.design.found.teams else "win"
    share, even = value_text(best.measure, best.found), percent(1 / test.sides)
    return f"{whose} {verb} {share} where an even share is {even}"


# --- length, skill, tension


def length_answer(study: Study) -> str:
    """Say how long a match of the base takes, and between which lengths most matches are."""
    minutes, rounds = (study.figure(study.design.base, name) for name in (MINUTES, ROUNDS))
    if minutes is None or rounds is None:
        return ""
    low, high = study.middle(study.design.base, "minutes", MIDDLE)
    middle = f"{percent(MIDDLE)} of matches between {low:.0f} and {high:.0f}"
    number = value_text(rounds.measure, rounds.found)
    return f"A match takes {minutes.found.value:.0f} minutes ({middle}) and {number} rounds."


def skill_answer(study: Study) -> str:
    """Say how often the strongest level wins against the next, and how often luck alone would let it win."""
    levels, design = study.design.levels, study.design
    found = study.figure(design.base, STRONGER, f"{levels[-1]} over {levels[-2]}") if levels else None
    if found is None or not found.found.known:
        return ""
    even = 1 / (design.found.teams or design.players)
    share = value_text(found.measure, found.found)
    wins = f"{levels[-1]} wins {share} against {levels[-2]}, where luck alone would give {percent(even)}"
    if found.found.low > even:
        return f"Better players win: {wins}."
    return f"Better players don't clearly win more: {wins}."


def lead_answer(study: Study) -> str:
    """Say how often the lead changes, and how often the later winner is ahead at half-time."""
    changes, ahead = (study.figure(study.design.base, name) for name in (CHANGES, AHEAD))
    if changes is None or ahead is None:
        return ""
    share, number = value_text(ahead.measure, ahead.found), value_text(changes.measure, changes.found)
    return f"At half-time the later winner leads (or ties) in {share}; the lead changes {number} times."


def claims_shown(study: Study) -> list[Checked]:
    """Return the checked claims of all levels of bots; if options are varied, only those of the base."""
    return [one for one in study.all_claims if study.design.claims or one.variant == study.design.base]


def claims_answer(study: Study) -> str:
    """Say how many claims of the source are confirmed, refuted and open."""
    verdicts: dict[str, set[str]] = {}
    for check in claims_shown(study):
        verdicts.setdefault(check.claim.name, set()).add(check.verdict)
    if not verdicts:
        return ""
    confirmed, refuted = (sum(own == {one} for own in verdicts.values()) for one in (CONFIRMED, REFUTED))
    rest = f"{len(verdicts) - confirmed - refuted} open"
    if study.design.claims:
        return (
            f"Claims of the source: {confirmed} confirmed by all bots, {refuted} refuted by all, {rest} or undecided."
        )
    return f"Claims of the source: {confirmed} confirmed, {refuted} refuted, {rest}."


# --- warnings


def warnings(study: Study) -> list[str]:
    """List what readers must know before they believe the figures: too few matches, or bots that ignore an option."""
    return [one for one in (too_few(study.design), *_changing(study), _same(study)) if one]


def _changing(study: Study) -> Iterator[str]:
    """Say what plays in each variant under the name of a bot that isn't the same in all of them."""
    for bot, kinds in study.design.changing_bots.items():
        played = (f"{kind} in {_several(study, [one for one in kinds if kinds[one] == kind])}"
                  for kind in dict.fromkeys(kinds.values()))  # fmt: skip
        yield f"{bot} is not the same player in all variants: {', '.join(played)}."


def _same(study: Study) -> str:
    same = study.same_players
    if not same:
        return ""
    base, others = study.variant_names[study.design.base], len(study.variant_names) - 1
    where = "all variants" if len(same) == others > 1 else f"{_several(study, same)} as in {base}"
    return (
        f"The bots play the same in {where}: these differences come from the rules alone (scoring, or when a match "
        "ends), not from how players would adapt."
    )


def _several(study: Study, variants: list[int]) -> str:
    names = [study.variant_names[one] for one in variants]
    if any(", " in name for name in names):
        return "; ".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}" if names[1:] else names[0]
