"""The layout of a table with boxes: the common places at the top, a column for each box below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from novamas.table.bets import write_bet
from novamas.table.events import Owner
from novamas.table.layout import CardPlace, Pot, Spot, cell

COMMON, POTS, HANDS, BOXES = 0, 1, 2, 3  # rows: bank or board, pots, hands, the first spot of a box


def common_cards(*owners: str) -> tuple[CardPlace, ...]:
    """Return places for the croupier's cards, side by side."""
    return tuple(CardPlace(owner, at=cell(COMMON, 2 * nth, width=2)) for nth, owner in enumerate(owners))


def common_spots(spots: Sequence[Spot], row: int = POTS) -> tuple[Spot, ...]:
    """Return the spots that all players share, side by side."""
    return tuple(replace(spot, at=cell(row, nth)) for nth, spot in enumerate(spots))


def pots(names: Sequence[str], clauses: tuple[str, ...]) -> tuple[Pot, ...]:
    """Return places for pots, side by side."""
    return tuple(Pot(name, clauses, cell(POTS, nth)) for nth, name in enumerate(names))


def hands(owners: Sequence[Owner], seats: int, row: int = HANDS) -> tuple[CardPlace, ...]:
    """Return the place of the hand at each box. Boxes numbered above the seats are vacant."""
    return tuple(
        CardPlace(owner, box if box <= seats else None, cell(row, box - 1))
        for box, owner in enumerate(owners, start=1)
    )


def spots_of_boxes(
    kinds: Sequence[Spot], *, seats: int, boxes: int, numbered: bool = False, from_right: bool = False
) -> Iterator[Spot]:
    """Yield the spots of every box. Spots of vacant boxes have numbered names, as all do if `numbered`.

    Boxes are paid one after another, from the first or from the last. Spots with a later order are paid after
    all boxes.
    """
    for box in range(1, boxes + 1):
        turn = boxes - box if from_right else box - 1
        for nth, spot in enumerate(kinds):
            is_own = box <= seats
            yield replace(
                spot,
                name=spot.name if is_own and not numbered else write_bet(spot.name, box),
                order=spot.order * boxes + turn,
                seat=box if is_own else None,
                at=cell(BOXES + nth, box - 1),
            )
