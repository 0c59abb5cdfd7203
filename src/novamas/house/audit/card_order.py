"""The order of the cards in a round, and where the cards in a file depart from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from novamas.equipment.draws import read_draw
from novamas.equipment.pieces import piece_name, piece_names
from novamas.equipment.shoe import Shoe
from novamas.errors import NovamasError
from novamas.house.audit.departures import Kind
from novamas.house.stacked_deck import place_drawn
from novamas.record.claims import BURN, UNSEEN
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Burned, Dealt, Discarded, Events, Owner, Parted
from novamas.table.phases import AnyPhase


class Laid(NamedTuple):
    """A card that came out of the shoe, with its owner and its clause."""

    word: str  # as in files: `punto=9h`, `burn`
    clause: str


class RoundCards:
    """The cards of one round, ordered by their position in the shoe.

    Some cards may be seen later than others.
    """

    def __init__(self) -> None:
        self._places: dict[tuple[int, int], Laid] = {}
        self._shoe = 0  # increased when a fresh shoe is put on the table

    def enter(self, before: AnyPhase, deed: Deed, events: Events) -> None:
        """Add the cards that one deed dealt or turned face up."""
        drawn = deed.what if isinstance(deed, Drawn) else None
        shoe = before.draws() if drawn is not None else None
        place = place_drawn(before, shoe) if isinstance(shoe, Shoe) else None
        for event in events:
            match event:
                case Burned(at, clause):
                    self._lay(at, Laid(BURN, clause))
                case Dealt(to, card, _, at):
                    self._lay(at, Laid(word_of(to, card), before.clause))
                case Discarded("shoe", int(card), clause):
                    at = place if place is not None and drawn == card else before.felt.need_shoe.dealt
                    self._lay(at, Laid(word_of("shoe", card), clause))
                case Parted():
                    pass  # the card keeps the owner to whom it was dealt
        if place is not None and drawn is not None:
            self._turn(place, drawn)

    def _lay(self, place: int, laid: Laid) -> None:
        lay = self._places.get((self._shoe, place))
        is_put_back = lay is not None and lay.word == BURN and (self._shoe, place + 1) not in self._places
        if lay is not None and not is_put_back:
            self._shoe += 1
        self._places[self._shoe, place] = laid

    def _turn(self, place: int, card: int) -> None:
        """Replace an unknown card that was dealt face down, because it is seen now."""
        lay = self._places.get((self._shoe, place))
        if lay is not None and lay.word.endswith(f"={UNSEEN}"):
            owner = lay.word.rpartition("=")[0]
            self._places[self._shoe, place] = Laid(word_of(owner, card), lay.clause)

    def all(self) -> list[Laid]:
        """Return all cards of the round in the order in which they came out of the shoe."""
        return [self._places[place] for place in sorted(self._places)]


def word_of(owner: Owner, card: int | None) -> str:
    """Return a card with its owner, written as in files."""
    return f"{owner}={UNSEEN if card is None else piece_names([card])}"


def canonical_words(words: Iterable[str]) -> list[str]:
    """Return the cards of a file in our notation, so that different spellings compare equal."""
    return [_canonical(word) for word in words]


@lru_cache(maxsize=4096)
def _canonical(word: str) -> str:
    """Return one card in our notation: `Bank=10♦` is `bank=Td`.

    A word that is not a card is returned unchanged.
    """
    owner, mark, card = word.rpartition("=")
    if word.lower() == BURN:
        return BURN
    if card != UNSEEN:
        try:
            card = piece_name(read_draw(card))
        except (NovamasError, LookupError):
            return word
    return f"{owner.lower()}{mark}{card}"


class CardOrderFault(NamedTuple):
    """A position at which a file has another card than the law."""

    kind: Kind
    nth: int  # position of the card in the round, from 1
    clause: str
    expected: str
    found: str


def disorders(lawful: Sequence[Laid], claimed: Sequence[str]) -> Iterator[CardOrderFault]:
    """Yield each missing burn, and the first card that is not the expected one."""
    at = 0
    for nth, (word, clause) in enumerate(lawful, start=1):
        found = claimed[at] if at < len(claimed) else ""
        if _same(word, found):
            at += 1
        elif word == BURN:
            yield CardOrderFault("missing_burn", nth, clause, BURN, found)
        else:
            yield CardOrderFault("card_out_of_order", nth, clause, word, found)
            return
    if at < len(claimed):
        clause = lawful[-1].clause if lawful else ""
        yield CardOrderFault("card_out_of_order", len(lawful) + 1, clause, "", claimed[at])


def _same(one: str, other: str) -> bool:
    """Return whether two words mean the same card of the same owner, as far as the file states both."""
    if one == other or ("=" not in other and other == one.rpartition("=")[2] != BURN):
        return True  # without an owner the card is enough
    mine, theirs = one.rpartition("="), other.rpartition("=")
    return mine[0] == theirs[0] != "" and UNSEEN in (mine[2], theirs[2])
