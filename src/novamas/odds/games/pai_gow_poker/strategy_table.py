"""The complete strategy of pai gow poker: the best setting of every seven-card hand.

Suits matter only if a hand can have five cards of one suit. The long suit is then written in
spades. Each row is computed for the hand that it shows, against every hand that the opponents may
hold, and stands for a number of hands. In other suits a hand is worth about a thousandth of the
stake more or less, because it leaves the opponents another probability of a flush. To set them all
alike costs next to nothing. Computing the table takes some minutes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from novamas.equipment.cards import names
from novamas.games.pai_gow_poker.cloth import house_way, way_name
from novamas.games.pai_gow_poker.house_way import house_setting
from novamas.odds.games.pai_gow_poker.bets import net_gain, outcomes, worth_a_thought
from novamas.odds.games.pai_gow_poker.seven_cards import how_many, plain_hands, suited_hands
from novamas.odds.progress import tracked
from novamas.table.game import Table

COLUMNS = (
    *("hand", "hands", "best", "worth_of_best", "best_as_bank", "worth_of_best_as_bank"),
    *("house_way", "worth_of_house_way"),
)


def whole_lines(table: Table) -> Iterator[Mapping[str, object]]:
    """Yield all rows: first the hands in which suits do not matter, then the others."""
    every = np.concatenate((plain_hands().hands, suited_hands().hands))
    many = np.concatenate(how_many()).tolist()
    for n in tracked("hands", range(len(every))):
        yield {"hands": many[n], **line(table, tuple(every[n].tolist()))}


def line(table: Table, held: tuple[int, ...]) -> Mapping[str, object]:
    """Return the best settings of one hand, as a player and as the bank, and the house way's setting."""
    frame, way, commission = table.frame, table.chosen["house_way"], table.chosen["commission"]
    house = house_setting(held, house_way(frame, way))
    found = outcomes(frame, way, held, {house, *worth_a_thought(held)})
    client, bank = (
        {n: net_gain(became[side], commission) for n, became in found.items()} for side in range(2)
    )
    best, best_bank = (max(gains, key=gains.__getitem__) for gains in (client, bank))
    return {
        "hand": names(held),
        "best": way_name(held, best),
        "worth_of_best": str(client[best]),
        "best_as_bank": way_name(held, best_bank),
        "worth_of_best_as_bank": str(bank[best_bank]),
        "house_way": way_name(held, house),
        "worth_of_house_way": str(client[house]),
    }
