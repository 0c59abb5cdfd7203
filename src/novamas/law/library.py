"""The library of law: norms, clauses, figures and texts of some packs, as one value.

Frames and voices carry their library, and no function finds one by itself: two libraries in one process
never mix. What a library computes is cached in it and is freed with it. Only doors, such as the command
line, use the default one (`novamas.law.default`).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from functools import cached_property
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from novamas.errors import NovamasError, quoted
from novamas.law.clauses import (
    Clause,
    ClauseTranslation,
    Duty,
    read_headings,
    read_index,
    read_translations,
)
from novamas.law.editions import Edition, Replacement
from novamas.law.errors import LawError, NotInForce, UnknownClause, UnknownEdition, UnknownName, nearest
from novamas.law.figures import Figures, Table, read_figures
from novamas.law.frames import Entry, Frame, read_frame
from novamas.law.glossary import Term
from novamas.law.library_cache import cached_in_library
from novamas.law.norms import Norm, was_in_force
from novamas.law.options import read_fraction
from novamas.law.packs import OURS, Pack, read_pack
from novamas.law.texts import LANGUAGES


class Library:
    """The norms, clauses, figures and texts of some packs. Make one with `library_of`."""

    def __init__(self, packs: tuple[Pack, ...]) -> None:
        self.packs = packs
        self.frames: dict[str, Frame] = {}  # by pin: of today's law, and of records of another edition
        self.cache: dict[object, Any] = {}  # of `cached_in_library`

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (tuple(pack.folder for pack in self.packs), self.fingerprint)

    def __repr__(self) -> str:
        return f"Library({', '.join(pack.name for pack in self.packs)})"

    @cached_property
    def fingerprint(self) -> str:
        """The hash of all files of its packs."""
        from hashlib import blake2b

        digest = blake2b(digest_size=16)
        for pack in self.packs:
            for path in pack.paths():
                content = pack.read(path) or b""
                digest.update(f"{pack.name} {path} {len(content)} ".encode())
                digest.update(content)
        return digest.hexdigest()

    # ---- files of all packs

    def read(self, *path: str) -> bytes | None:
        """Return the content of a file that at most one pack has, or None."""
        return next((found for pack in self.packs if (found := pack.read(*path)) is not None), None)

    def tables(self, *path: str) -> dict[str, Any]:
        """Return the tables of a TOML file of all packs. Lists with one name are joined."""
        found: dict[str, Any] = {}
        for pack in self.packs:
            for name, table in msgspec.toml.decode(pack.read(*path) or b"").items():
                found[name] = [*found[name], *table] if name in found and isinstance(table, list) else table
        return found

    @cached_in_library
    def words(self, game: str) -> Mapping[str, Any]:
        """Return the content of a game's file of texts, or nothing if there is none."""
        return self.tables("words", f"{game}.toml")

    @property
    def games_with_words(self) -> list[str]:
        """The games and families of games with a file of texts, in order."""
        return sorted({name for pack in self.packs for name in pack.names("words")})

    # ---- norms and clauses

    @cached_property
    def norms(self) -> Mapping[str, Norm]:
        """Every norm by name, the earliest first."""
        return msgspec.convert(self.tables("norms.toml"), dict[str, Norm])

    def norm(self, name: str) -> Norm:
        """Return the norm with this name. Raise `UnknownName`, with similar names, if there is none."""
        try:
            return self.norms[name]
        except (KeyError, TypeError):
            near, known = nearest(name, self.norms), tuple(self.norms)
            raise UnknownName("unknown_norm", given=quoted(name), known=known, near=near) from None

    @cached_property
    def index(self) -> Mapping[str, Clause]:
        """Every clause of every norm by id, in reading order."""
        return read_index(self)

    def clause(self, clause_id: str) -> Clause:
        """Return the clause with this id. Raise `UnknownClause`, with similar ids, if there is none."""
        try:
            return self.index[clause_id]
        except (KeyError, TypeError):
            near = nearest(clause_id, self.index)
            raise UnknownClause("unknown_clause", given=quoted(clause_id), near=near) from None

    def clauses(
        self, *, norm: str | None = None, game: str | None = None, duty: Duty | None = None
    ) -> tuple[Clause, ...]:
        """Return clauses in reading order, filtered by norm, game and duty."""
        return tuple(
            clause
            for clause in self.index.values()
            if (norm is None or clause.norm == norm)
            and (game is None or clause.game == game)
            and (duty is None or clause.duty == duty)
        )

    def clause_in(self, clause_id: str, language: str) -> Clause:
        """Return a clause in a language: its content, reading, erratum and the headings above it."""
        found = self.clause(clause_id)
        path = tuple(self._headings.get(step, {}).get(language, step) for step in found.path)
        translation = self._translations(language).get(clause_id, found)
        return msgspec.structs.replace(
            found, path=path, says=translation.says, erratum=translation.erratum, reading=translation.reading
        )

    @cached_property
    def _headings(self) -> Mapping[str, Mapping[str, str]]:
        return read_headings(self)

    @cached_in_library
    def _translations(self, language: str) -> Mapping[str, ClauseTranslation]:
        """Return the translations of all clauses by id. English has none: the index is in English."""
        if language not in LANGUAGES:
            raise UnknownName("unknown_language", given=quoted(language), known=LANGUAGES)
        return {} if language == "en" else read_translations(self, language)

    def replacement_of(self, clause_id: str) -> Replacement | None:
        """Return the replacement of a clause, if a later norm of the library replaced it."""
        replaced = self.clause(clause_id)
        for name, norm in self.norms.items():
            for amendment in norm.amends:
                if amendment.of == replaced.norm and replaced.game in amendment.replaces:
                    return Replacement(name, amendment.says, amendment.cite, norm.earliest, norm.latest)
        return None

    @cached_property
    def glossary(self) -> tuple[Term, ...]:
        """Every casino term, in the order of the file."""
        return msgspec.json.decode(self.read("glossary.json") or b"[]", type=tuple[Term, ...])

    # ---- figures and frames

    @cached_in_library
    def figures(self, norm: str, game: str) -> Figures:
        """Return the figures of a game under a norm: its own, and then the borrowed ones."""
        return read_figures(self, norm, game)

    @cached_in_library
    def figures_file(self, game: str) -> Mapping[str, Table]:
        """Return the figures of a game as written, by norm."""
        return self.tables("figures", f"{game}.toml")

    @cached_in_library
    def entries(self, norm: str) -> Mapping[str, Entry]:
        """Return the closed list of a norm's games."""
        return msgspec.convert(self.figures(norm, "general").nested()["games"], dict[str, Entry])

    @cached_in_library
    def ranking_figures(self, norm: str) -> Mapping[str, list[Table]]:
        """Return everything a norm says about the ranking of hands."""
        return self.tables("rankings", f"{norm}.toml")

    @cached_in_library
    def frame(self, norm: str, game: str) -> Frame:
        """Return the frame of a game under a norm."""
        return read_frame(self, norm, game)

    def pinned(self, pin: str) -> Frame:
        """Return the frame with this pin, of today's law or of a record that was read.

        Raise `UnknownEdition` if there is none.
        """
        if pin not in self.frames:
            for norm in self.norms:
                for game in self.entries(norm):
                    self.frame(norm, game)
        if pin not in self.frames:
            raise UnknownEdition("unknown_edition", given=pin[:16])
        return self.frames[pin]

    def decode(self, wanted: type, written: object) -> object:
        """Decode a frame, which is written as its pin, or a fraction. A hook for msgspec."""
        if wanted is Frame:
            return self.pinned(written) if isinstance(written, str) else written
        return read_fraction(wanted, written)

    # ---- catalogues

    def under(self, norm: str) -> Edition:
        """Return the catalogue of one norm by itself, on any day."""
        return Edition(self, self.norm(norm).jurisdiction, None, (norm,))

    def at(
        self, jurisdiction: str, on: date | None = None, *, in_force: Mapping[str, date] | None = None
    ) -> Edition:
        """Return the catalogue in force in a jurisdiction on a day, by default today, amendments applied.

        Some norms do not state the day of their entry into force. `in_force` gives it, by norm, if it
        matters.
        """
        local = [name for name, norm in self.norms.items() if norm.jurisdiction == jurisdiction]
        if not local:
            known = tuple(dict.fromkeys(norm.jurisdiction for norm in self.norms.values()))
            raise UnknownName("unknown_jurisdiction", given=quoted(jurisdiction), known=known)
        entered = dict(in_force or {})
        for name in entered:
            self.norm(name)
        day = datetime.now(UTC).astimezone().date() if on is None else on
        if not isinstance(day, date) or isinstance(day, datetime):
            raise LawError("no_such_day", given=quoted(on))
        held = tuple(
            name for name in local if was_in_force(name, self.norms[name], day, entered=entered.get(name))
        )
        if not held:
            raise NotInForce("no_catalogue_that_day", region=jurisdiction, day=day, norm=local[0])
        return Edition(self, jurisdiction, day, held)


_opened: WeakValueDictionary[tuple[str, ...], Library] = WeakValueDictionary()  # by the folders of the packs


def library_of(*folders: str) -> Library:
    """Return the library of our own pack and of the packs in these folders.

    There is one library of the same folders in a process, for as long as it is used.
    """
    return open_library((OURS, *folders))


def open_library(folders: tuple[str, ...]) -> Library:
    """Return the library of the packs in these folders alone."""
    found = _opened.get(folders)
    if found is None:
        found = _opened.setdefault(folders, Library(tuple(map(read_pack, folders))))
    return found


def _unpickled(folders: tuple[str, ...], fingerprint: str) -> Library:
    """Return the library that another process names. Raise an error if its files are other ones here."""
    found = open_library(folders)
    if found.fingerprint != fingerprint:
        names = tuple(pack.name for pack in found.packs)
        raise NovamasError("other_library", packs=names)
    return found
