"""Files with endless lines or lists are refused quickly, in one short sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

import novamas
from novamas.errors import InvalidInput
from novamas.histories.phh import read_histories
from novamas.law.texts import LANGUAGES
from novamas.record.bounded_files import LONGEST_LINE, read_bounded
from novamas.words import voice_for

HEADER = b'{"game":"ruleta","norm":"IB05","edition":"x","choices":{"minimum":%s}}\n'
LONG = b"x" * 500_000
HOSTILE = {
    "line_too_long": b'{"game":"' + b"x" * 2 * LONGEST_LINE + b'"}\n',
    "no_such_game": b'{"game":"' + LONG + b'","norm":"IB05","edition":"x","choices":{}}\n',
    "malformed_record": HEADER % (b"[" * 500_000),
    "malformed_record ": b"[" * 500_000,
    "malformed_record  ": b'{"' + LONG + b'":1}\n',
    "malformed_record   ": b'{"game":' + b"9" * 500_000 + b"}\n",
}


@pytest.mark.parametrize(("code", "data"), HOSTILE.items(), ids=map(repr, HOSTILE))
def test_a_hostile_record_is_one_short_sentence(code: str, data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    path.write_bytes(data)
    with pytest.raises(novamas.NovamasError) as raised:
        novamas.replay(path)
    assert raised.value.code == code.strip()
    for language in LANGUAGES:
        assert len(voice_for(language).error(raised.value)) < 1_000


def test_a_long_line_anywhere_is_named(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    session = novamas.open("ruleta", seed=1)
    session.round("s1 bet rojo 10 €")
    session.save(path)
    lines = path.read_bytes().count(b"\n")
    with path.open("ab") as file:
        file.write(b"x" * (LONGEST_LINE + 1))
    with pytest.raises(InvalidInput) as raised:
        novamas.replay(path)
    assert (raised.value.code, raised.value.figures["line"]) == ("line_too_long", lines + 1)


def test_a_file_without_end_is_not_read_to_its_end() -> None:
    with pytest.raises(InvalidInput) as raised:
        read_bounded(Path("/dev/zero"))
    assert raised.value.code == "line_too_long"


@pytest.mark.parametrize(
    "text",
    [
        f'variant = "{"x" * 2 * LONGEST_LINE}"\n',
        f'variant = "NT"\nantes = []\nstarting_stacks = []\nactions = ["{"x" * 500_000}"]\n',
        f'variant = "NT"\nantes = ["{"x" * 500_000}"]\nstarting_stacks = []\nactions = []\n',
    ],
    ids=["line", "action", "amount"],
)
def test_a_hostile_history_is_one_short_sentence(text: str, tmp_path: Path) -> None:
    path = tmp_path / "hand.phh"
    path.write_text(text, "utf-8")
    with pytest.raises(InvalidInput) as raised:
        list(read_histories(path))
    assert len(str(raised.value)) < 1_000
