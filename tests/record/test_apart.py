"""A verifier without code of novamas agrees with novamas on valid records and on forged ones."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest
from tests.record import apart
from tests.record.forging import lines_of, put, rewritten
from tests.record.test_signatures import HOUSE, TABLE, written

import novamas
from novamas.equipment import SINGLE_ZERO, TWO_DICE, CommittedSource
from novamas.record import Writer, check, header_of, read_record

SOUND = ["whole", "sealed", "seed_promised", "player_promised", "draws_agree"]


def test_it_has_nothing_of_ours() -> None:
    text = Path(apart.__file__).read_text("utf-8")
    imported = set(re.findall(r"^\s*(?:from|import) (\w+)", text, re.MULTILINE))
    assert imported == {"__future__", "json", "collections", "hashlib", "typing", "cryptography"}


def saved(path: Path, game: str, rounds: int, *bets: str) -> Path:
    session = novamas.open(game, my_seed="olé", cash="900 €")
    session.play(rounds, *bets)
    session.save(path, reveal=True)
    return path


@pytest.mark.parametrize("game", ["ruleta", "ruleta_americana", "craps"])
def test_it_agrees_on_what_was_played(game: str, tmp_path: Path) -> None:
    path = saved(tmp_path / "evening.jsonl", game, 20)
    assert apart.verified(path.read_bytes()) == [*SOUND, "not_signed"]
    checked = check(read_record(path))
    assert (checked.broken, checked.chance) == (None, "agrees")
    assert checked.draws > 0


def test_it_knows_who_signed(tmp_path: Path) -> None:
    path = written(tmp_path / "signed.jsonl", HOUSE)
    assert apart.verified(path.read_bytes()) == [*SOUND, "signed_by_some"]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('"cents":1000', '"cents":2000', "signature_altered"),
        ('"last":false', '"last":true', "signature_altered"),
        (r'"player_seed":"olé\nolé"', r'"player_seed":"ole"', "other_player_seed"),
        ('"commitment":"', '"commitment":"0', "other_seed"),
    ],
)
def test_it_finds_what_is_forged_and_so_do_we(tmp_path: Path, old: str, new: str, code: str) -> None:
    path = rewritten(written(tmp_path / "signed.jsonl", HOUSE), (old, new))
    assert code in apart.verified(path.read_bytes())
    assert check(read_record(path)).broken is not None


def test_it_finds_a_draw_that_is_not_the_seeds(tmp_path: Path) -> None:
    path = saved(tmp_path / "evening.jsonl", "ruleta", 3)
    what = next(deed.what for deed in read_record(path).deeds if hasattr(deed, "what"))
    rewritten(path, (f'"what":{what}', f'"what":{(what + 1) % 37}'))
    assert "other_draw" in apart.verified(path.read_bytes())
    at = check(read_record(path)).broken
    assert at is not None


def test_a_line_changed_or_taken_out_is_found_by_both(tmp_path: Path) -> None:
    path = written(tmp_path / "signed.jsonl", HOUSE)
    lines = lines_of(path)
    for at in range(1, len(lines) - 1):
        put(path, lines[:at] + lines[at + 1 :])
        assert apart.verified(path.read_bytes()) == ["other_link"]
        assert read_record(path).chain.broken is not None


def test_every_draw_of_a_live_wheel_is_told_by_what_is_revealed(soak: bool, tmp_path: Path) -> None:
    """In a hundred thousand rounds, an outsider recomputes every draw from the revealed seed."""
    tables, rounds = (1000, 100) if soak else (20, 100)
    for number in range(tables):
        live = CommittedSource()
        if number % 2:
            live.mix_in(f"player {number}")
        draws, ways = (SINGLE_ZERO, apart.ROULETTE) if number % 4 < 2 else (TWO_DICE, apart.DICE)
        promised, players = live.commitment, live.player_commitment
        drawn = [live.draw(draws) for _ in range(rounds)]
        seed = live.reveal()
        assert apart.hashed(bytes.fromhex(seed), "novamas.promise").hex() == promised
        assert (players is None) == (live.player_seed is None)
        expected = apart.draws(apart.key_of(seed, live.player_seed), ways)
        assert drawn == [next(expected) for _ in drawn]


@pytest.mark.soak
def test_records_of_many_rounds_are_told_the_same(tmp_path: Path) -> None:
    """The engine plays five thousand rounds into a signed record, which both verify alike."""
    session = novamas.open("ruleta", my_seed="olé", cash="100000 €")
    session.play(5000, "s1 bet rojo 2 €")
    path = tmp_path / "long.jsonl"
    assert isinstance(session.source, CommittedSource)
    with path.open("w", encoding="utf-8") as file:
        writer = Writer(file, header_of(session.table, session.source, cash=session.cash))
        for deed in session.deeds:
            writer.deed(deed)
        writer.seal(session.source.reveal(), "olé", partial(HOUSE.seal, TABLE))
    assert apart.verified(path.read_bytes()) == [*SOUND, "signed_by_some"]
    checked = check(read_record(path), house=HOUSE.public)
    assert (checked.broken, checked.draws, checked.signed) == (None, 5000, "by_the_house")
