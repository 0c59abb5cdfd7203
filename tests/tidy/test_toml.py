"""TOML files of strangers are read with limits, and only one module of the code reads them."""

from __future__ import annotations

import ast
import time
import tomllib
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

import novamas
from novamas.toml_text import MAX_DEPTH, MAX_VALUES, TomlBeyondBounds, load

SOURCE = Path(novamas.__file__).parent
DATA = sorted(SOURCE.rglob("*.toml"))
OF_THE_PACKAGE = {  # these read only files that the package brings
    *("server/logs.py", "bots/bettor.py", "school/orders.py", "hall/people/rights.py", "hands/names.py"),
    *("house/par/sheet.py", "words/texts.py", "pools/lototrot/meetings.py"),
    *("law/norms.py", "law/packs.py", "hall/tables/pace.py"),  # packs of strangers are read by `toml_text`
}
BOMBS = {
    "dots": "a" + ".a" * 20_000 + "=1\n",
    "dots with spaces": "a" + " . 'a'" * 20_000 + "=1\n",
    "dots in a header": "[a" + ".a" * 20_000 + "]\n",
    "dots in a list": "x = [{a" + ".a" * 20_000 + "=1}]\n",
    "keys": "".join(f"k{number}=1\n" for number in range(200_000)),
    "tables": "".join(f"[k{number}]\n" for number in range(200_000)),
    "tables of a list": "[[a]]\n" * 200_000,
    "elements": "a=[" + "1," * 1_000_000 + "]",
    "brackets": "a=" + "[" * 100_000,
    "braces": "a=" + "{a=" * 100_000,
    "keys behind a text": 'a="""x""""\n' + "b=1\n" * 200_000,
    "keys behind a remark": "# '''\n" + "b=1\n" * 200_000,
}
TRAPS = {  # a scanner that backs out of a text needs quadratic time
    "quotes": '"' * 2_000_000,
    "single quotes": "'" * 2_000_000,
    "three quotes": 'a="""' + '\\"""' * 500_000 + "\\",
    "escapes": '"' + '\\"' * 1_000_000,
    "escapes by threes": "a=" + '"\\' * 1_000_000,
    "one long text": "a='" + "x" * 4_000_000 + "'",
    "many texts": 'a="""\n' * 300_000,
}


def names_of_modules(path: Path) -> set[str]:
    """Return the TOML parsers that a module calls."""
    tree = ast.parse(path.read_text("utf-8"))
    found = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    return found & {"tomllib.loads", "tomllib.load", "msgspec.toml.decode", "toml.decode", "loads"}


def test_only_one_place_reads_the_toml_of_strangers() -> None:
    readers = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if "toml" in path.read_text("utf-8") and names_of_modules(path)
    }
    assert readers == {"toml_text.py"} | OF_THE_PACKAGE


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_is_refused_before_it_is_parsed(bomb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tomllib, "loads", lambda *_, **__: pytest.fail("it was parsed"))
    begun = time.monotonic()
    with pytest.raises(TomlBeyondBounds) as caught:
        load(BOMBS[bomb], Path("bomb.toml"))
    assert time.monotonic() - begun < 2
    assert caught.value.figures["most"] in (MAX_DEPTH, MAX_VALUES)
    assert caught.value.figures["path"] == "bomb.toml"


@pytest.mark.parametrize("trap", TRAPS)
def test_the_scanner_takes_linear_time(trap: str) -> None:
    begun = time.monotonic()
    with suppress(tomllib.TOMLDecodeError, TomlBeyondBounds):
        load(TRAPS[trap])
    assert time.monotonic() - begun < 5


@pytest.mark.parametrize("path", DATA, ids=lambda path: path.stem)
def test_the_bounds_read_all_that_we_write(path: Path) -> None:
    text = path.read_text("utf-8")
    assert load(text, most=10**9) == tomllib.loads(text)


def size(value: object) -> int:
    match value:
        case dict():
            return sum(1 + size(each) for each in value.values())
        case list():
            return sum(1 + size(each) for each in value)
    return 0


def value(chance: Random, deep: int = 0) -> str:
    """Return a random value as TOML. Its texts contain characters that have a meaning outside texts."""
    inside = [value(chance, deep + 1) for _ in range(chance.randrange(4))] if deep < 4 else []
    match chance.randrange(8):
        case 0:
            return "[" + ", ".join(inside) + "]"
        case 1:
            return "[\n" + ", # ]\n".join([*inside, ""]) + "]"
        case 2:
            return "{" + ", ".join(f"k{number} = {each}" for number, each in enumerate(inside)) + "}"
        case 3:
            return '"' + "".join(chance.choices(("a", "=", "[", '\\"', "'", "#", "\\\\"), k=5)) + '"'
        case 4:
            return "'" + "".join(chance.choices(("a", "=", "{", "\\", '"', "#"), k=5)) + "'"
        case 5:
            return '"""' + "".join(chance.choices(("a=", '"a', '\\"', "\n", "]", "#'"), k=5)) + '""""'
        case 6:
            return "'''" + "".join(chance.choices(("a=", "'a", "\\", "\n", "[", '#"'), k=5)) + "''''"
    return str(chance.randrange(10))


def test_no_value_hides_from_the_count() -> None:
    """Texts that look like keys are not counted, and keys after such texts are."""
    chance = Random(31)
    for _ in range(3000):
        rows = [f"k{number} = {value(chance)} # ' = [" for number in range(chance.randrange(1, 6))]
        text = "\n".join((*rows, "[[t]]", f"x = {value(chance)}"))
        found = size(tomllib.loads(text))
        load(text, most=2 * found + 1)  # a list and a table have a bracket and at most one comma too many
        with pytest.raises(TomlBeyondBounds):
            load(text, most=(found + 1) // 2 - 1)
