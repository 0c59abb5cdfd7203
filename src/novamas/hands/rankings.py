"""Rankings of hands in every game, read from data: the combinations, their order and their clauses."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Literal

import msgspec

from novamas.equipment import DECK_SIZES, deck, rank
from novamas.errors import InvalidInput
from novamas.law import Frame, Library, library
from novamas.law.library_cache import cached_in_library

_FIRST = ("IB09", "AR10")


class Category(StrEnum):
    """The combinations of cards, by their names in the law."""

    CINCO_ASES = "cinco_ases"
    ESCALERA_DE_COLOR_REAL = "escalera_de_color_real"
    ESCALERA_REAL = "escalera_real"
    ESCALERA_DE_COLOR = "escalera_de_color"
    POQUER = "poquer"
    FULL = "full"
    COLOR = "color"
    ESCALERA = "escalera"
    TRIO = "trio"
    FIGURAS = "figuras"
    DOBLE_PAREJA = "doble_pareja"
    PAREJA = "pareja"
    AS_REY = "as_rey"
    CARTA_MAYOR = "carta_mayor"


LowAce = Literal["lowest", "second"]


class Shape(msgspec.Struct, frozen=True, cache_hash=True):
    """Everything that determines the strength of a hand: deck, number of cards, order of combinations."""

    deck: int
    cards: int
    order: tuple[Category, ...]
    """The combinations, highest first."""
    low_ace: LowAce = "lowest"
    """The position of the run with a low ace: the lowest run, or second only to the ace-high run."""

    @property
    def has_joker(self) -> bool:
        return self.deck == max(DECK_SIZES)

    @property
    def lowest_rank(self) -> int:
        return rank(deck(self.deck)[0])


class RankedCategory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a law's list: a combination, its clause, and the clause that compares two such hands."""

    category: Category
    clause: str
    tie: str | None = None


class Ranking(msgspec.Struct, frozen=True, cache_hash=True):
    """The ranking of hands in one game under one norm."""

    game: str
    norm: str
    variant: str
    shape: Shape
    own: int
    """The number of a player's hole cards."""
    common: int
    """The number of community cards."""
    exactly: int | None
    """The number of hole cards a player must use, or None if it is free."""
    ranked: tuple[RankedCategory, ...]
    cite: tuple[str, ...]

    def clause(self, category: Category) -> str:
        """Return the clause that ranks a combination."""
        return self._line(category).clause

    def tie_clause(self, category: Category) -> str:
        """Return the clause that compares two hands of a combination, or else the one that ranks them."""
        line = self._line(category)
        return line.tie or line.clause

    def _line(self, category: Category) -> RankedCategory:
        return next(line for line in self.ranked if line.category is category)


class _Law(msgspec.Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    name: str
    listed: str
    low_ace: LowAce
    ranked: tuple[RankedCategory, ...]
    cite: tuple[str, ...]
    color_beats_full: str | None = None


class _Game(msgspec.Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    game: str
    law: str
    decks: tuple[int, ...]
    own: int
    cite: tuple[str, ...]
    common: int = 0
    exactly: int | None = None
    variant: str = ""
    leaves_out: tuple[Category, ...] = ()


class _Written(msgspec.Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    law: tuple[_Law, ...] = ()
    game: tuple[_Game, ...] = ()


def ranking_of(frame: Frame, *, deck: int | None = None, variant: str = "") -> Ranking:
    """Return the ranking that a table's law gives for a deck, by default the usual one."""
    written = frame.group("rankings", _Written)
    for entry in written.game:
        if entry.variant == variant and (deck is None or deck in entry.decks):
            return _ranking(frame.norm, written, entry, deck or entry.decks[0])
    raise InvalidInput("ranking_unknown", text_key="not_ranked_so", norm=frame.norm, game=frame.game)


def ranking(
    game: str,
    norm: str | None = None,
    *,
    deck: int | None = None,
    variant: str = "",
    law: Library | None = None,
) -> Ranking:
    """Return the ranking of a game, by default that of the first norm that has one, for its usual deck.

    Raise `InvalidInput` if this norm, deck or variant has no ranking.
    """
    law = law or library()
    found = [
        (each, entry)
        for each in _norms(law)
        for entry in _norm(law, each).game
        if entry.game == game and entry.variant == variant and norm in (None, each)
    ]
    if not found:
        raise _no_ranking(law, game, norm, variant)
    fitting = [(each, entry) for each, entry in found if deck is None or deck in entry.decks]
    if not fitting:
        decks = sorted({size for _, entry in found for size in entry.decks})
        raise InvalidInput("deck_not_of_game", game=game, deck=deck, known=tuple(decks))
    in_norm, entry = fitting[0]
    return _ranking(in_norm, _norm(law, in_norm), entry, deck or entry.decks[0])


def rankings(law: Library | None = None) -> tuple[Ranking, ...]:
    """Return every ranking of the catalogue, with every lawful deck."""
    law = law or library()
    return tuple(
        _ranking(norm, _norm(law, norm), entry, size)
        for norm in _norms(law)
        for entry in _norm(law, norm).game
        for size in entry.decks
    )


@cache
def _ranking(norm: str, written: _Written, entry: _Game, deck_size: int) -> Ranking:
    law = next(each for each in written.law if each.name == entry.law)
    ranked = tuple(line for line in law.ranked if line.category not in entry.leaves_out)
    cite = (law.listed, *law.cite, *entry.cite)
    order = [line.category for line in ranked]
    if law.color_beats_full is not None and deck_size < 52:
        order.remove(Category.COLOR)
        order.insert(order.index(Category.FULL), Category.COLOR)
        cite = (*cite, law.color_beats_full)
    cards = min(entry.own + entry.common, 5)
    return Ranking(
        game=entry.game,
        norm=norm,
        variant=entry.variant,
        shape=Shape(deck_size, cards, tuple(order), law.low_ace),
        own=entry.own,
        common=entry.common,
        exactly=entry.exactly,
        ranked=ranked,
        cite=cite,
    )


def _norms(law: Library) -> tuple[str, ...]:
    """Return the norms in order. If the caller names none, the first norm that ranks the game applies."""
    return (*_FIRST, *(norm for norm in law.norms if norm not in _FIRST))


@cached_in_library
def _norm(law: Library, norm: str) -> _Written:
    return msgspec.convert(law.ranking_figures(norm), _Written)


def _no_ranking(law: Library, game: str, norm: str | None, variant: str) -> InvalidInput:
    """Return the error for an unknown ranking. It lists the games, variants or norms that exist."""
    of_game = [
        (each, entry.variant) for each in _norms(law) for entry in _norm(law, each).game if entry.game == game
    ]
    if not of_game:
        games = {entry.game for each in _norms(law) for entry in _norm(law, each).game}
        return InvalidInput("ranking_unknown", given=str(game), known=tuple(sorted(games)))
    if variant not in [each for _, each in of_game]:
        variants = tuple(sorted({each for _, each in of_game if each}))
        text_key = "variant_unknown" if variants else "no_variants"
        return InvalidInput("ranking_unknown", text_key=text_key, game=game, given=variant, known=variants)
    norms = tuple(sorted({each for each, _ in of_game}))
    return InvalidInput(
        "ranking_unknown", text_key="ranked_elsewhere", game=game, given=str(norm), known=norms
    )
