"""The index of clauses: their ids, their content in plain words, and our readings of unclear ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING, Literal, TypeVar
from unicodedata import combining, normalize

import msgspec

from novamas.errors import NovamasError, quoted
from novamas.law.citations import CITATION
from novamas.law.packs import Pack, PackFault, at, check_characters, converted

if TYPE_CHECKING:
    from novamas.law.library import Library

MAX_CLAUSES = 20_000  # of one norm
KINDS = (  # of clauses, as our words name them
    *("accounting", "admin", "amendment", "bet", "commission", "definition", "equipment", "irregularity"),
    *("jackpot", "layout", "limit", "noise", "option", "payout", "procedure", "prohibition", "ranking"),
    *("seats", "staff", "tie"),
)
Duty = Literal["engine", "table", "conduct", "info", "none"]


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The project's interpretation of an unclear clause: a question, the decision and its reason."""

    applies: str
    asks: str
    why: str


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One clause of a norm: its content, and how far software must apply it."""

    id: str
    norm: str
    game: str
    path: tuple[str, ...]
    kind: str
    duty: Duty
    says: str
    see: tuple[str, ...] = ()
    ca: str | None = None
    erratum: str | None = None
    reading: Reading | None = None

    @property
    def is_owed(self) -> bool:
        """Whether a game or the set-up check must apply this clause."""
        return self.duty in ("engine", "table")


class ClauseTranslation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a clause in a language other than English."""

    id: str
    says: str
    erratum: str | None = None
    reading: Reading | None = None


C = TypeVar("C", Clause, ClauseTranslation)


def read_index(law: Library) -> tuple[dict[str, Clause], dict[str, PackFault]]:
    """Return every clause of every norm by id, in reading order.

    The clauses of a faulty pack are left out, and its fault is returned under the name of the pack.
    """
    found: dict[str, Clause] = {}
    faults: dict[str, PackFault] = {}
    for place, pack in enumerate(law.packs):
        norms = [norm for norm in law.norms if law.pack_of[norm] is pack]
        try:
            found |= _of_pack(law, place, norms, Clause, "clauses_readings.toml", "clauses")
        except PackFault as fault:
            if place == 0:
                raise
            fault.norms = frozenset(norms)
            faults[pack.name] = fault
    return found, faults


def read_translations(law: Library, language: str) -> dict[str, ClauseTranslation]:
    """Return the translations of all clauses by id. Translations of a faulty pack are left out."""
    found: dict[str, ClauseTranslation] = {}
    for place, pack in enumerate(law.packs):
        norms = [norm for norm in law.norms if law.pack_of[norm] is pack]
        readings = f"clauses_readings.{language}.toml"
        with suppress(PackFault) if place else nullcontext():  # reported where a clause of the pack is named
            found |= _of_pack(law, place, norms, ClauseTranslation, readings, "clauses", language)
    return found


def translated_ids(law: Library, norm: str, language: str) -> frozenset[str]:
    """Return the ids of a norm's clauses that have a text in a language.

    Raise `PackFault` if the file is malformed.
    """
    pack = law.pack_of[norm]
    place = law.packs.index(pack)
    readings = f"clauses_readings.{language}.toml"
    return frozenset(_of_pack(law, place, [norm], ClauseTranslation, readings, "clauses", language))


def _of_pack(
    law: Library, place: int, norms: list[str], kind: type[C], readings: str, *folder: str
) -> dict[str, C]:
    """Return the clauses of a pack by id, with the readings from its separate file."""
    pack = law.packs[place]
    found: dict[str, C] = {}
    for norm in norms:
        is_ours = place == 0
        lines = _trusted(pack, kind, norm, *folder) if is_ours else _checked(pack, kind, norm, *folder)
        found |= {clause.id: clause for clause in lines}
    written = law.table(place, readings)
    for clause_id, reading in converted(pack.path(readings), written, dict[str, Reading]).items():
        if clause_id not in found:
            from novamas.toml_lines import line_at

            line = line_at((pack.read(readings) or b"").decode(), (clause_id,))
            raise at(pack.path(readings), line, NovamasError("pack_no_clause", id=quoted(clause_id)))
        found[clause_id] = msgspec.structs.replace(found[clause_id], reading=reading)
    return found


def _trusted(pack: Pack, kind: type[C], norm: str, *folder: str) -> list[C]:
    return msgspec.json.Decoder(kind).decode_lines(pack.read(*folder, f"{norm}.jsonl") or b"")


def _checked(pack: Pack, kind: type[C], norm: str, *folder: str) -> Iterator[C]:
    """Yield the clauses in a file of a third-party pack. Raise `PackFault` with the line of any fault."""
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
            written = {"norm": norm, **written}  # the file is the norm's, so a line need not repeat it
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


def read_headings(law: Library) -> dict[str, dict[str, str]]:
    """Return the translations of the gazettes' headings by language. Spanish only corrects one misprint."""
    found: dict[str, dict[str, str]] = {}
    for pack in reversed(law.packs):  # our translation of a heading overrides that of another pack
        path = pack.path("clauses_headings.json")
        try:
            written = msgspec.json.decode(pack.read("clauses_headings.json") or b"{}")
            headings: dict[str, dict[str, str]] = converted(path, written, dict[str, dict[str, str]])
            if pack is not law.packs[0]:
                check_characters(path, headings)
        except (PackFault, msgspec.DecodeError, RecursionError):
            continue  # the headings stay untranslated; `pack check` reports the fault
        found |= headings
    return found


def search_clauses(law: Library, words: str, language: str = "en") -> tuple[Clause, ...]:
    """Return the clauses whose text contains all these words, in the given language or in English."""
    wanted = _folded(str(words)).split()
    return tuple(found for found in law.index.values() if _has(law, found, wanted, language))


def _has(law: Library, found: Clause, wanted: list[str], language: str) -> bool:
    translated = () if language == "en" else _texts(law.clause_in(found.id, language))
    texts = _folded(" ".join((*_texts(found), *translated)))
    return all(word in texts for word in wanted)


def _texts(clause: Clause) -> tuple[str, ...]:
    reading = clause.reading
    ours = (reading.asks, reading.applies) if reading else ()
    return (clause.id, clause.game, *clause.path, clause.says, *ours)


def _folded(text: str) -> str:
    """Return the text in lower case and without accents, which people omit when they search."""
    letters = normalize("NFD", text.casefold().replace("’", "'"))
    return "".join(letter for letter in letters if not combining(letter))
