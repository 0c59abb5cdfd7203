"""Changes of borrowed figures: what a norm has otherwise than the norm from which it borrows.

A change says where it is (`at`), what the lender has (`was`) and what this norm has instead (`is`). A lender
that changes is noticed, because `was` is then wrong. Without `was` there was nothing. Without `is` nothing
remains.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

import msgspec

from novamas.errors import quoted
from novamas.law.citations import CITATION, SPAN, expand_ids
from novamas.law.figures import FigureFault, Table

TEXTS = "says"


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One change: the path of a figure, its value at the lender, and its value here."""

    at: str
    was: Any = msgspec.UNSET
    becomes: Any = msgspec.field(name="is", default=msgspec.UNSET)


def changed(tree: Table, changes: object) -> Table:
    """Return a tree of figures after these changes, in their order. Raise `FigureFault` for a wrong one."""
    found = deepcopy(tree)
    for number, change in enumerate(msgspec.convert(changes, list[Change])):
        _apply(found, change, ("changes", number))
    return found


def _apply(tree: Table, change: Change, place: tuple[str | int, ...]) -> None:
    *above, name = change.at.split(".")
    node: object = tree
    for step in above:
        node = node.get(step) if isinstance(node, dict) else None
    if change.was is msgspec.UNSET and change.becomes is msgspec.UNSET:
        raise FigureFault("change_empty", figure=quoted(change.at)).in_file(place)
    if not isinstance(node, dict):
        raise FigureFault("change_nowhere", figure=quoted(change.at)).in_file(place)
    there = node.get(name, msgspec.UNSET)
    if not _equal(there, change.was):
        figure, was = quoted(change.at), _shown(change.was)
        if there is msgspec.UNSET:
            raise FigureFault("change_of_nothing", figure=figure, was=was).in_file(place)
        raise FigureFault("change_was", figure=figure, there=_shown(there), was=was).in_file(place)
    if change.becomes is msgspec.UNSET:
        del node[name]
    elif any(isinstance(each, float) for each in _leaves(change.becomes)):
        raise FigureFault("change_float", figure=quoted(change.at)).in_file(place)
    else:
        node[name] = deepcopy(change.becomes)


def _equal(one: object, other: object) -> bool:
    """Return whether two figures are the same. In Python, but not in law, 1 is also true."""
    if one is msgspec.UNSET or other is msgspec.UNSET:
        return one is other
    return msgspec.json.encode(one, order="sorted") == msgspec.json.encode(other, order="sorted")


def _shown(value: object) -> str:
    return "" if value is msgspec.UNSET else quoted(msgspec.json.encode(value, order="sorted").decode())


def _leaves(value: object) -> Iterator[object]:
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _leaves(each)
    else:
        yield value


def recited(table: Table, own_ids: Mapping[str, str]) -> Table:
    """Return a borrowed group that cites the clauses of its new norm, where these are twins of the others."""
    return {name: value if name == TEXTS else _recited(value, own_ids) for name, value in table.items()}


def _recited(value: object, own_ids: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return recited(value, own_ids)
    if isinstance(value, list):
        found = [
            _recited_ids(each, own_ids) if isinstance(each, str) else [_recited(each, own_ids)]
            for each in value
        ]
        return [one for each in found for one in each]
    if isinstance(value, str) and (ids := _recited_ids(value, own_ids)):
        return ids[0] if len(ids) == 1 else value
    return value


def _recited_ids(value: str, own_ids: Mapping[str, str]) -> list[str]:
    """Return what a text becomes. A span of clauses is taken apart if each has a twin."""
    if not CITATION.fullmatch(value):
        return [value]
    if value in own_ids or not SPAN.fullmatch(value.rpartition(".")[2]):
        return [own_ids.get(value, value)]
    ids = expand_ids(value, ())
    return [own_ids[id] for id in ids] if all(id in own_ids for id in ids) else [value]


def cites_only(table: Table, norm: str) -> bool:
    """Return whether a group cites clauses of this norm and of no other."""
    written = {name: value for name, value in table.items() if name != TEXTS}
    found = CITATION.findall(msgspec.json.encode(written).decode())
    return bool(found) and all(id.startswith(f"{norm}.") for id in found)
