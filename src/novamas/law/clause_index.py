"""The index of all clauses of a library, read from its packs. A clause may be that of another norm.

A line of a pack with `same` has the words, the duty and the reading of its twin, a clause of another norm.
A line with `like` has its own words, on the same matter as its twin. Twins are followed from norm to norm, so
the order of packs does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING, TypeVar

import msgspec

from novamas.errors import NovamasError, quoted
from novamas.law.citations import CITATION
from novamas.law.clauses import KINDS, Clause, ClauseTranslation, Reading
from novamas.law.packs import Pack, PackFault, at, check_characters, converted

if TYPE_CHECKING:
    from novamas.law.library import Library

MAX_CLAUSES = 20_000  # of one norm


class Twin(msgspec.Struct, frozen=True):
    """The clause of another norm with which a clause of a pack shares its words, or only its matter."""

    of: str
    is_same: bool
    file: str
    line: int


class SameLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a clause that has the words of its twin."""

    id: str
    same: str


class Index(msgspec.Struct, frozen=True):
    """All clauses by id in reading order, the twins of those in packs, and the faults of packs left out."""

    clauses: dict[str, Clause]
    twins: dict[str, Twin]
    faults: dict[str, PackFault]


C = TypeVar("C", Clause, ClauseTranslation)


def read_index(law: Library) -> Index:
    """Return every clause of every norm. The clauses of a pack at fault are left out."""
    faults: dict[str, PackFault] = {}
    while True:
        index = _read(law, faults)
        if len(index.faults) == len(faults):
            return index
        faults = index.faults  # a twin in a pack that was left out is gone too


def _read(law: Library, before: Mapping[str, PackFault]) -> Index:
    """Return the index without the packs that are known to be at fault."""
    found: dict[str, Clause] = {}
    twins: dict[str, Twin] = {}
    faults = dict(before)
    for place, pack in enumerate(law.packs):
        if pack.name in faults:
            continue
        norms = _norms(law, pack)
        try:
            own: dict[str, Twin] = {}
            lines = _of_pack(law, place, norms, Clause, "clauses_readings.toml", own, "clauses")
        except PackFault as fault:
            if place == 0:
                raise
            fault.norms = frozenset(norms)
            faults[pack.name] = fault
        else:
            found |= lines
            twins |= own
    for id, twin in twins.items():
        if wrong := _broken(id, twins, found):
            norm = id.partition(".")[0]
            broken = at(twin.file, twin.line, wrong)
            broken.norms = frozenset(_norms(law, law.pack_of[norm]))
            faults.setdefault(law.pack_of[norm].name, broken)
    if len(faults) > len(before):
        return Index({}, {}, faults)
    own_ids = {(id.partition(".")[0], twin.of): id for id, twin in twins.items()}
    for id, twin in twins.items():
        if twin.is_same:
            found[id] = _as_twin(id, found, twins, own_ids)
    return Index(found, twins, faults)


def _norms(law: Library, pack: Pack) -> list[str]:
    return [norm for norm in law.norms if law.pack_of[norm] is pack]


def _broken(id: str, twins: Mapping[str, Twin], found: Mapping[str, Clause]) -> NovamasError | None:
    """Return why the twins of a clause lead nowhere, or None."""
    passed = [id]
    while (twin := twins.get(passed[-1])) is not None:
        if twin.of in passed:
            return NovamasError("twins_in_circle", id=id, twin=twin.of)
        if twin.of not in found:
            return NovamasError("twin_unknown", id=id, twin=quoted(twin.of))
        passed.append(twin.of)
    return None


def _as_twin(
    id: str,
    found: Mapping[str, Clause],
    twins: Mapping[str, Twin],
    own_ids: Mapping[tuple[str, str], str],
) -> Clause:
    """Return a clause with the words of its twin. A misprint of the twin's gazette is not one of its own."""
    first, reading = id, found[id].reading
    while (twin := twins.get(first)) is not None and twin.is_same:
        first = twin.of
        reading = reading or found[first].reading
    norm, words = id.partition(".")[0], found[first]
    see = tuple(own_ids[norm, one] for one in words.see if (norm, one) in own_ids)
    return msgspec.structs.replace(words, id=id, norm=norm, see=see, erratum=None, reading=reading)


def read_translations(law: Library, language: str) -> dict[str, ClauseTranslation]:
    """Return the translations of all clauses by id. Those of a pack at fault are left out."""
    found: dict[str, ClauseTranslation] = {}
    readings = f"clauses_readings.{language}.toml"
    for place, pack in enumerate(law.packs):
        with suppress(PackFault) if place else nullcontext():  # told where a clause of the pack is named
            norms = _norms(law, pack)
            found |= _of_pack(law, place, norms, ClauseTranslation, readings, {}, "clauses", language)
    twins = law.twins
    for id, twin in twins.items():
        if not twin.is_same:
            continue
        own, first = found.get(id), twin.of
        while first in twins and twins[first].is_same:
            first = twins[first].of
        if first in found:
            words = msgspec.structs.replace(found[first], id=id, erratum=None)
            reading = own.reading if own else None
            found[id] = msgspec.structs.replace(words, reading=reading) if reading else words
    return found


def translated_ids(law: Library, norm: str, language: str) -> frozenset[str]:
    """Return the clauses of a norm that have a text in a language. Raise `PackFault` if it is malformed."""
    place = law.packs.index(law.pack_of[norm])
    readings = f"clauses_readings.{language}.toml"
    found = _of_pack(law, place, [norm], ClauseTranslation, readings, {}, "clauses", language)
    return frozenset(id for id, one in found.items() if one.says)


def _of_pack(
    law: Library,
    place: int,
    norms: list[str],
    kind: type[C],
    readings: str,
    twins: dict[str, Twin],
    *folder: str,
) -> dict[str, C]:
    """Return the clauses of a pack by id, with the readings made or changed while the games were built.

    Add the twins of the clauses. A clause with the words of its twin is empty here.
    """
    pack = law.packs[place]
    found: dict[str, C] = {}
    for norm in norms:
        is_ours = place == 0
        lines = _trusted(pack, kind, norm, *folder) if is_ours else _checked(pack, kind, norm, twins, *folder)
        found |= {clause.id: clause for clause in lines}
    written = law.table(place, readings)
    for clause_id, reading in converted(pack.path(readings), written, dict[str, Reading]).items():
        if clause_id not in found and kind is ClauseTranslation and _is_same(law, clause_id):
            found[clause_id] = ClauseTranslation(clause_id, "")  # type: ignore[assignment]  # of this kind
        if clause_id not in found:
            from novamas.toml_lines import line_at

            line = line_at((pack.read(readings) or b"").decode(), (clause_id,))
            raise at(pack.path(readings), line, NovamasError("pack_no_clause", id=quoted(clause_id)))
        found[clause_id] = msgspec.structs.replace(found[clause_id], reading=reading)
    return found


def _is_same(law: Library, clause_id: str) -> bool:
    twin = law.twins.get(clause_id)
    return twin is not None and twin.is_same


def _trusted(pack: Pack, kind: type[C], norm: str, *folder: str) -> list[C]:
    return msgspec.json.Decoder(kind).decode_lines(pack.read(*folder, f"{norm}.jsonl") or b"")


def _checked(pack: Pack, kind: type[C], norm: str, twins: dict[str, Twin], *folder: str) -> Iterator[C]:
    """Yield the clauses in a file of a stranger's pack. Raise `PackFault` with the line at fault."""
    file = (*folder, f"{norm}.jsonl")
    path = pack.path(*file)
    lines = (pack.read(*file) or b"").splitlines()
    if len(lines) > MAX_CLAUSES:
        raise at(path, MAX_CLAUSES, NovamasError("pack_too_many_clauses", most=MAX_CLAUSES))
    ids: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        try:
            written = msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError) as fault:
            raise at(path, number, NovamasError("pack_not_json", says=str(fault))) from None
        if kind is Clause and isinstance(written, dict):
            written = {"norm": norm, **_without_twin(path, number, written, twins)}
        one: C = converted(path, written, kind, number)
        if isinstance(one, Clause) and one.kind not in KINDS:
            raise at(path, number, NovamasError("pack_clause_kind", given=quoted(one.kind), known=KINDS))
        if not one.id.startswith(f"{norm}.") or not CITATION.fullmatch(one.id):
            raise at(path, number, NovamasError("clause_not_own", id=quoted(one.id), norm=norm))
        if one.id in ids:
            raise at(path, number, NovamasError("clause_twice", id=one.id, before=ids[one.id]))
        ids[one.id] = number
        check_characters(path, msgspec.structs.astuple(one), number)
        yield one


def _without_twin(
    path: str, number: int, written: dict[str, object], twins: dict[str, Twin]
) -> dict[str, object]:
    """Return the fields of a clause without its twin, which is added to the others.

    A clause with the words of its twin has no fields of its own, and no line in another language.
    """
    if "same" in written:
        line: SameLine = converted(path, written, SameLine, number)
        twins[line.id] = Twin(line.same, True, path, number)
        return {"id": line.id, "game": "", "path": (), "kind": KINDS[0], "duty": "none", "says": ""}
    if "like" in written:
        like = converted(path, written["like"], str, number, "like")
        twins[str(written.get("id"))] = Twin(like, False, path, number)
        return {name: value for name, value in written.items() if name != "like"}
    return written
