"""A game of another package: found by its entry point, listed without its code, played like any other."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from tests.support.plug_in import (
    GAME,
    NORM,
    PACKAGE,
    REGION,
    TITLE,
    environment,
    installed,
    write_metadata,
)

import novamas
from novamas.errors import NovamasError
from novamas.games import GAMES, faults_of_entries, game, known_games, package_of, usable_games
from novamas.hall.tables.opening import table_at
from novamas.law.default import library_with, ours
from novamas.odds.cache import cache_path
from novamas.record import read_record
from novamas.testing import Contract
from novamas.words import our_voice, voice_for


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install the package in this process, and return the folder of its metadata."""
    folders = installed(tmp_path / "site")
    for folder in folders:
        monkeypatch.syspath_prepend(folder)
    return tmp_path / "site"


def run(site: Path, *line: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command where the package is installed."""
    return subprocess.run(
        [sys.executable, "-m", "novamas", "--lang", "en", *line],
        env=environment(*installed(site)),
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )


class TestBolaDoce(Contract):
    """The suite of `novamas.testing`, which is all that the package's own tests need."""

    game = GAME
    norms = (NORM,)
    steps = 1_500

    @pytest.fixture(autouse=True)
    def _installed(self, site: Path) -> None:
        type(self).law = library_with()


def test_it_is_known_beside_ours_and_has_its_package(site: Path) -> None:
    assert known_games() == (*GAMES, GAME)
    assert package_of(GAME) == TITLE
    assert package_of("boule") is None
    assert game(GAME) in tuple(usable_games())


def test_a_list_of_games_does_not_import_it(site: Path) -> None:
    program = (
        f"import sys; from novamas.cli import main; main(['games', '--norm', {NORM!r}]);"
        f"print([name for name in sys.modules if name.startswith({PACKAGE!r})])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env=environment(*installed(site)),
        capture_output=True,
        text=True,
        check=True,
    )
    assert GAME in ran.stdout
    assert ran.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        (("games", GAME, "--norm", NORM), "ball of twelve"),
        (("law", f"{NORM}.3"), "A number pays ten to one"),
        (("odds", GAME), "8.333 %"),
        (("check", "--form", GAME), "maximum"),
        (("placard", GAME, "--in", REGION), "ball of twelve"),
        (("par", GAME), "8.333"),
        (("simulate", GAME, "--bet", "par", "--rounds", "2000", "--seed", "1"), "Even"),
    ],
)
def test_every_command_knows_it(site: Path, line: tuple[str, ...], seen: str) -> None:
    ran = run(site, *line)
    assert seen.casefold() in ran.stdout.casefold(), (ran.stdout, ran.stderr)
    assert "Traceback" not in ran.stderr


def test_it_is_played_at_the_terminal_and_replayed(site: Path, tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    ran = run(site, "play", GAME, "--seed", "3", "--record", str(record), typed="2 on 7\n\nquit\n")
    assert (ran.returncode, ran.stderr) == (0, "")
    header = json.loads(record.read_text("utf-8").splitlines()[0])
    assert header["pack"] == header["package"] == TITLE
    assert run(site, "replay", str(record)).returncode == 0
    with pytest.raises(NovamasError) as raised:
        read_record(record, law=ours())
    assert raised.value.code == "record_of_missing_pack"


def test_a_record_and_a_table_name_the_package_that_is_missing(site: Path, tmp_path: Path) -> None:
    law, record = library_with(), tmp_path / "record.jsonl"
    ran = run(site, "play", GAME, "--seed", "3", "--record", str(record), typed="quit\n")
    assert ran.returncode == 0
    header = read_record(record, law=law).header
    write_metadata(site, games="")  # the pack of law stays, the game is gone
    sys.path.append(str(tmp_path))  # another path: entry points are read again
    try:
        for reader, code in (
            (lambda: read_record(record, law=law), "record_of_missing_game"),
            (lambda: table_at(header, law), "table_of_missing_game"),
        ):
            with pytest.raises(NovamasError) as raised:
                reader()
            assert raised.value.code == code
            assert TITLE in str(raised.value)
    finally:
        sys.path.remove(str(tmp_path))


def test_its_odds_come_from_the_walk(site: Path) -> None:
    law = library_with()
    session = novamas.open(GAME, law=law, seed=1)
    odds = novamas.compute_odds(session.table)
    assert odds["numero"].edge == Fraction(1, 12)
    assert odds["par"].edge == Fraction(1, 6)


def test_kept_odds_depend_on_the_code_of_the_package(site: Path, tmp_path: Path) -> None:
    law = library_with()
    before = cache_path(novamas.open(GAME, law=law, seed=1).table, None)
    assert before == cache_path(novamas.open(GAME, law=law, seed=2).table, None)
    of_boule = cache_path(novamas.open("boule", seed=1).table, None)
    (tmp_path / "novamas_other").mkdir()
    (tmp_path / "novamas_other" / "__init__.py").write_text("", "utf-8")
    write_metadata(site, "novamas_other", games="other = novamas_other:GAME")
    sys.path.insert(0, str(tmp_path))
    try:
        assert before != cache_path(novamas.open(GAME, law=law, seed=1).table, None)
        assert of_boule == cache_path(novamas.open("boule", seed=1).table, None)
    finally:
        sys.path.remove(str(tmp_path))


def test_a_method_of_its_own_lies_beside_the_game(site: Path, tmp_path: Path) -> None:
    """The odds of `PACKAGE.odds.SLUG` are used instead of the walk."""
    package = tmp_path / "own" / "novamas_own"
    (package / "odds").mkdir(parents=True)
    (package / "__init__.py").write_text("", "utf-8")
    (package / "odds" / "__init__.py").write_text("", "utf-8")
    (package / "own_ball.py").write_text(
        f"from msgspec.structs import replace\n\nfrom {PACKAGE}.{GAME} import GAME as BALL\n\n"
        "GAME = replace(BALL, slug='own_ball')\n",
        "utf-8",
    )
    (package / "odds" / "own_ball.py").write_text(
        "def bets(table):\n    return {'numero:1': 'counted'}\n", "utf-8"
    )
    write_metadata(tmp_path / "own", "novamas_own", games="own_ball = novamas_own.own_ball:GAME")
    sys.path.insert(0, str(tmp_path / "own"))
    try:
        from novamas.odds.report import table_odds
        from novamas.table.game import open_table

        law = library_with()
        odds: object = table_odds(open_table(game("own_ball"), law.frame(NORM, GAME)))
        assert odds == {"numero:1": "counted"}
    finally:
        sys.path.remove(str(tmp_path / "own"))


FAULTY = [
    ("gone = novamas_nowhere.x:GAME", "gone", "game_not_loaded"),
    ("empty = json:GAME", "empty", "game_not_loaded"),
    ("text = json:__name__", "text", "game_not_a_game"),
    (f"other = {PACKAGE}.{GAME}:GAME", "other", "game_other_slug"),
    ("boule = json:GAME", "boule", "game_of_ours"),
    ("no-name = json:GAME", "no-name", "game_entry_unreadable"),
    ("bare = json", "bare", "game_entry_unreadable"),
    (f"{GAME} = json:GAME", GAME, "game_of_two_packages"),
]


@pytest.mark.parametrize(("entry", "slug", "code"), FAULTY)
def test_a_faulty_game_is_told_in_one_sentence_and_stops_no_other(
    site: Path, tmp_path: Path, entry: str, slug: str, code: str
) -> None:
    faulty = tmp_path / "faulty"
    write_metadata(faulty, "novamas_faulty", games=entry)
    sys.path.append(str(faulty))
    try:
        assert game("boule").slug == "boule"
        assert {found.slug for found in usable_games()} >= set(GAMES)
        if code == "game_of_ours":
            (fault,) = faults_of_entries()
        else:
            with pytest.raises(NovamasError) as raised:
                game(slug)
            fault = raised.value
        assert fault.code == code
        for language in ("es", "ca", "en"):
            told = our_voice(language).error(fault)
            assert "novamas-" in told
            assert "\n" not in told
    finally:
        sys.path.remove(str(faulty))


def test_a_command_says_which_game_it_does_not_use(tmp_path: Path) -> None:
    site = write_metadata(tmp_path / "site", "novamas_faulty", games="boule = json:GAME")
    ran = subprocess.run(
        [sys.executable, "-m", "novamas", "odds", "boule"],
        env=environment(str(site)) | {"LC_ALL": "en"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "numero" in ran.stdout
    assert ran.stderr.splitlines() == [
        "The game “boule” of the package novamas-faulty 0.1.0 is not used: novamas has one of this name."
    ]


def test_the_catalogue_names_the_family_in_which_the_browser_shows_it(site: Path) -> None:
    from novamas.house.catalogue import everything, game_payload

    law = library_with()
    voice = voice_for("en", law=law)
    families = {frame.game: game_payload(frame, voice).family for frame in everything(law)}
    assert families.pop(GAME) == "wheels"
    assert not any(isinstance(family, str) for family in families.values())
