"""Audit of recorded sessions of every game with injected faults: only these faults are found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from tests.house.audit.planting import NOWHERE, PLANTERS, Planted
from tests.house.audit.sessions import Played, play, write
from tests.record.forging import bare, chained, lines_of, put
from tests.support.circle import circle
from tests.support.every_game import ONE_OF_EACH_KIND

from novamas.families.banked.acts import Bet
from novamas.games import GAMES
from novamas.house.audit import AuditReport, audit, report
from novamas.house.audit.card_order import RoundCards
from novamas.law.texts import LANGUAGES
from novamas.record.claims import BURN
from novamas.words import voice_for
from novamas.words.audit import departure_text

EVENINGS = (  # rounds, share of incidents, and whether chance repeats its outcomes
    *((12, 0.03, False), (12, 0.3, False), (60, 0.1, False), (30, 0.4, False), (12, 0.0, True)),
)


@pytest.fixture(autouse=True)
def _no_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip the odds for the hold, which are slow and have their own tests."""
    monkeypatch.setattr(report, "cached_odds", lambda table: {})


def played(slug: str, rounds: int = 12) -> Played:
    return play(slug, 7, rounds, incidents=0.03)


def _evening(slug: str, nth: int) -> Played:
    rounds, incidents, is_loaded = EVENINGS[nth]
    return play(slug, 7, rounds, incidents=incidents, is_loaded=is_loaded)


def sessions(slug: str) -> Iterator[Played]:
    """Yield sessions of a game. The next one is played only if the last had no place for an error."""
    return (_evening(slug, nth) for nth in range(len(EVENINGS)))


def audited(session: Played, folder: Path) -> AuditReport:
    return audit([write(session, folder / "session.jsonl")])


def check(planted: Planted, folder: Path) -> None:
    """Check that the injected error is the only departure, with its round, money and clause."""
    found = audited(planted.played, folder)
    told = [(one.kind, one.round) for one in found.departures]
    assert told == [(planted.kind, str(planted.round + 1))], found.departures[:3]
    (only,) = found.departures
    assert only.clause
    if planted.cents is not None:
        assert only.cents == planted.cents
    assert found.total == sum(found.kinds.values()) == 1


@pytest.mark.parametrize("slug", GAMES)
def test_a_clean_session_has_no_departure(slug: str, tmp_path: Path) -> None:
    session = played(slug)
    found = audited(session, tmp_path)
    assert found.is_clean, found.departures[:3]
    assert found.money.rounds == len(session.rounds)
    assert found.undecided == 0


@pytest.mark.parametrize("slug", ONE_OF_EACH_KIND)
def test_every_planted_error_is_found_and_nothing_else(slug: str, tmp_path: Path, soak: bool) -> None:
    """Every kind of error is tried in every game, except kinds that are impossible in a game."""
    missing = set[str]()
    for name, planter in PLANTERS.items():
        many = 3 if soak else 1
        tried = (list(islice(planter(session, Random(11)), many)) for session in sessions(slug))
        planted = next(filter(None, tried), [])
        for one in planted:
            check(one, tmp_path)
        if not planted:
            missing.add(name)
    assert missing == {name for name, nowhere in NOWHERE.items() if slug in nowhere.games}


@pytest.mark.parametrize("slug", ["ruleta", "holdem", "blackjack"])
def test_a_line_that_was_changed_breaks_the_chain_there_and_the_rest_is_audited(
    slug: str, tmp_path: Path
) -> None:
    path = write(played(slug), tmp_path / "session.jsonl")
    lines = lines_of(path)
    at = next(number for number, line in enumerate(lines) if number > 20 and "Vidal" in line)
    lines[at] = lines[at].replace("Vidal", "Riera")
    found = audit([put(path, lines)])
    assert [(one.kind, one.line) for one in found.departures] == [("broken_chain", at + 1)]
    assert found.money.rounds == 12
    assert found.croupiers["Riera"].rounds == 1


def test_lines_that_were_taken_out_and_added_are_each_found(tmp_path: Path) -> None:
    path = write(played("ruleta", 9), tmp_path / "session.jsonl")
    lines = lines_of(path)
    claims = [number for number, line in enumerate(lines) if line.startswith('{"claimed"')]
    lines.insert(claims[6] + 1, lines[claims[6]])
    del lines[claims[2]]
    found = audit([put(path, lines)])
    assert [one.line for one in found.departures if one.kind == "broken_chain"] == [
        claims[2] + 1,
        claims[6] + 1,
    ]


def test_a_payment_that_was_taken_twice_names_bet_amount_and_who_gained(tmp_path: Path) -> None:
    session = played("ruleta")
    planted = next(PLANTERS["wrong_payout"](session, Random(2)))
    (found,) = audited(planted.played, tmp_path).departures
    assert found.payment is not None
    assert found.due is not None
    assert found.claimed is not None
    assert found.gain == abs(found.claimed - found.due) == found.cents
    assert found.gained == ("player" if found.claimed > found.due else "house")
    assert found.clause in found.payment.clauses
    assert found.croupier in ("Pons", "Vidal")


def test_what_was_done_is_told_in_words_and_not_as_it_is_typed(tmp_path: Path) -> None:
    told = {"es": "apuesta {} al ", "ca": "aposta {} al ", "en": "bets {} on "}
    session = played("ruleta")
    planted = next(PLANTERS["above_limit"](session, Random(3)))
    (found,) = audited(planted.played, tmp_path).departures
    assert isinstance(found.deed, Bet)
    for language in LANGUAGES:
        voice = voice_for(language, "ruleta")
        assert told[language].format(voice.money(found.deed.cents)) in departure_text(found, voice)


def test_totals_by_croupier_and_seat_add_up(tmp_path: Path) -> None:
    session = played("punto_y_banca", 20)
    planted = next(PLANTERS["wrong_payout"](session, Random(5)))
    found = audited(planted.played, tmp_path)
    for part in ("staked", "due", "paid", "win", "departures", "at_stake"):
        whole = getattr(found.money, part)
        assert sum(getattr(money, part) for money in found.croupiers.values()) == whole
    assert sum(money.staked for money in found.seats.values()) == found.money.staked
    assert found.money.due != found.money.paid


def test_claimed_cards_are_compared_and_not_their_spelling(tmp_path: Path) -> None:
    path = write(played("punto_y_banca"), tmp_path / "session.jsonl")
    text = "\n".join(bare(lines_of(path)))
    spelt = re.sub(
        r'"(punto|banca)=T([cdhs])"', lambda found: f'"{found[1].title()}=10{found[2].upper()}"', text
    )
    assert spelt != text
    put(path, chained(spelt.split("\n")))
    assert audit([path]).is_clean


def test_a_burned_card_that_was_put_back_is_no_new_deck() -> None:
    cards = RoundCards()
    table = circle("five_stud", "AR10")
    table.play("croupier deal", "7c 8c 9c Tc Ks Qs Js As", "s4 raise_to 200; s1,s2,s3 match")
    table.play("floor burned_wrongly two=no corrected=no", "7d 8d 9d Td")
    for (before, deed), events in zip(table.session.past, table.session.deed_events, strict=False):
        cards.enter(before, deed, events)
    assert [laid.word for laid in cards.all()][-4:] == ["1=7d", "2=8d", "3=9d", "4=Td"]
    assert BURN not in [laid.word for laid in cards.all()]
