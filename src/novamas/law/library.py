"""The library of law: norms, clauses, figures and texts of some packs, as one value.

Frames and voices refer to their library, and no function looks one up globally. So two libraries in one
process never mix. Results that a library computes are cached in it and freed with it. Only entry points,
such as the command line, use the default library (`novamas.law.default`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from functools import cached_property
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from novamas.errors import NovamasError, quoted
from novamas.law.clause_index import Index, Twin, read_index, read_translations, translated_ids
from novamas.law.clauses import Clause, ClauseTranslation, Duty, read_headings
from novamas.law.editions import Edition, Replacement
from novamas.law.errors import (
    UNFORESEEN,
    LawError,
    NotInForce,
    UnknownClause,
    UnknownEdition,
    UnknownName,
    nearest,
)
from novamas.law.figures import FigureFault, Figures, Table, read_figures
from novamas.law.frames import Entry, Frame, read_frame
from novamas.law.glossary import Term
from novamas.law.library_cache import cached_in_library
from novamas.law.norms import Currency, Norm, norms_of, was_in_force
from novamas.law.options import read_fraction
from novamas.law.packs import OURS, Pack, PackFault, at, converted, our_pack, read_pack
from novamas.law.texts import LANGUAGES, Text


class Library:
    """The norms, clauses, figures and texts of some packs. Create one with `library_of`."""

    def __init__(
        self,
        packs: Sequence[Pack],
        norms: Sequence[Mapping[str, Norm]] = (),
        aside: Mapping[str, PackFault] | None = None,
    ) -> None:
        self.packs = tuple(packs)  # ours first
        self.aside = dict(aside or {})  # faults of packs that are not used, by their folders
        self.frames: dict[str, Frame] = {}  # by pin: of today's law, and of records of another edition
        self.carried: dict[str, Currency] = {}  # by norms that only records have, not this library
        self.cache: dict[object, Any] = {}  # of `cached_in_library`
        self._norms_of_packs = tuple(norms)  # of each pack but ours

    def __reduce__(self) -> tuple[Any, ...]:
        folders = ("" if pack.folder == OURS else pack.folder for pack in self.packs)
        return _unpickled, (tuple(folders), self.fingerprint)

    def __repr__(self) -> str:
        return f"Library({', '.join(pack.name for pack in self.packs)})"

    @cached_property
    def fingerprint(self) -> str:
        """The hash of all files of the library's packs."""
        from hashlib import blake2b

        digest = blake2b(digest_size=16)
        for pack in self.packs:
            digest.update(pack.fingerprint.encode())
        return digest.hexdigest()

    # ---- files of the packs

    def read(self, *path: str) -> bytes | None:
        """Return the content of a file that only one pack has, such as the clauses of a norm, or None."""
        return next((found for pack in self.packs if (found := pack.read(*path)) is not None), None)

    @cached_in_library
    def table(self, pack: int, *path: str) -> Mapping[str, Any]:
        """Return the content of a TOML file of the n-th pack."""
        return self.packs[pack].table(*path)

    def of_norm(self, norm: str, *path: str) -> Any:
        """Return a norm's table in a TOML file of its pack. The result is empty if there is none."""
        return self.table(self.packs.index(self.pack_of[norm]), *path).get(norm, {})

    def tables(self, *path: str) -> Iterator[tuple[Pack, Mapping[str, Any]]]:
        """Yield each pack with the content of its TOML file at this path."""
        for place, pack in enumerate(self.packs):
            yield pack, self.table(place, *path)

    @cached_in_library
    def words(self, game: str) -> Mapping[str, Any]:
        """Return the content of a game's text file. The result is empty if there is no such file."""
        return next((found for _, found in self.tables("words", f"{game}.toml") if found), {})

    def about(self, game: str) -> Mapping[str, Any]:
        """Return the texts about a game itself, which come first in its text file."""
        path = "words", f"{game}.toml"
        found = (pack.first_table(*path) for pack in self.packs)
        about: Mapping[str, Any] = next((first for first in found if first), {}).get("game", {})
        return about

    @property
    def games_with_words(self) -> list[str]:
        """The sorted names of games and families of games that have a text file."""
        return sorted({name for pack in self.packs for name in pack.names("words")})

    @cached_property
    def regions(self) -> Mapping[str, Text]:
        """The names of the regions of third-party packs. The names of our regions are among our texts."""
        found: dict[str, Text] = {}
        for pack in self.packs[1:]:
            path = pack.path("words.toml")
            written = pack.table("words.toml").get("regions", {})
            found |= converted(path, written, dict[str, Text], where="regions")
        return found

    # ---- norms and clauses

    @cached_property
    def norms(self) -> Mapping[str, Norm]:
        """Every norm by name: first ours, then those of other packs, the earliest first."""
        others = [item for norms in self._norms_of_packs for item in norms.items()]
        others.sort(key=lambda item: (item[1].earliest, item[0]))
        return {**norms_of(self.packs[0]), **dict(others)}

    @cached_property
    def pack_of(self) -> Mapping[str, Pack]:
        """The pack of each norm, by the name of the norm."""
        found = dict.fromkeys(norms_of(self.packs[0]), self.packs[0])
        for pack, norms in zip(self.packs[1:], self._norms_of_packs, strict=True):
            found |= dict.fromkeys(norms, pack)
        return found

    def is_ours(self, norm: str) -> bool:
        """Return whether a norm belongs to our own pack."""
        return self.pack_of[norm] is self.packs[0]

    def norm(self, name: str) -> Norm:
        """Return the norm with this name. Raise `UnknownName`, with similar names, if there is none."""
        try:
            return self.norms[name]
        except (KeyError, TypeError):
            if isinstance(name, str):
                self._raise_if_aside(name)
            near, known = nearest(name, self.norms), tuple(self.norms)
            raise UnknownName("unknown_norm", given=quoted(name), known=known, near=near) from None

    def _raise_if_aside(self, norm: str) -> None:
        """Raise the fault of the norm's pack if that pack was rejected."""
        for fault in (*self.aside.values(), *self._index.faults.values()):
            if norm in fault.norms:
                raise fault

    @cached_property
    def index(self) -> Mapping[str, Clause]:
        """Every clause of every norm by id, in reading order."""
        return self._index.clauses

    @cached_property
    def _index(self) -> Index:
        return read_index(self)

    @property
    def index_faults(self) -> Mapping[str, PackFault]:
        """The faults of packs whose clauses are not in the index, by the names of the packs."""
        return self._index.faults

    @property
    def twins(self) -> Mapping[str, Twin]:
        """The twin of each clause of a pack that names one, by the id of the clause."""
        return self._index.twins

    @cached_in_library
    def own_ids(self, norm: str) -> Mapping[str, str]:
        """Return the clauses of a norm by the ids of their twins, and of the twins of these."""
        found: dict[str, str] = {}
        for id in self.twins:
            above = self.twins.get(id) if id.startswith(f"{norm}.") else None
            while above is not None:
                found.setdefault(above.of, id)
                above = self.twins.get(above.of)
        return found

    def translations_of(self, norm: str, language: str) -> frozenset[str]:
        """Return the ids of a norm's clauses that have a text in a language.

        Raise `PackFault` if the file is malformed.
        """
        return translated_ids(self, norm, language)

    def clause(self, clause_id: str) -> Clause:
        """Return the clause with this id. Raise `UnknownClause`, with similar ids, if there is none."""
        try:
            return self.index[clause_id]
        except (KeyError, TypeError):
            if isinstance(clause_id, str):
                self._raise_if_aside(clause_id.partition(".")[0])
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
        """Return a clause in a language: its content, its reading, its erratum and the headings above it."""
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
        """Return the replacement of a clause if a later norm of the library replaced the clause."""
        replaced = self.clause(clause_id)
        for name, norm in self.norms.items():
            for amendment in norm.amends:
                if amendment.of == replaced.norm and replaced.game in amendment.replaces:
                    return Replacement(name, amendment.says, amendment.cite, norm.earliest, norm.latest)
        return None

    @cached_property
    def glossary(self) -> tuple[Term, ...]:
        """All casino terms, in the order of the file."""
        return msgspec.json.decode(self.read("glossary.json") or b"[]", type=tuple[Term, ...])

    # ---- figures and frames

    @cached_in_library
    def figures(self, norm: str, game: str) -> Figures:
        """Return the figures of a game under a norm: its own first, then the borrowed ones."""
        with self._told(norm, game):
            return read_figures(self, norm, game)

    @cached_in_library
    def entries(self, norm: str) -> Mapping[str, Entry]:
        """Return the norm's closed list of games."""
        games = self.figures(norm, "general").nested().get("games", {})
        if self.is_ours(norm):
            return msgspec.convert(games, dict[str, Entry])
        path = self.pack_of[norm].path("figures", "general.toml")
        return converted(path, games, dict[str, Entry], where="games")  # type: ignore[no-any-return]

    @cached_in_library
    def ranking_figures(self, norm: str) -> Mapping[str, list[Table]]:
        """Return all figures of a norm about the ranking of hands."""
        return self.table(self.packs.index(self.pack_of[norm]), "rankings", f"{norm}.toml")

    @cached_in_library
    def frame(self, norm: str, game: str) -> Frame:
        """Return the frame of a game under a norm."""
        with self._told(norm, game):
            return read_frame(self, norm, game)

    @contextmanager
    def _told(self, norm: str, game: str) -> Iterator[None]:
        """Convert an error in the figures of a pack into a fault in that pack, with file and line."""
        try:
            yield
        except (PackFault, UnknownName):
            raise
        except (NovamasError, *UNFORESEEN) as fault:
            if norm not in self.pack_of or self.is_ours(norm):
                raise
            from novamas.toml_lines import line_at

            pack, file = self.pack_of[norm], ("figures", f"{game}.toml")
            steps = (norm, *fault.steps) if isinstance(fault, FigureFault) else (norm,)
            line = line_at((pack.read(*file) or b"").decode(), steps)
            why = fault if isinstance(fault, NovamasError) else NovamasError("pack_figures", says=str(fault))
            found = at(pack.path(*file), line, why)
            found.norms = frozenset({norm})
            raise found from None

    def pinned(self, pin: str) -> Frame:
        """Return the frame with this pin, from today's law or from a record that was read.

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
        """Decode a fraction, or a frame that is written as its pin. This is a hook for msgspec."""
        if wanted is Frame:
            return self.pinned(written) if isinstance(written, str) else written
        return read_fraction(wanted, written)

    # ---- catalogues

    def under(self, norm: str) -> Edition:
        """Return the catalogue of one norm alone, for any day."""
        return Edition(self, self.norm(norm).jurisdiction, None, (norm,))

    def at(
        self, jurisdiction: str, on: date | None = None, *, in_force: Mapping[str, date] | None = None
    ) -> Edition:
        """Return the catalogue in force in a jurisdiction on a day, with amendments. The default is today.

        Some norms do not state the day of their entry into force. If that day matters, `in_force` gives it by
        norm.
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

    A faulty pack is rejected. While a library is in use, the same folders give the same library.
    """
    return open_library((OURS, *folders))


def open_library(folders: tuple[str, ...]) -> Library:
    """Return the library of the packs in these folders. The first folder replaces our own pack."""
    found = _opened.get(folders)
    if found is None:
        found = _opened.setdefault(folders, read_library(folders))
    return found


def read_library(folders: tuple[str, ...]) -> Library:
    """Read the packs in these folders from the disk, even if they were read before.

    A pack is admitted if no other pack has its norms and games. Otherwise it is rejected.
    """
    ours, *others = folders
    packs, norms, aside = [our_pack(ours)], list[Mapping[str, Norm]](), dict[str, PackFault]()
    if others:
        from novamas import __version__
        from novamas.law.own_norms import admitted
    for folder in others:
        try:
            pack = read_pack(folder, __version__)
            norms.append(admitted(pack, packs, norms))
            packs.append(pack)
        except PackFault as fault:
            aside[folder] = fault
    return Library(packs, norms, aside)


def _unpickled(folders: tuple[str, ...], fingerprint: str) -> Library:
    """Return the library that another process refers to. Raise an error if the files here are different."""
    found = open_library(tuple(folder or OURS for folder in folders))
    for fault in found.aside.values():
        raise fault
    if found.fingerprint != fingerprint:
        raise NovamasError("other_library", packs=tuple(pack.name for pack in found.packs))
    return found
