"""Test that the pack of Kod-7 is dealt in the way described in the section "Records" of its rules page."""

from tests.pages import dealt, first_event

STARS = {3: "0* 1* 2* 3* 4* 5* 6*", 4: "0* 1* 2* 2* 3* 4* 5*", 5: "0* 1* 1* 2* 2* 3* 4*", 6: "0* 0* 1* 1* 2* 2* 3*"}


def test_the_pack_is_dealt_as_the_rules_page_says() -> None:
    for players, names in STARS.items():
        pack = [f"{value}{suit}" for suit in "SHCDF"[: players - 1] for value in range(8)] + names.split() + ["?!"]
        assert dealt("kod7", pack, [7] * players) == first_event("kod7", players)["deal"]["hands"]
