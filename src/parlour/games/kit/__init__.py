"""Building blocks for card games: small functions for a game's rules, and a table that shows its fields.

| module | contents |
|---|---|
| `pack` | packs of 52, 36 or 32 cards, their suits and ranks |
| `hands` | dealing hands, and redealing hidden hands so that they fit what a seat knows |
| `tricks` | following suit, and who takes a trick |
| `picking` | choosing several cards one after another, for example to pass them on |
| `choosing` | secret choices that all seats make at the same time |
| `auction` | rising bids, and passing |
| `bids` | naming and showing bids that aren't cards |
| `scores` | the seats with the most or the fewest points |
| `fitting` | random deals that fit what is known; `hands` is built on it |
| `table`, `story` | what people read: names of actions, reasons, records, the view, the log |
"""

from parlour.games.kit._bids import NO_BID, Bids
from parlour.games.kit._choosing import hide_choices, undecided
from parlour.games.kit._hands import deal_hands, fill_hands, redeal_hands
from parlour.games.kit._picking import draw_picks, next_picks
from parlour.games.kit._table import Table, card_game, changed
from parlour.games.kit.auction import all_passed, auction_won, bids_above, next_in_auction
from parlour.games.kit.fitting import REST
from parlour.games.kit.keys import key_by_phase
from parlour.games.kit.pack import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    SPADES,
    SUITS,
    highest_rank,
    lowest_rank,
    pack,
    rank_of,
    suit_masks,
    suit_of,
)
from parlour.games.kit.scores import fewest, most
from parlour.games.kit.tricks import NO_TRUMP, following, laid, lay_down, taker

__all__ = [
    "CLUBS",
    "DIAMONDS",
    "HEARTS",
    "NO_BID",
    "NO_TRUMP",
    "REST",
    "SPADES",
    "SUITS",
    "Bids",
    "Table",
    "all_passed",
    "auction_won",
    "bids_above",
    "card_game",
    "changed",
    "deal_hands",
    "draw_picks",
    "fewest",
    "fill_hands",
    "following",
    "hide_choices",
    "highest_rank",
    "key_by_phase",
    "laid",
    "lay_down",
    "lowest_rank",
    "most",
    "next_in_auction",
    "next_picks",
    "pack",
    "rank_of",
    "redeal_hands",
    "suit_masks",
    "suit_of",
    "taker",
    "undecided",
]
