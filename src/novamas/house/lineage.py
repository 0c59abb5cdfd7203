"""The line of a clause through norms, with the edges of the bets that rest on it in each norm."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from novamas.errors import NovamasError
from novamas.games import game as game_named
from novamas.games import known_games
from novamas.house.opening import open_as_written
from novamas.law import Clause, Library
from novamas.law.genealogy import figures_on, line_of
from novamas.odds.cache import cached_odds

BETS = "bets."


class Ancestor(msgspec.Struct, frozen=True):
    """A clause of the line: its words, what of the figures is otherwise than before, and edges of bets."""

    id: str
    norm: str
    signed: str
    says: str
    has_words_of: str | None
    figures: Mapping[str, str]
    changed: tuple[str, ...]  # paths of figures that the clause before it in the line has otherwise
    edges: Mapping[str, Fraction]  # by kind of bet, at the usual table


class Lineage(msgspec.Struct, frozen=True):
    """A clause and its relatives in other norms, the oldest first."""

    clauses: tuple[Ancestor, ...]


def lineage(law: Library, clause_id: str, language: str = "en") -> Lineage:
    """Return the line of a clause. Edges are left out where they take long to compute."""
    found: list[Ancestor] = []
    for one in line_of(law, clause_id):
        figures = dict(figures_on(law, one.clause))
        before = found[-1].figures if found else figures
        found.append(
            Ancestor(
                id=one.clause.id,
                norm=one.clause.norm,
                signed=law.norms[one.clause.norm].signed.isoformat(),
                says=law.clause_in(one.clause.id, language).says,
                has_words_of=one.has_words_of,
                figures=figures,
                changed=tuple(
                    path for path in {**before, **figures} if before.get(path) != figures.get(path)
                ),
                edges=_edges(law, one.clause, figures),
            )
        )
    return Lineage(tuple(found))


def _edges(law: Library, clause: Clause, figures: Mapping[str, str]) -> Mapping[str, Fraction]:
    """Return the edge of each kind of bet that rests on a clause, at the usual table of its norm."""
    game, norm = clause.game, clause.norm
    kinds = {path.split(".")[1] for path in figures if path.startswith(BETS)}
    if not kinds or game not in known_games() or game_named(game).has_slow_odds:
        return {}
    try:
        odds = cached_odds(open_as_written(law.frame(norm, game), {}))
    except NovamasError:  # the norm has this clause, and no table of the game can be opened under it
        return {}
    return {bet: found.edge for bet, found in odds.items() if bet.partition(":")[0] in kinds}
