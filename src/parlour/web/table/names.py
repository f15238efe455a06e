"""The names of bots at tables."""

from parlour.web.table.live import LiveTable

BOT_NAMES = ("Ben", "Cleo", "Dan", "Eve", "Finn", "Gil", "Ann", "Hal", "Ida", "Jon", "Kim", "Lea", "Max", "Nia", "Ole")


def bot_names(live: LiveTable) -> dict[int, str]:
    """Choose a bot's name for each free seat."""
    taken = {place.name.casefold() for place in live.table.places if place.name}
    free = [name for name in BOT_NAMES if name.casefold() not in taken]
    return dict(zip(live.table.free_seats, free, strict=False))
