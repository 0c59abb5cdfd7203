"""Every reader is given damaged and forged files: one sentence, no traceback, bounded memory."""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec
import pytest
from tests.histories.hand_files import HANDS
from tests.record.forging import bare, chained

import novamas as house
from novamas.equipment.chance import CommittedSource
from novamas.games import game
from novamas.law.frames import pin_of
from novamas.pools.lototrot.tickets import RaceOnTicket, Ticket
from novamas.record.signatures import House
from novamas.store import Transfer, open_store
from novamas.store.entries import PUBLIC
from novamas.store.transactions import WriteTransaction
from novamas.words import voice_for

from .conftest import Novamas

SECONDS = 20  # for one file, on a busy machine
MEBIBYTES = 300  # by which all files together may let the process grow
EVENINGS = ("ruleta", "blackjack", "chemin_de_fer", "holdem", "pai_gow_domino", "craps")
VALUES: tuple[Any, ...] = (
    *(6_000_000, -1, 0, 10**18, 2**70, 1.5, True, None, "", "x", "1/0", "9" * 400, "é\n"),
    *([], {}, [[]], {"x": 1}, "\udcff", "\N{RIGHT-TO-LEFT OVERRIDE}"),
)
BYTES = (
    b"\xff",
    b"\xc3",
    b"\0",
    b"\n",
    b"\r",
    b'"',
    b"{",
    b"]",
    b"9" * 400,
    b"\xed\xa0\x80",
    b"1e400",
    b",",
    b"=",
)
FLOOR = """
[floor]
norm = "IB05"
[[tables]]
name = "uno"
game = "boule"
rules.minimum = 200
[[tables]]
name = "dos"
game = "ruleta"
rules.minimum = "5 €"
"""
ROUNDS = (
    "round,table,croupier,seat,bet,stake,returned,result,acts\n"
    "1,a,Pons,1,rojo,5,10,1,\n1,a,Pons,2,pleno:17,5,0,1,\n"
    "2,a,Pons,1,rojo,5,0,0,s1 take_half rojo\n3,a,Pons,1,negro,5,0,3,\n"
)
LESSON = Path(house.__file__).parent / "school/data/lessons/ruleta_cero.toml"
FORMS = {"lototrot": "pools_told.programme_form", "promotrot": "pools_told.plan_form"}
EXAM = """
title = "Ruleta"
seed = 7

[[exercises]]
kind = "payouts"
game = "ruleta"
norm = "IB05"
level = 2
count = 2
choices = { minimum = "2 €" }
"""
SETTINGS = """
[serving]
hosts = ["casino.example"]
drain_seconds = 5

[retention]
passes_days = 30
"""
STRATEGY = """
game = "trijoker"

[decide]
first = ["pair:J", "suited"]
second = ["pair:J", "suited", "straight"]
"""
FIELD = '[[races]]\nwins = ["1/2", "1/4", "1/4"]\nmarked = ["2/5", "2/5", "1/5"]\n' * 7
TICKET = "PALMA-1-123-7F3K29Q2MBH"
CARDS = (
    "round,seat,bet,stake,returned,cards\n"
    "1,1,punto,10,20,punto=9h banca=Kd punto=Ts banca=2c\n"
    "2,1,banca,10,0,punto=9h banca=Kd punto=Ts banca=2c\n"
)


ANSWERS = 'candidate = "Ana"\n\n[answers]\n1 = ["1,00"]\n2 = ["2"]\n'
PLAYED_DAY = """
[floor]
norm = "IB05"
[games.boule.play]
lays = "rojo 10 € + numero:5 2 €"
rounds_an_hour = 3
hours = 1
[[tables]]
name = "B1"
game = "boule"
play = { lays = "rojo", rounds_an_hour = 3, hours = 1, seats = 2 }
"""
SHOWN = Ticket(
    code=TICKET,
    racecourses=("Son Pardo",),
    outlet="palma-1",
    day=date(2026, 11, 20),
    races=tuple(RaceOnTicket(nth, "Son Pardo", nth) for nth in range(1, 8)),
    forecast="1/1/1/1/1/1/1",
    form="sencilla",
    game="lototrot",
    cents=100,
)
NOT_ISSUED = {"ticket", "shown"}  # a good file of these names a ticket that no outlet issued


class Reader(NamedTuple):
    """A kind of file: a valid example, and the commands that read it."""

    ending: str
    good: bytes
    commands: tuple[tuple[str, ...], ...]  # "FILE" stands for the file
    seed: bytes = b""  # beside a record that is still open


def evening(slug: str) -> bytes:
    """Return a sealed record of some rounds."""
    return evening_and_seed(slug)[0]


def evening_and_seed(slug: str) -> tuple[bytes, bytes]:
    """Return a sealed record of some rounds, and its seed in the format of a seed file."""
    session = house.open(slug, my_seed="olé")
    session.play(2)
    assert isinstance(session.source, CommittedSource)
    seed = f"{session.source.kept()}\n{session.source.player_seed}".encode()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "evening.jsonl"
        session.save(path, reveal=True)
        return path.read_bytes(), seed


def columns() -> bytes:
    """Return the file of rounds as Parquet."""
    import pyarrow
    from pyarrow import parquet

    header, *rows = (line.split(",") for line in ROUNDS.splitlines())
    with TemporaryDirectory() as folder:
        path = Path(folder) / "rounds.parquet"
        whole = dict(zip(header, map(list, zip(*rows, strict=True)), strict=True))
        parquet.write_table(pyarrow.table(whole), path)
        return path.read_bytes()


def backup() -> bytes:
    """Return a copy of a store with some entries and transfers."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.sqlite"
        with open_store(Path(folder) / "books.sqlite") as store:
            for cents in (100, 200):
                moved = (Transfer(PUBLIC, "till", cents),)
                enter = partial(WriteTransaction.append, book="office", kind="noted", body={})
                store.write(partial(enter, transfers=moved))
            store.copy_to(copy)
        return copy.read_bytes()


def in_full(form: str) -> str:
    """Return the programme's form with seven races. The form has only one."""
    head, mark, race = form.partition("[[races]]")
    number = re.compile(r"number = 1$", re.MULTILINE)
    return head + "".join(f"{mark}{number.sub(f'number = {nth}', race)}\n" for nth in range(1, 8) if mark)


@cache
def readers() -> dict[str, Reader]:
    of_records = (("replay", "FILE"), ("audit", "FILE"), ("why", "FILE"))
    of_hands = (("replay", "FILE"), ("audit", "FILE"), ("why", "FILE"))
    at_ruleta = ("--game", "ruleta", "--norm", "IB05")
    at_punto = ("--game", "punto_y_banca", "--norm", "IB05")
    receipt = House(bytes(32)).signed_receipt("mesa", 1, "ab" * 32)
    found = {slug: Reader(".jsonl", evening(slug), of_records) for slug in EVENINGS}
    for slug in EVENINGS[:3]:
        sealed, seed = evening_and_seed(slug)
        unsealed = b"".join(sealed.splitlines(keepends=True)[:-1])
        found[f"{slug}_resumed"] = Reader(".jsonl", unsealed, (("play", "--resume", "FILE"),), seed)
    found |= {
        name: Reader(".phhs", (HANDS / f"{name}.phhs").read_bytes()[:3000], of_hands)
        for name in ("draw", "seven-stud")
    }
    found["floor"] = Reader(
        ".toml", FLOOR.encode(), (("check", "FILE"), ("placard", "FILE"), ("why", "FILE"))
    )
    found["spins"] = Reader(
        ".csv", ROUNDS.encode(), (("audit", "FILE", *at_ruleta), ("why", "FILE", *at_ruleta))
    )
    found["cards"] = Reader(".csv", CARDS.encode(), (("audit", "FILE", *at_punto),))
    receipts = msgspec.json.encode(receipt) + b"\n" + b"cd" * 32 + b"\n"
    found["receipts"] = Reader(
        ".txt", receipts, (("replay", "GOOD", "--receipts", "FILE"), ("audit", "GOOD", "--receipts", "FILE"))
    )
    in_books = ("--store", "STORE")
    for name, words in (("lototrot", "open"), ("promotrot", "publish")):
        form = in_full(voice_for("en").text(FORMS[name]))
        found[name] = Reader(".toml", form.encode(), ((name, words, "FILE", *in_books),))
    found["exam"] = Reader(".toml", EXAM.encode(), (("drill", "--exam", "FILE", "--print"),))
    found["lesson"] = Reader(".toml", LESSON.read_bytes(), (("drill", "--lesson", "FILE"),))
    found["settings"] = Reader(
        ".toml", SETTINGS.encode(), (("store", "tidy", "--dry-run", "--settings", "FILE", *in_books),)
    )
    found["strategy"] = Reader(
        ".toml",
        STRATEGY.encode(),
        (("simulate", "trijoker", "--rounds", "100", "--strategy", "FILE"),),
    )
    found["field"] = Reader(
        ".toml", FIELD.encode(), (("lototrot", "odds", "1/1/1/1/1/1/1", "--field", "FILE"),)
    )
    found["ticket"] = Reader(".txt", TICKET.encode(), (("lototrot", "ticket", "TEXT", *in_books),))
    found["key"] = Reader(
        ".pub",
        b"ab" * 32 + b"\n",
        (("replay", "GOOD", "--house", "FILE"), ("audit", "GOOD", "--house", "FILE")),
    )
    if find_spec("pyarrow") is not None:
        of_rounds = (("audit", "FILE", *at_ruleta), ("why", "FILE", *at_ruleta))
        found["columns"] = Reader(".parquet", columns(), of_rounds)
    found["backup"] = Reader(".sqlite", backup(), (("store", "restore", "FILE", "--store", "RESTORED"),))
    found["answers"] = Reader(".toml", ANSWERS.encode(), (("drill", "--exam", "EXAM", "--mark", "FILE"),))
    shown = ("lototrot", "ticket", TICKET, "--shown", "FILE", *in_books)
    found["shown"] = Reader(".json", msgspec.json.encode(SHOWN), (shown,))
    found["day"] = Reader(".toml", PLAYED_DAY.encode(), (("day", "FILE", "--days", "20"),))
    return found


# ---------------------------------------------------------------- what is done to a good file


def damaged(data: bytes, chance: Random) -> bytes:
    """Return bytes with a part changed, added, doubled or cut off."""
    at, to = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    to = min(to, at + 200)
    match chance.randrange(5):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + data[to:]
        case 2:
            return data[:to] + data[at:to] + data[to:]
        case 3:
            return data[:at] + chance.choice(BYTES) + data[at:]
    return data[:at] + chance.choice(BYTES) + data[at + 1 :]


def places(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of each value in plain data."""
    if path:
        yield path
    for key, value in (
        tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    ):
        yield from places(value, (*path, key))


def forged(data: bytes, chance: Random) -> bytes:
    """Return a record with one value changed or removed. Its chain and its edition are recomputed."""
    lines = [json.loads(line) for line in bare(data.decode().splitlines())]
    at = chance.choice((0, 0, 0, chance.randrange(len(lines))))
    tree = lines[at]["figures"] if at == 0 and chance.random() < 0.8 else lines[at]
    *above, last = chance.choice([*places(tree)])
    inside = tree
    for step in above:
        inside = inside[step]
    if chance.random() < 0.15:
        del inside[last]
    else:
        inside[last] = chance.choice(VALUES)
    head = lines[0]
    if tree is head.get("figures"):
        with suppress(UnicodeEncodeError, OverflowError):  # a pin of it cannot be written: the old one stays
            head["edition"] = f"{pin_of(head['norm'], head['game'], tree)[:16]}.{game(head['game']).revision}"
    written = [json.dumps(line, separators=(",", ":")) for line in lines]
    return "".join(f"{line}\n" for line in chained(written)).encode()


def bombed(data: bytes, chance: Random) -> bytes:
    """Return a TOML file with one very deep or very long part next to its valid parts."""
    size = chance.choice((17, 300, 20_000, 60_000))
    bomb = chance.choice(
        (
            "a" + ".a" * size + " = 1",
            "[x" + ".a" * size + "]",
            "".join(f"k{number} = 1\n" for number in range(size)),
            "".join(f"[t{number}]\n" for number in range(size)),
            "[[races]]\n" * size,
            "k = [" + "1, " * size + "]",
            "k = " + "[" * size + "]" * size,
            "k = " + "{a = " * size + "1" + "}" * size,
            "k = " + "9" * size,
            'k = """' + '\\"""' * size,
            "k = '" + "x" * size + "'",
        )
    ).encode()
    lines = data.splitlines()
    lines.insert(chance.randrange(len(lines) + 1), bomb)
    return b"\n".join(lines) + b"\n"


def bad(reader: Reader, chance: Random) -> bytes:
    is_record = reader.ending == ".jsonl"
    if reader.ending in (".toml", ".phhs") and chance.random() < 0.4:
        return bombed(reader.good, chance)
    return (forged if is_record and chance.random() < 0.7 else damaged)(reader.good, chance)


# ---------------------------------------------------------------- the sweep


def grown() -> int:
    """Return the peak memory of the process so far, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def run(novamas: Novamas, words: tuple[str, ...], of: Callable[[str], str]) -> None:
    begun = time.monotonic()
    ran = novamas(*map(of, words))
    assert ran.status in (0, 1, 2)
    assert "Traceback" not in ran.out + ran.err
    assert ran.status != 2 or ran.err.strip()
    assert time.monotonic() - begun < SECONDS


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted as Linux counts it")
@pytest.mark.parametrize(
    "name",
    [
        *EVENINGS,
        "draw",
        "seven-stud",
        "floor",
        "spins",
        "cards",
        "receipts",
        "key",
        "lototrot",
        "promotrot",
        "ticket",
        *("exam", "lesson", "settings", "strategy", "field"),
        *("backup", "answers", "shown", "day"),
        *(f"{slug}_resumed" for slug in EVENINGS[:3]),
        pytest.param("columns", marks=pytest.mark.skipif(find_spec("pyarrow") is None, reason="no pyarrow")),
    ],
)
def test_a_bad_file_is_one_sentence(name: str, novamas: Novamas, tmp_path: Path, request: Any) -> None:
    reader, chance = readers()[name], Random(name)
    good = tmp_path / "good.jsonl"
    good.write_bytes(readers()["ruleta"].good)
    path = tmp_path / f"bad{reader.ending}"
    exam = tmp_path / "exam.toml"
    exam.write_text(EXAM, "utf-8")
    files = {"FILE": str(path), "GOOD": str(good), "STORE": str(tmp_path / "books.sqlite")}
    files |= {"EXAM": str(exam), "RESTORED": str(tmp_path / "restored" / "books.sqlite")}
    beside = path.with_name(f"{path.name}.seed")
    path.write_bytes(reader.good)
    beside.write_bytes(reader.seed)
    files["TEXT"] = path.read_bytes().decode(errors="replace")
    for words in reader.commands:  # else it would be refused for something else
        good_one = novamas(*(files.get(word, word) for word in words))
        assert good_one.status in (0, 1) or name in NOT_ISSUED, good_one.err
        assert name not in NOT_ISSUED or "was not issued" in good_one.err
    before = grown()
    for number in range(160 if request.config.getoption("--soak") else 16):
        shutil.rmtree(tmp_path / "restored", ignore_errors=True)
        content = bad(reader, chance)
        files["TEXT"] = content.decode(errors="replace").replace("\0", "")
        for words in reader.commands:
            path.write_bytes(content)  # a game that is resumed writes on in its file
            beside.write_bytes(reader.seed)
            is_read = reader.ending == ".jsonl" and words[0] != "play"
            more = ("--any-edition",) if is_read and number % 8 else ()
            try:
                run(
                    novamas,
                    (*words, *more),
                    lambda word: files.get(word, word),
                )
            except BaseException:
                kept = Path(os.environ.get("NOVAMAS_BAD_FILES", tmp_path)) / f"{name}-{number}{reader.ending}"
                kept.write_bytes(content)
                raise
    assert grown() - before < MEBIBYTES
