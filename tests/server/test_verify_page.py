"""The page that verifies records in a browser: correct, without network access, in three languages.

The test recomputes its results from its own tables and known answers. The program of the page is run by hand
(`node tools/verify_page.mjs RECORD`). In a browser it first checks its known answers.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any

import pytest
from tests.record import apart

import novamas
from novamas.equipment import SINGLE_ZERO, RevealedSource
from novamas.equipment.chance import UniformDraw
from novamas.equipment.dice import Dice
from novamas.equipment.wheels import Wheel
from novamas.games import GAMES
from novamas.record import read_record
from novamas.record.replay import replay
from novamas.table.deeds import Drawn

PAGE = Path(novamas.__file__).parent / "server" / "pages" / "verify.html"
TEXT = PAGE.read_text("utf-8")
LANGUAGES = ("es", "ca", "en")


def part(pattern: str) -> str:
    found = re.search(pattern, TEXT, re.DOTALL)
    assert found, pattern
    return found[1]


PROGRAM = part(r'<script id="program">(.*?)</script>')
SHOWING = part(r'<script id="showing">(.*?)</script>')
TEXTS: dict[str, dict[str, str]] = json.loads(
    part(r'<script id="texts" type="application/json">(.*?)</script>')
)
ROULETTE = json.loads(part(r"const ROULETTE = (\[.*?\]);"))
WAYS: dict[str, list[int]] = {
    game: ROULETTE if ways == "ROULETTE" else json.loads(ways)
    for game, ways in re.findall(
        r"^  (\w+): (ROULETTE|\[[^\]]*\]),", part(r"const WAYS = \{(.*?)\n\};"), re.MULTILINE
    )
}


# ---------------------------------------------------------------- nothing leaves


def test_its_policy_allows_its_own_text_and_nothing_else() -> None:
    def hashed(text: str) -> str:
        return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"

    policy = part(r'http-equiv="Content-Security-Policy" content="([^"]*)"')
    assert policy == (
        f"default-src 'none'; script-src {hashed(PROGRAM)} {hashed(SHOWING)}; "
        f"style-src {hashed(part(r'<style>(.*?)</style>'))}; base-uri 'none'; form-action 'none'"
    )
    assert TEXT.index("Content-Security-Policy") < TEXT.index("<style>") < TEXT.index("<script")


def test_it_names_no_address_and_knows_no_way_to_send() -> None:
    for word in (
        "http://",
        "https://",
        "fetch(",
        "XMLHttpRequest",
        "WebSocket",
        "sendBeacon",
        "import(",
        "import ",
    ):
        assert word not in TEXT.replace('http-equiv="', "")
    for word in (
        " src=",
        " href=",
        "url(",
        "@import",
        "<link",
        "<img",
        "<iframe",
        "<form",
        " style=",
        " onclick=",
    ):
        assert word not in TEXT
    assert "innerHTML" not in TEXT  # what stands in a record is shown as text, never read as a page
    assert "eval" not in PROGRAM + SHOWING


# ---------------------------------------------------------------- it computes what we compute


def test_its_known_answers_are_those_of_the_library() -> None:
    rows = re.findall(r"^  \[(.*)\],$", part(r"const VECTORS = \[.*?\n(.*?)\];\nconst SPINS"), re.MULTILINE)
    assert len(rows) == 4
    for row in rows:
        plain = re.sub(
            r'("[^"]*")\.repeat\((\d+)\)', lambda found: json.dumps(json.loads(found[1]) * int(found[2])), row
        )
        plain = re.sub(r'("[0-9a-f]*") \+ "([0-9a-f]*)"', lambda found: found[1][:-1] + found[2] + '"', plain)
        text, size, person, key, begins = json.loads(f"[{plain}]")
        found = blake2b(
            text.encode(), digest_size=size, person=person.encode(), key=bytes.fromhex(key)
        ).hexdigest()
        assert found.startswith(begins)
        assert len(begins) == 32
    spins = part(r"const SPINS = \[(.*?)\];\nfunction")
    assert spins == '"00".repeat(31) + "01", "olé", [26, 2, 7, 21, 33, 23, 29, 16]'
    source = RevealedSource("00" * 31 + "01", "olé")
    assert [source.draw(SINGLE_ZERO) for _ in range(8)] == [26, 2, 7, 21, 33, 23, 29, 16]


def test_its_persons_are_ours() -> None:
    persons = set(re.findall(r'"(novamas(?:\.\w+)?)"', PROGRAM))
    names = ("link", "promise", "player", "live", "both", "seeded", "seed", "blind")
    assert persons == {"novamas", *(f"novamas.{name}" for name in names)}
    assert re.findall(r'signedText\("([^"]*)"', PROGRAM) == ["novamas seal 1", "novamas receipt 1"]
    assert re.findall(r'\["([a-z-]+)", ', part(r"const sealText = (.*?)\]\);")) == [
        *("table", "lines", "last", "commitment", "player-commitment", "seed", "player-seed")
    ]


@pytest.mark.parametrize("game", WAYS)
def test_the_ways_of_a_game_are_those_that_its_engine_draws_from(game: str, tmp_path: Path) -> None:
    session = novamas.open(game, my_seed="olé")
    session.play(5)
    path = tmp_path / "evening.jsonl"
    session.save(path, reveal=True)
    record = read_record(path)
    kinds = [one.before.draws() for one in replay(record) if isinstance(one.deed, Drawn)]
    assert kinds
    for draws in kinds:
        assert isinstance(draws, Wheel | Dice)
        assert [draws.at(n) for n in range(draws.total)] == WAYS[game]
    assert record.seed
    expected = apart.draws(apart.key_of(record.seed, "olé"), WAYS[game])
    assert [one.what for one in record.deeds if isinstance(one, Drawn)] == [next(expected) for _ in kinds]


def test_games_whose_ways_change_are_not_among_them() -> None:
    assert set(WAYS) <= set(GAMES)
    assert all(2 <= len(ways) <= 256 for ways in WAYS.values())  # the page reads one byte of a word
    with_fixed_ways = {
        "ruleta",
        "ruleta_americana",
        "ruleta_doble_cero",
        "boule",
        "ruleta_de_la_fortuna",
        "craps",
    }
    assert set(WAYS) == with_fixed_ways


def test_the_top_byte_is_all_that_a_draw_of_few_ways_reads() -> None:
    """The page takes bits of the eighth byte of a word, the program takes the top bits of the word."""
    key, ways = apart.key_of("00" * 32, None), range(54)
    tops = (word.to_bytes(8, "little")[7] for word in apart.words(key))
    theirs = [top >> 2 for top, _ in zip(tops, range(400), strict=False) if top >> 2 < len(ways)]
    source = RevealedSource("00" * 32)
    assert theirs == [source.draw(UniformDraw(54)) for _ in theirs]


# ---------------------------------------------------------------- what it says


def used() -> set[str]:
    codes = set(re.findall(r'data-text="(\w+)"', TEXT)) | set(re.findall(r'say\("(\w+)"', SHOWING)) - {
        "state_"
    }
    codes |= {f"state_{state}" for state in ("good", "bad", "open")}
    codes |= {"verdict_good", "verdict_bad", "verdict_open"}
    codes |= set(re.findall(r'code: "(\w+)"', PROGRAM + SHOWING))
    for call in re.findall(r"tell\((.*)\)", PROGRAM):
        codes |= {word for word in re.findall(r'"(\w+)"', call) if word not in ("good", "bad", "open")}
    return codes


def test_every_code_has_its_text_and_every_text_its_code() -> None:
    assert used() == set(TEXTS)


@pytest.mark.parametrize("code", TEXTS)
def test_a_text_is_in_three_languages_with_the_same_figures(code: str) -> None:
    texts = TEXTS[code]
    assert tuple(texts) == LANGUAGES
    figures = {language: sorted(re.findall(r"\{(\w+)\}", texts[language])) for language in LANGUAGES}
    assert figures["es"] == figures["ca"] == figures["en"]
    assert all("'" not in text and "  " not in text for text in texts.values())
    if "." in texts["en"] and not code.startswith("facts"):
        assert all(text.endswith(".") and text[0].isupper() for text in texts.values())


def test_figures_of_a_text_are_given_where_it_is_told() -> None:
    given: dict[str, set[str]] = {}
    for call in re.findall(r"tell\((.*)\)", PROGRAM):
        codes = [word for word in re.findall(r'"(\w+)"', call) if word not in ("good", "bad", "open")]
        for code in codes:
            names: Any = re.findall(r"[{,] ?(\w+)(?=[:,}])", call[call.find("{") :] if "{" in call else "")
            given.setdefault(code, set()).update(names)
    for code, names in given.items():
        wanted = set(re.findall(r"\{(\w+)\}", TEXTS[code]["en"]))
        assert wanted <= names | (
            {"line"} if code in ("other_link", "after_seal", "other_seal") else set()
        ), code


def test_it_can_be_used_by_keyboard_and_read_aloud() -> None:
    assert 'aria-live="polite"' in TEXT
    assert ":focus-visible" in TEXT
    assert "prefers-color-scheme: dark" in TEXT
    assert TEXT.count("<label") == 3
    assert "tabindex" not in TEXT
    assert 'name="viewport"' in TEXT
