"""The genealogy of a clause: the clauses of other norms on the same matter, and what is otherwise in each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

import msgspec

from novamas.law.citations import CITATION, expand_ids
from novamas.law.clauses import Clause
from novamas.law.library_cache import cached_in_library

if TYPE_CHECKING:
    from novamas.law.library import Library

NOTES = ("cite", "says", "reading")
TOLD = {  # what is told of a choice or a need; the rest is how it is asked
    "needs": ("must",),
    "rules": ("one_of", "least", "most"),
    "premises": ("one_of", "least", "most"),
    "equipment": (),
}


class Relative(msgspec.Struct, frozen=True):
    """A clause in a line through norms."""

    clause: Clause
    since: date  # the first day on which its norm may have been in force
    has_words_of: str | None  # the clause whose words it has, if it is the same


class _Parallel(msgspec.Struct, frozen=True):
    """Our file of parallel clauses: those that are alike, and those of which only one needs a reading."""

    same: tuple[tuple[str, str], ...]
    apart: tuple[Mapping[str, Any], ...] = ()


def line_of(law: Library, clause_id: str) -> tuple[Relative, ...]:
    """Return a clause with those of other norms on the same matter, the oldest first.

    Each norm has one: the nearest, by way of the fewest others.
    """
    law.clause(clause_id)
    links = _links(law)
    found = {clause_id.partition(".")[0]: clause_id}
    waiting = [clause_id]
    while waiting:
        for other in links.get(waiting.pop(0), ()):
            norm = other.partition(".")[0]
            if norm not in found:
                found[norm] = other
                waiting.append(other)
    every = [_relative(law, id) for id in found.values()]
    return tuple(sorted(every, key=lambda one: (one.since, one.clause.norm)))


def _relative(law: Library, id: str) -> Relative:
    clause, twin = law.clause(id), law.twins.get(id)
    same = twin.of if twin is not None and twin.is_same else None
    return Relative(clause, law.norms[clause.norm].earliest, same)


@cached_in_library
def _links(law: Library) -> Mapping[str, tuple[str, ...]]:
    """Return the relatives of each clause, one step away: from packs, and our own parallel clauses."""
    ours = msgspec.convert(law.table(0, "clauses_twins.toml") or {"same": ()}, _Parallel)
    pairs = [(id, twin.of) for id, twin in law.twins.items()]
    pairs += [*ours.same, *(tuple(each["clauses"]) for each in ours.apart)]
    found: dict[str, list[str]] = {}
    for one, other in pairs:
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)
    return {id: tuple(others) for id, others in found.items()}


def figures_on(law: Library, clause: Clause) -> Iterator[tuple[str, str]]:
    """Yield the figures of the clause's game that rest on it, each with its value as the file has it."""
    if clause.game not in law.entries(clause.norm):
        return
    for path, group in law.figures(clause.norm, clause.game).groups.items():
        written = {name: value for name, value in group.items() if name != "says"}
        citations = CITATION.findall(msgspec.json.encode(written).decode())
        if clause.id in {id for one in citations for id in expand_ids(one, law.index)}:
            for name, value in group.items():
                told = TOLD.get(path.partition(".")[0], (name,))
                if name in told and name not in NOTES and not _is_cited(value):
                    yield f"{path}.{name}", msgspec.json.encode(value, order="sorted").decode()


def _is_cited(value: object) -> bool:
    """Return whether a figure is a clause, or only clauses."""
    each = value if isinstance(value, list) and value else [value]
    return all(isinstance(one, str) and CITATION.fullmatch(one) for one in each)
