"""A record is JSON Lines: one line for the edition and the house's choices, one for each deed, and a seal.

A line is written before its deed counts, so a crash loses nothing; a half-played round resumes from what is
there. Each line is chained to all before it (`novamas.record.chain`). The law of the table travels in the
first line: a record made under another edition than ours is not replayed unless asked to, and then under the
figures that it brings along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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
from novamas.law import Frame, catalogue
from novamas.record.bounded_files import read_bounded
from novamas.record.chain import (
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
from novamas.table.game import Game, Table, open_table
from novamas.table.validation import first_field_error

_NO_JSON = (msgspec.DecodeError, RecursionError)  # nor are lists in lists without end


class Header(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a record was played under."""

    game: str
    norm: str
    edition: str
    choices: Mapping[str, Any]
    novamas: str = __version__
    opened: date | None = None
    cash: Mapping[int, int] | None = None
    commitment: str | None = None  # to the seed of chance, published before play
    player_commitment: str | None = None  # to the seed that a player brought, mixed in after it
    number: int | None = None  # the draws come from it, where there is no secret
    minds: Mapping[int, str] | None = None  # with which those play at a circle whom nobody plays
    figures: Mapping[str, Any] | None = None  # of the law, as they were; the edition is their hash


class Reveal(Struct, frozen=True, forbid_unknown_fields=True):
    """The seed behind a commitment, as records without a chain tell it when the session is over."""

    seed: str


class Record(Struct, frozen=True):
    """A table and what was done at it."""

    header: Header
    table: Table
    deeds: tuple[Deed, ...]
    seed: str | None = None
    lines: tuple[int, ...] = ()  # of the file, deed by deed
    player_seed: str | None = None
    chain: Chain = Chain()
    claims: tuple[tuple[int, Claimed], ...] = ()  # each with its line, after the deeds of its round

    def source(self) -> Source | None:
        """Where the draws came from, if that is known by now."""
        if self.seed is not None:
            is_whole = self.player_seed is not None or self.header.player_commitment is None
            return RevealedSource(self.seed, self.player_seed) if is_whole else None
        return None if self.header.number is None else Seeded(self.header.number)

    def numbered(self) -> Iterator[tuple[int, Deed]]:
        """Each deed with its line; what was never in a file is counted as if it were."""
        return zip(self.lines or range(2, len(self.deeds) + 2), self.deeds, strict=True)


Signing: TypeAlias = Callable[[Header, Seal], Signature]  # a house's name under a seal


class Writer:
    """Writes a record as it is played, each line chained to all before it; or goes on with one."""

    def __init__(self, file: IO[str], header: Header, *, after: Chain | None = None) -> None:
        self._file = file
        self._header = header
        self._linking = ChainWriter(after)
        self._is_sealed = False
        if after is None:
            self._write(self._linking.line(header))

    @property
    def receipt(self) -> str:
        """The last link: whoever keeps it can tell this record, so far, from any other."""
        return self._linking.last

    def deed(self, deed: Deed) -> None:
        """One more deed."""
        if self._is_sealed:
            raise NovamasError("record_sealed")
        self._write(self._linking.line(deed))

    def claimed(self, claimed: Claimed) -> None:
        """What is said of the round that has just ended, where the record comes from elsewhere."""
        self._write(self._linking.line(ClaimLine(claimed)))

    def seal(
        self, seed: str | None = None, player_seed: str | None = None, sign: Signing | None = None
    ) -> None:
        """The session is over: anybody may now check the draws, and nothing may follow. A house may sign."""
        self._is_sealed = True
        self._write(self._linking.seal(seed, player_seed, sign and partial(sign, self._header)))

    def _write(self, line: str) -> None:
        self._file.write(line)
        self._file.flush()


def header_of(table: Table, source: Source | None = None, **more: Any) -> Header:
    """The header of a record of this table, with what its chance has promised."""
    if isinstance(source, CommittedSource):
        more |= {"commitment": source.commitment, "player_commitment": source.player_commitment}
    plain = msgspec.json.decode(msgspec.json.encode(table.chosen, enc_hook=str))
    return Header(
        game=table.game.slug,
        norm=table.frame.norm,
        edition=table.game.pin(table.frame),
        choices={name: plain[name] for name in table.frame.options},  # norms leave different things
        figures=table.frame.figures,
        **more,
    )


def read_record(path: Path, *, any_edition: bool = False, at: Table | None = None) -> Record:
    """A record from its file, or one sentence that says what is wrong with which line.

    A record of a game that is not in the catalogue can be read `at` any table of that game.
    """
    lines, chain = read_chain(_data(path))
    if chain.broken is not None and chain.broken.line == 1:
        raise Broken(chain.broken)  # under what it was played is not known
    return _record_of(path, lines, chain, any_edition=any_edition, at=at)


def read_whole_record(path: Path, *, any_edition: bool = False) -> tuple[Record, tuple[ChainBreak, ...]]:
    """A record to its last line, also where its chain is broken; and every place where it is."""
    lines, chain, breaks = read_unsealed(_data(path))
    return _record_of(path, lines, chain, any_edition=any_edition), breaks


def _data(path: Path) -> bytes:
    try:
        return read_bounded(path)
    except OSError as fault:
        raise InvalidInput("no_record", path=str(path), errno=fault.errno) from None


def _record_of(
    path: Path, lines: Sequence[bytes], chain: Chain, *, any_edition: bool, at: Table | None = None
) -> Record:
    """The record that these lines are."""
    if not lines:
        raise InvalidInput("empty_record", path=str(path))
    header: Header = _decode(lines[0], Header, path, 1)
    game = at.game if at else game_named(header.game)
    frame = at.frame if at else catalogue.under(header.norm)[header.game]
    if header.edition != game.pin(frame):
        if not any_edition:
            raise InvalidInput(
                "other_edition",
                path=str(path),
                game=header.game,
                edition=header.edition,
                novamas=header.novamas,
                now=game.pin(frame),
            )
        frame = _as_it_was(frame, game, header, path)
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
    return Record(header, table, tuple(deeds.values()), seed, tuple(deeds), player_seed, chain, tuple(claims))


def _as_it_was(now: Frame, game: Game, header: Header, path: Path) -> Frame:
    """The law that a record brings along, if it is that of its edition and we still play by its procedure."""
    if header.figures is None:
        return now  # an early record: nothing tells what it was played under
    then = Frame(now.game, now.norm, now.entry, header.figures, now.borrowed, now.texts)
    if header.edition != game.pin(then):
        pin, _, revision = header.edition.partition(".")
        raise InvalidInput(
            "figures_not_of_edition",
            told_as="other_revision" if then.pin.startswith(pin) else "figures_not_of_edition",
            path=str(path),
            revision=revision,
            now=game.revision,
            pin=then.pin[:16],
        )
    return then


def choices_of(frame: Frame, header: Header) -> dict[str, object]:
    """The house's choices as the header has them, fractions read."""
    options = frame.options
    return {
        name: options[name].read(value)
        if name in options and options[name].unit == "fraction" and isinstance(value, str)
        else value
        for name, value in header.choices.items()
    }


def _decode(line: bytes, kind: Any, path: Path, number: int) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except _NO_JSON:
        raise _malformed(line, kind, path, number) from None


def _claim(line: bytes, path: Path, number: int) -> Claimed:
    """Claims, none of them of more than anybody has."""
    found: Claimed = _decode(line, ClaimLine, path, number).claimed
    for paid in found.paid or ():
        if not (0 <= paid.returned <= MAX_CLAIMED and 1 <= paid.seat <= MAX_CLAIMED):
            raise InvalidInput(
                "malformed_record",
                told_as="record_field_wrong",
                path=str(path),
                line=number,
                field="claimed.paid",
                given=quoted(list(paid)),
            )
    return found


def _malformed(line: bytes, kind: Any, path: Path, number: int) -> InvalidInput:
    """What is wrong with a line that cannot be read: it is no JSON, or which of its fields is wrong."""
    try:
        plain = msgspec.json.decode(line)
    except _NO_JSON:
        return InvalidInput("malformed_record", path=str(path), line=number)
    found = first_field_error(plain, kind)
    return InvalidInput(
        "malformed_record",
        told_as=f"record_{found.code}",
        path=str(path),
        line=number,
        field=found.field,
        given=found.given,
    )
