"""Floor files: every field is known, and unreadable values are reported with file, line and field."""

from __future__ import annotations

import contextlib
import os
import time
import tomllib
from pathlib import Path

import pytest
from benchmarks.check import floor
from hypothesis import given
from hypothesis import strategies as st

from novamas.errors import NovamasError
from novamas.house.floor.check import check
from novamas.house.floor.file import MAX_BYTES, MAX_TABLES
from novamas.house.floor.form import toml
from novamas.house.floor.text import finding_text
from novamas.law.texts import LANGUAGES
from novamas.toml_lines import lines_of
from novamas.words import voice_for

SHAPES = '''# a comment = 1
name = "a # b"
text = """
fake = 3
"""
list = [ 1, # two
  "a]", { k = 1, m.n = 2 },
  [3, 4] ]
day = 2026-01-02 10:00:00 # x
[floor]
"quo.ted" . b = 'lit'
[[tables]]
name = "x"
[tables.rules]
minimum = 5
[[tables]]
rules.minimum = 6
[[tables.sub]]
z = 1
'''


def test_lines_of_every_shape() -> None:
    tomllib.loads(SHAPES)
    lines = lines_of(SHAPES)
    assert {path: line for path, line in lines.items() if path[-1] not in (0, 1, 2, 3)} == {
        ("name",): 2,
        ("text",): 3,
        ("list",): 6,
        ("list", 2, "k"): 7,
        ("list", 2, "m"): 7,
        ("list", 2, "m", "n"): 7,
        ("day",): 9,
        ("floor",): 10,
        ("floor", "quo.ted"): 11,
        ("floor", "quo.ted", "b"): 11,
        ("tables", 0, "name"): 13,
        ("tables", 0, "rules"): 14,
        ("tables", 0, "rules", "minimum"): 15,
        ("tables", 1, "rules"): 17,
        ("tables", 1, "rules", "minimum"): 17,
        ("tables", 1, "sub", 0, "z"): 19,
    }
    assert lines["tables", 1] == 16


keys = st.text("abcdef_", min_size=1, max_size=4)
values = st.recursive(
    st.booleans() | st.integers() | st.text("ab#=[]{}'\" \\", max_size=6),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(keys, values, max_size=6), st.dictionaries(keys, values, max_size=4))
def test_every_key_is_found_on_its_line(top: dict[str, object], tables: dict[str, object]) -> None:
    written = [f"{key} = {toml(value)}" for key, value in top.items()]
    written += ["# between", "[[t]]", *(f"{key} = {toml(value)}" for key, value in tables.items())]
    text = "\n".join(written)
    if "t" in top:
        return
    tomllib.loads(text)
    lines = lines_of(text)
    for key in top:
        assert written[lines[key,] - 1].startswith(f"{key} =")
    for key in tables:
        assert written[lines["t", 0, key] - 1].startswith(f"{key} =")


# ---------------------------------------------------------------- what cannot be read

TABLE = '[[tables]]\ngame = "boule"\n'
HOSTILE: list[tuple[str, bytes, str]] = [
    ("cut off", b'[[tables]]\ngame = "bou', "floor.toml, line 2, field “game”: not valid TOML."),
    ("no value", b"[[tables]]\ngame =\n", "floor.toml, line 2, field “game”: not valid TOML."),
    ("not toml", b"<html>\n<body>hola</body>", "floor.toml, line 1: not valid TOML."),
    ("a list never closed", b"rows = [[1,\n2,\n", "field “rows”: not valid TOML."),
    ("twice", b'game = "boule"\ngame = "boule"\n', "floor.toml, line 2, field “game”: not valid TOML."),
    (
        "latin",
        "name = 1\nchief = 'Iñaki'\n".encode("latin-1"),
        "floor.toml, line 2: the file is not in UTF-8",
    ),
    ("utf-16", TABLE.encode("utf-16"), "floor.toml, line 1: the file is not in UTF-8"),
    ("noughts", b"\x00" * 50, "floor.toml, line 1: not valid TOML."),
    ("deep", b"\nx = " + b"[" * 100_000, "floor.toml, line 2: lists or fields are nested too deeply."),
    ("deep and closed", b"x = " + b"[" * 5000 + b"]" * 5000, "line 1: lists or fields are nested"),
    ("inline", b"x = " + b"{a=" * 5000, "floor.toml, line 1: lists or fields are nested"),
    (
        "a number",
        b"[[tables]]\nrules.minimum = " + b"9" * 5000,
        "line 2, field “rules.minimum”: not valid TOML",
    ),
    ("empty", b"", "describes no table"),
    ("only comments", b"# nothing\n", "describes no table"),
    ("only a floor", b'[floor]\nnorm = "IB05"\n', "describes no table"),
    ("too many", TABLE.encode() * (MAX_TABLES + 1), "floor.toml has more than 2000 tables, the maximum."),
    ("a line of megabytes", b"x = '" + b"a" * MAX_BYTES + b"'", "is larger than 4 MiB"),
]


@pytest.mark.parametrize(("content", "says"), [pytest.param(*rest, id=name) for name, *rest in HOSTILE])
def test_what_cannot_be_read_is_one_sentence(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "floor.toml"
    path.write_bytes(content)
    began = time.perf_counter()
    with pytest.raises(NovamasError) as caught:
        check(path)
    assert time.perf_counter() - began < 5
    for language in LANGUAGES:
        told = voice_for(language).error(caught.value)
        assert "\n" not in told
        assert len(told) < 400
    assert says in str(caught.value)


def test_a_file_of_a_hundred_megabytes_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "floor.toml"
    with path.open("wb") as file:
        file.truncate(100 * 2**20)
    with pytest.raises(NovamasError, match="is larger than 4 MiB"):
        check(path)


def test_folders_and_other_things(tmp_path: Path) -> None:
    with pytest.raises(NovamasError, match="cannot be read: "):
        check(tmp_path / "nobody.toml")
    with pytest.raises(NovamasError, match=r"contains no \.toml file"):
        check(tmp_path)
    (tmp_path / "notes.txt").write_text("nothing")
    (tmp_path / "a.toml").mkdir()
    with pytest.raises(NovamasError, match=r"contains no \.toml file"):
        check(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NovamasError, match="is neither a file nor a folder"):
        check(tmp_path / "pipe")
    with pytest.raises(NovamasError):
        check("nul\0byte")
    (tmp_path / "b.toml").write_bytes(b"x = [")
    with pytest.raises(NovamasError, match=r"b\.toml, line 1, field “x”: not valid TOML"):
        check(tmp_path)


def told(path: Path) -> list[str]:
    voice = voice_for("en")
    return [
        f"{one.place.file}:{one.place.line} {finding_text(one, voice)}"
        for one in check(path).findings
        if one.problem.code != "premises_not_stated"
    ]


def test_a_folder_is_one_floor(tmp_path: Path) -> None:
    (tmp_path / "floor.toml").write_text('[floor]\nnorm = "IB05"\nrows = [["one", "two"]]\n')
    (tmp_path / "one.toml").write_text('game = "boule"\nrules.minimum = 400\n')
    (tmp_path / "two.toml").write_text('game = "boule"\n')
    assert check(tmp_path).tables == 2
    assert told(tmp_path) == []
    (tmp_path / "two.toml").write_text('game = "boule"\nrules.minimum = 400\n')
    assert [one[:10] for one in told(tmp_path)] == ["one.toml:2", "two.toml:2"]
    (tmp_path / "z.toml").write_text('[floor]\nnorm = "AR10"\n')
    assert "z.toml:1 Another file of the folder already has the section [floor]." in told(tmp_path)


WRONG = """
[floor]
norm = "IB05"
rows = "BJ1"
colour = 3
[games.boule]
premises = 7
[[tables]]
name = 3
game = "boule"
rules.minimum = 100000000000000000000000000000000000000000000000000000000000000000000000
rules.maximum = -1e400
rules.chip = nan
rules.seats = [[1]]
premises.croupiers = true
rulez.x = 1
chief = "\\u0000\\u001b[31m"
on = 2020-01-01T00:00:00
[[tables]]
game = "blackjack"
rules.minimum = "five"
rules.retirement = true
premises.places = 3
premises."\\u001b[2J" = 1
[[tables]]
name = "no game"
"""


def test_every_field_that_is_wrong_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "floor.toml").write_text(WRONG)
    found = told(tmp_path / "floor.toml")
    lines = {int(one.split()[0].split(":")[1]) for one in found}
    assert lines >= {4, 5, 7, 9, 11, 12, 13, 14, 15, 16, 17, 18, 21, 22, 23}
    assert all("\x1b" not in one and "\n" not in one and len(one) < 500 for one in found)
    assert "floor.toml:5 The field “colour” does not exist." in found
    assert "floor.toml:22 Under IB05, this game (blackjack) has no choice “retirement”." in found
    assert "floor.toml:23 “places” belongs in the section [rules], not in [premises]." in found
    assert any(one.startswith("floor.toml:11 ") and "10^7" in one for one in found)
    assert found[-1] == "floor.toml:25 The field “game” is missing."


@given(st.binary(max_size=200))
def test_no_bytes_are_a_traceback(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "bytes.toml"
    path.write_bytes(b'game = "boule"\nnorm = "IB05"\n' + content)
    with contextlib.suppress(NovamasError):
        check(path)


def test_the_floor_of_the_guide_is_written_as_floors_are(tmp_path: Path) -> None:
    guide = (Path(__file__).parent.parent.parent / "docs" / "floors.md").read_text("utf-8")
    path = tmp_path / "floor.toml"
    path.write_text(guide.split("```toml\n")[1].split("```")[0], "utf-8")
    found = check(path)
    assert found.tables == 2
    assert {one.problem.code for one in found.findings} == {
        "minimum_not_authorised",  # ten euros without an authorisation to change it
        "premises_not_stated",
    }


def test_two_hundred_tables_are_checked_in_two_seconds(tmp_path: Path) -> None:
    """Two hundred tables are checked in two seconds of processor time. See also benchmarks/check.py."""
    path = tmp_path / "floor.toml"
    path.write_text(floor(200, faulty=True), "utf-8")
    began = time.process_time()
    assert check(path).count("red") > 100
    assert time.process_time() - began < 2
