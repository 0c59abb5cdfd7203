"""Records in JSON Lines: a header with the edition and the choices, a line per deed, and a seal.

A line is written before its deed takes effect, so a crash loses nothing and an interrupted round can be
resumed. Each line is chained to all lines before it (`novamas.record.chain`). The first line contains the
law of the table. A record made under another edition is replayed only on request, and then with the figures
that it contains.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from datetime import date
from functools import partial
from pathlib import Path
from typing import IO, Any, TypeAlias

import msgspec
from msgspec import Struct

from novamas import __version__
from novamas.equipment.chance import CommittedSource, RevealedSource, Seeded, Source
from novamas.errors import InvalidInput, NovamasError, quoted
from novamas.games import game as game_named
from novamas.games import known_games, package_of
from novamas.law import Frame, Library, library
from novamas.law.norms import EURO, Currency
from novamas.law.options import EXACT
from novamas.record.bounded_files import read_bounded
from novamas.record.carried_law import Law, law_of, playable
from novamas.record.chain import (
    NO_JSON,
    Broken,
    Chain,
    ChainBreak,
    ChainWriter,
    Seal,
    Signature,
    read_chain,
    read_unsealed,
)
from novamas.record.claims import MAX_CLAIMED, Claimed, ClaimLine
from novamas.table.deeds import Deed
from novamas.table.game import Table, open_table
from novamas.table.validation import first_field_error


class Header(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first line of a record: the conditions of play."""

    game: str
    norm: str
    edition: str
    choices: Mapping[str, Any]
    novamas: str = __version__
    opened: date | None = None
    cash: Mapping[int, int] | None = None
    commitment: str | None = None  # to the seed of the draws, published before play
    player_commitment: str | None = None  # to the player's own seed, mixed in afterwards
    number: int | None = None  # seed of the draws if they need not be secret
    minds: Mapping[int, str] | None = None  # skills of the bots at a circle, by seat
    figures: Mapping[str, Any] | None = None  # of the law of that time, whose hash is the edition
    pack: str | msgspec.UnsetType = msgspec.UNSET  # of the norm: name and version, unless it is ours
    package: str | msgspec.UnsetType = msgspec.UNSET  # of the game: name and version, unless it is ours
    currency: Currency | msgspec.UnsetType = msgspec.UNSET  # unless it is the euro


class Reveal(Struct, frozen=True, forbid_unknown_fields=True):
    """The seed behind a commitment. Records without a chain reveal it when the session is over."""

    seed: str


class Record(Struct, frozen=True):
    """A table and its deeds."""

    header: Header
    table: Table
    deeds: tuple[Deed, ...]
    seed: str | None = None
    lines: tuple[int, ...] = ()  # line numbers in the file, deed by deed
    player_seed: str | None = None
    chain: Chain = Chain()
    claims: tuple[tuple[int, Claimed], ...] = ()  # with their line numbers, after the deeds of their round
    law: Law = "of_the_edition"  # under which it is replayed
    path: str = ""

    def source(self) -> Source | None:
        """Return the source of the draws, if it is already known."""
        if self.seed is not None:
            is_whole = self.player_seed is not None or self.header.player_commitment is None
            return RevealedSource(self.seed, self.player_seed) if is_whole else None
        return None if self.header.number is None else Seeded(self.header.number)

    def numbered(self) -> Iterator[tuple[int, Deed]]:
        """Yield each deed with its line number, which is computed for a record without a file."""
        return zip(self.lines or range(2, len(self.deeds) + 2), self.deeds, strict=True)


Signing: TypeAlias = Callable[[Header, Seal], Signature]  # makes a house's signature of a seal


class Writer:
    """A record writer for use during play. Each line is chained to all lines before it.

    It can also continue a record.
    """

    def __init__(self, file: IO[str], header: Header, *, after: Chain | None = None) -> None:
        self._file = file
        self._header = header
        self._linking = ChainWriter(after)
        self._is_sealed = False
        if after is None:
            self._write(self._linking.line(header))

    @property
    def receipt(self) -> str:
        """The last link. It distinguishes this record, up to this line, from every other record."""
        return self._linking.last

    def deed(self, deed: Deed) -> None:
        """Write a deed. Raise `record_sealed` if the record has its seal."""
        if self._is_sealed:
            raise NovamasError("record_sealed")
        self._write(self._linking.line(deed))

    def claimed(self, claimed: Claimed) -> None:
        """Write the claims about the round that ended last, in an imported record."""
        self._write(self._linking.line(ClaimLine(claimed)))

    def seal(
        self, seed: str | None = None, player_seed: str | None = None, sign: Signing | None = None
    ) -> None:
        """Write the seal with the seeds, so that anyone can verify the draws. No line may follow.

        `sign` adds the signature of the house.
        """
        self._is_sealed = True
        self._write(self._linking.seal(seed, player_seed, sign and partial(sign, self._header)))

    def _write(self, line: str) -> None:
        try:
            self._file.write(line)
            self._file.flush()
        except OSError as fault:
            path = str(getattr(self._file, "name", ""))
            raise NovamasError("record_not_written", path=path, errno=fault.errno) from None


def header_of(table: Table, source: Source | None = None, **more: Any) -> Header:
    """Return the header of a table's record, with the commitments of its source."""
    if isinstance(source, CommittedSource):
        more |= {"commitment": source.commitment, "player_commitment": source.player_commitment}
    plain = msgspec.json.decode(msgspec.json.encode(table.chosen, enc_hook=str))
    law, norm = table.frame.law, table.frame.norm
    if norm in law.norms and not law.is_ours(norm):
        more["pack"] = law.pack_of[norm].title
        if table.frame.currency != EURO:
            more["currency"] = table.frame.currency
    if (package := package_of(table.game.slug)) is not None:
        more["package"] = package
    return Header(
        game=table.game.slug,
        norm=table.frame.norm,
        edition=table.game.pin(table.frame),
        choices={name: plain[name] for name in table.frame.options},  # each norm leaves its own choices
        figures=table.frame.figures,
        **more,
    )


def read_record(
    path: Path, *, any_edition: bool = False, at: Table | None = None, law: Library | None = None
) -> Record:
    """Return the record in a file. If it is malformed, raise an error with the line and the problem.

    A record of a game outside the catalogue can be read `at` a table of that game.
    """
    lines, chain = read_chain(_data(path))
    if chain.broken is not None and chain.broken.line == 1:
        raise Broken(chain.broken)  # without the header, the conditions of play are unknown
    return _record_of(path, lines, chain, law or library(), any_edition=any_edition, at=at)


def read_whole_record(
    path: Path, *, any_edition: bool = False, law: Library | None = None
) -> tuple[Record, tuple[ChainBreak, ...]]:
    """Read a record to its last line even if its chain is broken, and return it with every break."""
    lines, chain, breaks = read_unsealed(_data(path))
    return _record_of(path, lines, chain, law or library(), any_edition=any_edition), breaks


def _data(path: Path) -> bytes:
    try:
        return read_bounded(path)
    except OSError as fault:
        raise InvalidInput("no_record", path=str(path), errno=fault.errno) from None


def _record_of(
    path: Path,
    lines: Sequence[bytes],
    chain: Chain,
    library: Library,
    *,
    any_edition: bool,
    at: Table | None = None,
) -> Record:
    """Return the record that these lines contain."""
    if not lines:
        raise InvalidInput("empty_record", path=str(path))
    header: Header = _decode(lines[0], Header, path, 1)
    is_missing = at is None and isinstance(header.pack, str) and header.norm not in library.norms
    if is_missing and not (any_edition and header.figures):
        given = quoted(header.pack)
        raise InvalidInput("record_of_missing_pack", path=str(path), norm=header.norm, pack=given)
    if at is None and isinstance(header.package, str) and header.game not in known_games():
        given = quoted(header.package)
        raise InvalidInput("record_of_missing_game", path=str(path), game=header.game, package=given)
    game = at.game if at else game_named(header.game)
    if is_missing:
        now = _alike(library, header)
    else:
        now = at.frame if at else library.under(header.norm)[header.game]
    if header.edition != game.pin(now) and not any_edition:
        raise InvalidInput(
            "other_edition",
            path=str(path),
            game=header.game,
            edition=header.edition,
            novamas=header.novamas,
            now=game.pin(now),
        )
    frame, law = law_of(game, now, header.norm, header.edition, header.figures, str(path))
    with playable(str(path), game.slug) if law == "carried" else nullcontext():
        table = open_table(game, frame, choices_of(frame, header))
    deeds: dict[int, Deed] = {}
    claims: list[tuple[int, Claimed]] = []
    seed, player_seed = (chain.seal.seed, chain.seal.player_seed) if chain.seal else (None, None)
    for number, line in enumerate(lines[1:], start=2):
        if line.startswith(b'{"seed"') and not chain.links:
            seed = _decode(line, Reveal, path, number).seed
        elif line.startswith(b'{"claimed":'):
            claims.append((number, _claim(line, path, number)))
        elif line.strip() or (chain.links and chain.broken is None):
            deeds[number] = _decode(line, game.any_deed, path, number)
    _check_sources(header, seed, player_seed, path)
    return Record(
        header,
        table,
        tuple(deeds.values()),
        seed,
        tuple(deeds),
        player_seed,
        chain,
        tuple(claims),
        law,
        str(path),
    )


def _alike(library: Library, header: Header) -> Frame:
    """Return our newest frame of a game, whose form the figures of a missing pack must have."""
    known = [norm for norm in library.norms if header.game in library.entries(norm)]
    whole = [norm for norm in known if library.entries(norm)[header.game].stage == "whole"]
    if isinstance(header.currency, Currency):
        library.carried[header.norm] = header.currency
    return library.frame((whole or known)[-1], header.game)


def _check_sources(header: Header, seed: str | None, player_seed: str | None, path: Path) -> None:
    """Raise if a record names a number for its draws together with a seed or a commitment."""
    named = (header.commitment, header.player_commitment, seed, player_seed)
    if header.number is not None and any(one is not None for one in named):
        raise InvalidInput("two_sources", path=str(path), number=quoted(header.number))


def choices_of(frame: Frame, header: Header) -> dict[str, object]:
    """Return the house's choices from a header, with decoded fractions."""
    options = frame.options
    return {
        name: options[name].read(value)
        if name in options and options[name].unit in EXACT and isinstance(value, str)
        else value
        for name, value in header.choices.items()
    }


def _decode(line: bytes, kind: Any, path: Path, number: int) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except NO_JSON:
        raise _malformed(line, kind, path, number) from None


def _claim(line: bytes, path: Path, number: int) -> Claimed:
    """Return the claims in a line. Raise if an amount or a seat is out of range."""
    found: Claimed = _decode(line, ClaimLine, path, number).claimed
    for paid in found.paid or ():
        if not (0 <= paid.returned <= MAX_CLAIMED and 1 <= paid.seat <= MAX_CLAIMED):
            raise InvalidInput(
                "malformed_record",
                text_key="record_field_wrong",
                path=str(path),
                line=number,
                field="claimed.paid",
                given=quoted(list(paid)),
            )
    return found


def _malformed(line: bytes, kind: Any, path: Path, number: int) -> InvalidInput:
    """Return the error for an unreadable line, which is not JSON or has a wrong field."""
    try:
        plain = msgspec.json.decode(line)
    except NO_JSON:
        return InvalidInput("malformed_record", path=str(path), line=number)
    found = first_field_error(plain, kind)
    return InvalidInput(
        "malformed_record",
        text_key=f"record_{found.code}",
        path=str(path),
        line=number,
        field=found.field,
        given=found.given,
    )
