"""Every refusal at the baccarats and at treinta y cuarenta cites its clause and is true."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from tests.games.test_chemin_de_fer import BANK_WINS, banco, banked, table

from novamas.equipment.chance import Seeded
from novamas.families.passing_bank.acts import Banco
from novamas.games.bacara_dos_panos.acts import Stake, StakeHalf, StakeOnBoth
from novamas.law.texts import LANGUAGES
from novamas.table.deeds import Deed
from novamas.table.events import Withdrew
from novamas.table.refusals import Refusal
from novamas.table.roles import NOBODY
from novamas.table.session import Session
from novamas.testing import Rehearsal
from novamas.testing.contract import lawful
from novamas.testing.random_play import any_deed, disturbed
from novamas.testing.rehearsal import opened
from novamas.words import voice_for
from novamas.words.problems import refused

MOMENTS = {  # how the clauses begin, and how each ends; what is rare is met elsewhere
    "chemin_de_fer": (
        "IB05.08.",
        (
            "TallaOver VII.29, Offering V.1, Forming VII.6, Associating V.2, Betting VII.11, "
            "Consenting VII.9, Ready VII.24, Serving VI.4, Served VI.4, Looking VI.4, PuntoSpeaks VI.6, "
            "BankAnswers VI.5, BankSpeaks VI.11, Third VI.12, Announced VI.13, Keeping V.4, Auction V.11, "
            "Forced V.18, Suspended VII.1"
        ),
    ),
    "bacara_dos_panos": (
        "IB05.09.",
        (
            "TallaOver VII.2, Auction V.1.2, Betting VII.5, Serving VII.9, Looking VII.12, Speaking VI.3, "
            "BankAnswers VII.12, BankSpeaks VI.5, Third VI.1, Announced VII.15, Between V.1.6, Broken V.1.8, "
            "Offering V.1.11, Suspended VII.1"
        ),
    ),
    "punto_y_banca": (
        "IB05.07.",
        "Shuffling V.1, FirstCard VII.3, Waiting V.1, Betting V.1, Called VII.6, Turning VII.7, Third VII.11",
    ),
    "treinta_y_cuarenta": (
        "IB05.05.V.",
        "Shuffling 1.4, Cutting 3.1, Waiting 1.4, Betting 1.4, Laying 3.4",
    ),
}
STEPS = 1_500


def blindly(slug: str) -> Iterator[tuple[Session, list[Deed]]]:
    """Yield the phases of random play, each with acts that a person may try. Closed tables reopen."""
    start, rng, source = opened(slug, "IB05"), Random(14), Seeded(14)
    session, met = Session(start.opening, source, automatic=()), list[Deed]()
    for _ in range(STEPS):
        yield session, [disturbed(rng.choice(met), rng) for _ in range(3)] if met else []
        if session.phase.turn is NOBODY:
            session = Session(start.opening, source, automatic=())
        deed = any_deed(session, rng, incidents=0.05)
        met = [*met[-200:], deed]
        session.do(deed)


@pytest.mark.parametrize("slug", MOMENTS)
def test_every_moment_is_by_its_own_clause(slug: str) -> None:
    begins, moments = MOMENTS[slug]
    wanted = {name: begins + ends for name, ends in (each.split() for each in moments.split(", "))}
    found = {type(session.phase).__name__: session.phase.clause for session, _ in blindly(slug)}
    assert {name: found.get(name) for name in wanted} == wanted


@pytest.mark.parametrize("slug", MOMENTS)
def test_every_refusal_cites_its_game_and_is_told_in_three_languages(slug: str) -> None:
    codes: dict[str, Refusal] = {}
    own = lawful(opened(slug, "IB05").frame)
    for session, wild in blindly(slug):
        for deed in wild:
            refusal = session.why_not(deed)
            if refusal is not None:
                assert refusal.clause in own, (deed, refusal)
                codes.setdefault(refusal.code, refusal)
    for refusal in codes.values():
        for language in LANGUAGES:
            voice = voice_for(language, slug)
            assert voice.has(f"refusals.{refusal.code}"), refusal
            assert refused(refusal, voice)
    assert len(codes) > 8


# ---------------------------------------------------------------- the nearest true reason


@pytest.mark.law("IB05.08.V.a.1")
def test_the_garage_above_its_limit_is_told_from_winnings_that_are_too_small_or_gone() -> None:
    circle = banked(40_000)
    banco(circle, 2, BANK_WINS)  # wins 38 000
    assert circle.refused("s1 garage 1000", "no_garage", "IB05.08.V.a.1").figures == {"over": 50_000}
    circle.play("s1 keep; croupier completar; s3 stake 20000; croupier no_van_mas", BANK_WINS)
    circle.play("s3 carta; s1 abatir")
    refusal = circle.refused("s1 garage 57001", "above_maximum", "IB05.08.V.a.1")
    assert (refusal.dial, refusal.given, refusal.most) == ("cents", 57_001, 57_000)
    circle.refused("s1 garage 0", "below_minimum", "IB05.08.V.a.1")
    circle.play("s1 garage 57000")
    circle.refused("s1 garage 1", "no_winnings_left", "IB05.08.V.a.1")


@pytest.mark.law("IB05.08.V.26", "IB05.08.V.7", "IB05.08.V.8")
def test_a_bank_that_is_too_low_is_told_from_one_that_was_passed() -> None:
    circle = table(buy_in=900, minimum_banca=1_000)
    circle.play("croupier shuffle")
    circle.refused("s1 take_bank 1000", "bank_too_low", "IB05.08.V.26")


@pytest.mark.law("IB05.08.V.26", "IB05.08.V.24")
def test_chips_that_do_not_reach_are_told_from_a_maximum_of_the_law() -> None:
    circle = table(buy_in=60_000)
    circle.play("croupier shuffle")
    short = circle.refused("s1 take_bank 60001", "not_enough_chips", "IB05.08.V.1")
    assert (short.given, short.most) == (60_001, 60_000)
    assert circle.refused("s1 take_bank 100001", "above_maximum", "IB05.08.V.26").most == 100_000
    circle.play("s1 take_bank 50000")
    circle.refused("s1 raise_bank 10001", "not_enough_chips")
    assert circle.refused("s1 raise_bank 50001", "above_maximum", "IB05.08.V.26").most == 50_000
    circle.refused("s2 raise_bank 60001", "not_the_banker")
    circle.play("s1 raise_bank 10000; s2 buy_chips 1000; s1 announce; croupier completar")
    circle.refused("s3 stake 60100", "above_maximum", "IB05.08.V.24")
    circle.play("s3 stake 20000")
    circle.refused("s3 stake 40100", "above_maximum", "IB05.08.V.24")
    circle.refused("s3 stake_on_line 40100", "not_enough_chips", "IB05.08.VII.11")
    assert circle.refused("s3 stake_on_line 80100", "above_maximum", "IB05.08.V.24").most == 80_000


@pytest.mark.law("IB05.09.V.1.17")
def test_a_bid_beyond_the_chips_is_told_from_one_beyond_the_maximum_of_the_bank() -> None:
    here = Rehearsal(opened("bacara_dos_panos", "IB05", buy_in=500_000))
    here.play("croupier shuffle")
    has, most, chip = here.felt.purse(2), here.felt.rules.maximum_banca, here.felt.rules.chip
    assert here.refused(f"s2 bid {has + chip}", "not_enough_chips", "IB05.09.V.1.2").most == has
    beyond = here.refused(f"s2 bid {most + chip}", "above_maximum", here.felt.course.bank_maximum)
    assert beyond.most == most


@pytest.mark.law("IB05.09.V.1.14", "IB05.09.VII.7")
def test_chips_on_the_line_beyond_a_purse_are_told_from_those_beyond_the_maximum_of_a_cloth() -> None:
    here = Rehearsal(opened("bacara_dos_panos", "IB05", buy_in=300_000, maximum=200_000))
    here.play("croupier shuffle; s7 bid 300000")
    here.until("Betting")
    for stake in ("stake_on_both", "stake_half"):
        short = here.refused(f"s2 {stake} 310000", "not_enough_chips", "IB05.09.VII.5")
        assert (short.given, short.most) == (310_000, 300_000)
        assert here.refused(f"s2 {stake} 410000", "above_maximum", "IB05.09.V.1.14").most == 400_000


@pytest.mark.law("IB05.08.III.3.1", "IB05.09.III.2")
@pytest.mark.parametrize(
    ("slug", "clause"), [("chemin_de_fer", "IB05.08.III.3.1"), ("bacara_dos_panos", "IB05.09.III.2")]
)
def test_money_is_changed_in_whole_chips_by_the_changer(slug: str, clause: str) -> None:
    here = Rehearsal(opened(slug, "IB05"))
    chip = here.felt.rules.chip
    here.refused(f"s2 buy_chips {chip + 1}", "broken_chip", clause)
    here.refused("s2 buy_chips 0", "below_minimum", clause)
    here.refused("s2 buy_chips 9999999900", "above_maximum", clause)


@pytest.mark.law("IB05.09.VIII.2.3", "IB05.09.VII.5")
def test_no_kind_of_stake_is_laid_after_ya_no_va_mas() -> None:
    serving = next(one for one, _ in blindly("bacara_dos_panos") if type(one.phase).__name__ == "Serving")
    stakes = Stake(9, "pano_1", 1_000), StakeOnBoth(9, 2_000), StakeHalf(9, 2_000), Banco(9)
    for stake in stakes:
        refusal = serving.why_not(stake)
        assert refusal is not None
        assert (refusal.code, refusal.clause) == ("ya_no_va_mas", "IB05.09.VII.5")


@pytest.mark.law("IB05.07.IV.4")
def test_who_deals_is_not_told_that_another_does() -> None:
    here = Rehearsal(opened("punto_y_banca", "IB05"))
    here.until("Waiting")
    here.refused("croupier shuffle", "shoe_not_ended")
    dealer = here.felt.dealer
    here.refused(f"s{dealer} pass_shoe", "not_your_turn", "IB05.07.V.1")
    here.refused(f"s{dealer % 2 + 1} pass_shoe", "not_the_dealer")


@pytest.mark.law("IB05.09.V.1.14")
def test_a_plain_stake_beyond_the_purse_is_told_from_one_beyond_the_maximum_of_a_cloth() -> None:
    here = Rehearsal(opened("bacara_dos_panos", "IB05", buy_in=300_000, maximum=400_000))
    here.play("croupier shuffle; s7 bid 300000")
    here.until("Betting")
    short = here.refused("s2 stake primero 300100", "not_enough_chips", "IB05.09.VII.5")
    assert (short.dial, short.given, short.most) == ("cents", 300_100, 300_000)
    assert here.refused("s2 stake primero 400100", "above_maximum", "IB05.09.V.1.14").most == 400_000
    here.play("s2 stake primero 200000")
    assert here.refused("s2 stake primero 200100", "above_maximum", "IB05.09.V.1.14").most == 200_000
    assert here.refused("s2 stake primero 100100", "not_enough_chips", "IB05.09.VII.5").most == 100_000
    here.play("s2 stake segundo 100000")
    assert here.refused("s2 stake primero 100", "not_enough_chips", "IB05.09.VII.5").most == 0
    assert (
        here.refused("s3 stake primero 1", "below_minimum", "IB05.09.V.1.14").least == here.felt.rules.minimum
    )
    here.refused("s7 stake primero 1000", "banker_may_not_bet", "IB05.09.VII.5")


@pytest.mark.law("IB05.08.VII.11", "IB05.08.VII.24")
def test_a_stake_while_cards_are_dealt_comes_after_no_van_mas() -> None:
    circle = banked(40_000)
    circle.refused("s3 stake 1000", "banco_first", "IB05.08.VII.11")
    circle.play("croupier completar; s2 stake 20000; croupier no_van_mas")
    for _ in range(3):  # Ready, Serving, Served
        for stake in ("s3 stake 1000", "s3 stake_on_line 2000", "s3 banco", "s3 banco_con_la_mesa"):
            circle.refused(stake, "no_van_mas", "IB05.08.VII.11")
        circle.play({"Ready": "s1 repartir", "Serving": "croupier serve", "Served": "s2 levantar"}[circle.at])
    circle.refused("s1 rise", "coup_under_way", "IB05.08.IV.1")


@pytest.mark.law("IB05.09.V.1.6", "IB05.09.V.1.11")
def test_the_bank_of_two_cloths_is_not_left_before_its_first_coup() -> None:
    here = Rehearsal(opened("bacara_dos_panos", "IB05", buy_in=300_000))
    here.play("croupier shuffle; s7 bid 300000")
    here.until("Betting")
    here.refused("s7 leave_bank", "must_deal", "IB05.09.V.1.6")
    here.refused("s2 leave_bank", "not_the_banker")
    here.play("croupier ya_no_va_mas")  # no player has bet: there was no coup
    assert here.at == "Between"
    here.refused("s7 leave_bank", "must_deal", "IB05.09.V.1.6")
    here.play("s7 continue; s2 stake primero 1000")
    events = here.play("floor refuses_to_deal")
    assert here.at == "Offering"
    assert (here.felt.purse(2), here.felt.purse(7), here.felt.banker) == (300_000, 300_000, 0)
    assert {event.clause for event in events.of(Withdrew)} == {"IB05.09.V.1.11"}
    here.play("s2 take_bank; s3 stake primero 1000; croupier ya_no_va_mas")
    here.refused("floor refuses_to_deal", "cannot_have_happened")
