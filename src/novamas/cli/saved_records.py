"""Record files, and the resumption of an interrupted record."""

from __future__ import annotations

import os
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import IO

from novamas.equipment.chance import CommittedSource, Seeded
from novamas.errors import NovamasError
from novamas.law import Library
from novamas.record import Broken, Record, read_record
from novamas.record.bounded_files import data_folder
from novamas.record.chain import ChainBreak
from novamas.record.replay import replay
from novamas.table.deeds import Drawn
from novamas.table.session import Session


def new_record(wanted: Path | None, game: str, now: datetime) -> tuple[IO[str], Path]:
    """Open a new record file at the given path, or in the user's data folder.

    In the data folder its name consists of the game and the time.
    """
    try:
        if wanted is not None:
            return wanted.open("x", encoding="utf-8", newline="\n"), wanted
        return _named_by_time(data_folder() / "records", f"{game}-{now:%Y-%m-%d-%H%M%S}")
    except FileExistsError:
        raise NovamasError("record_not_written", text_key="record_exists", path=str(wanted)) from None
    except OSError as fault:
        where = wanted or data_folder()
        raise NovamasError("record_not_written", path=str(where), errno=fault.errno) from None


def _named_by_time(folder: Path, name: str) -> tuple[IO[str], Path]:
    """Open a new file with this name. Add a number if a file of the same second exists."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in count(1):
        path = folder / (f"{name}.jsonl" if number == 1 else f"{name}-{number}.jsonl")
        try:
            return path.open("x", encoding="utf-8", newline="\n"), path
        except FileExistsError:
            continue
    raise AssertionError("some number is free")


# ---------------------------------------------------------------- the seed, as long as the table is open


def seed_path(record: Path) -> Path:
    """Return the path of the seed file of an open table. Without it the table cannot be resumed."""
    return record.with_name(f"{record.name}.seed")


def write_seed(live: CommittedSource, record: Path) -> None:
    """Write the seed to a file that only its owner can read. It stays until the record is sealed."""
    place = seed_path(record)
    try:
        with open(os.open(place, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(f"{live.kept()}\n{live.player_seed or ''}")
    except OSError as fault:
        raise NovamasError("record_not_written", path=str(place), errno=fault.errno) from None


def delete_seed(record: Path) -> None:
    """Delete the seed file, because a sealed record contains the seed."""
    seed_path(record).unlink(missing_ok=True)


def _stored_seed(record: Record, path: Path) -> CommittedSource:
    """Return the source with the stored seed, if that seed matches the record's commitment."""
    try:
        seed, _, player_seed = seed_path(path).read_text("utf-8").partition("\n")
        live = CommittedSource(seed)
        if player_seed:
            live.mix_in(player_seed)
    except OSError:
        raise NovamasError("not_resumed", text_key="seed_lost", path=str(path)) from None
    except (NovamasError, UnicodeDecodeError):
        raise _other_seed(path) from None
    header = record.header
    if (live.commitment, live.player_commitment) != (header.commitment, header.player_commitment):
        raise _other_seed(path)
    return live


def _other_seed(path: Path) -> NovamasError:
    return NovamasError("not_resumed", text_key="seed_of_another_record", path=str(path))


# ---------------------------------------------------------------- resuming


def interrupted(path: Path, law: Library) -> Record:
    """Return a record to resume. Raise if its chain is broken or missing, or if it is sealed."""
    record = read_record(path, law=law)
    if record.chain.broken is not None:
        raise Broken(record.chain.broken)
    if not record.chain.links or record.chain.seal is not None:
        text_key = "resume_sealed" if record.chain.links else "resume_without_chain"
        raise NovamasError("not_resumed", text_key=text_key, path=str(path))
    return record


def restore_source(record: Record, path: Path) -> CommittedSource | Seeded:
    """Return the source from which a record's draws came."""
    if record.header.number is not None:
        return Seeded(record.header.number)
    return _stored_seed(record, path)


def resume_play(record: Record, session: Session) -> None:
    """Replay all deeds of a record, and check its draws against its source."""
    for done in replay(record, session):
        if isinstance(done.deed, Drawn):
            drawn = session.source.draw(done.before.draws())
            if drawn != done.deed.what:
                raise Broken(ChainBreak("other_draw", done.line, drawn, done.deed.what))


def open_again(path: Path, record: Record) -> IO[str]:
    """Open a record file to append to it. A last line that a crash left half written is cut off."""
    try:
        file = path.open("r+", encoding="utf-8", newline="\n")
        if record.chain.half_written is not None:
            file.truncate(path.read_bytes().rindex(b"\n") + 1)
        file.seek(0, os.SEEK_END)
    except OSError as fault:
        raise NovamasError("record_not_written", path=str(path), errno=fault.errno) from None
    return file
