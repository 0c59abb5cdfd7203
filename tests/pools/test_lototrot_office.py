"""A Lototrot day on the store, from its programme to the last prize: each act and each refusal."""

from __future__ import annotations

from datetime import date, timedelta
from functools import partial

import pytest
from tests.pools.day_at_the_races import DAY, FIRST, NOON, is_as_committed, programme, rules
from tests.pools.office_with_day import NEXT, ONES, Races, refusal

from novamas.equipment.chance import CommittedSource, verify
from novamas.errors import NovamasError
from novamas.law import Frame, clauses
from novamas.law.conduct import rules_of_conduct
from novamas.law.default import ours
from novamas.pools.codes import code_of
from novamas.pools.lototrot.days import OFFICE, account_of, frame_at
from novamas.pools.lototrot.reports import report_accounts, report_day
from novamas.pools.lototrot.settlement import Funds
from novamas.pools.lototrot.tickets import Ticket
from novamas.store import GroupCommit
from novamas.store import verify as verified
from novamas.words import voice_for
from novamas.words.pools import ticket_slip

# ---------------------------------------------------------------- selling


@pytest.mark.law("IB05.14.II.1.1")
def test_a_bet_is_registered_and_its_ticket_given(races: Races) -> None:
    ticket = races.sell("3/1,4/7/2/5/6/1")
    assert races.outlets.ticket(ticket.code) == ticket
    assert (ticket.outlet, ticket.cents, ticket.day) == ("palma-1", 200, DAY)
    with races.store.reading() as books:
        assert books.balance(account_of("stakes", DAY)) == books.till("outlet/palma-1") == 200


@pytest.mark.law("IB05.14.III.10.10-1.1")
def test_a_bet_is_paid_when_it_is_placed(races: Races) -> None:
    for paid in (0, 99, 101):
        found = refusal(lambda paid=paid: races.outlets.sell("palma-1", DAY, ONES, paid, "k"))  # type: ignore[misc]
        assert found == ("price_not_paid", "IB05.14.III.10.10-1.1")
    with races.store.reading() as books:
        assert books.head("outlet/palma-1") is None


@pytest.mark.law("IB05.14.I.5.1")
def test_a_number_without_a_horse_is_not_accepted_nothing_is_charged_and_it_may_be_corrected(
    races: Races,
) -> None:
    def sell(forecast: str) -> Ticket:
        return races.outlets.sell("palma-1", DAY, forecast, 100, "one key")

    outside = races.office.day(DAY).programme.races[2].numbers[-1] + 1
    for wrong in (outside, 0):
        assert refusal(lambda wrong=wrong: sell(f"1/1/{wrong}/1/1/1/1")) == (  # type: ignore[misc]
            "no_such_horse",
            "IB05.14.I.5.1",
        )
    with races.store.reading() as books:
        assert books.head("outlet/palma-1") is None
        assert books.balance(account_of("stakes", DAY)) == books.till("outlet/palma-1") == 0
    ticket = sell("1/1/2/1/1/1/1")
    races.close()
    races.office.withdraw(DAY, 3, 2)  # a horse of the programme: its bets pass to another
    for race in range(1, 8):
        races.office.enter_result(DAY, race, [3 if race == 3 else 1])
    assert races.office.settle_day(DAY).prizes[0].winners == 1
    assert races.outlets.won_by(ticket.code) > 0


@pytest.mark.law("IB05.14.I.6.2")
def test_only_authorised_premises_register_bets(races: Races) -> None:
    outside = ("outlet_not_authorised", "IB05.14.I.6.2")
    assert refusal(lambda: races.sell(outlet="muro-1")) == outside
    races.office.revoke("inca-1")
    assert refusal(lambda: races.sell(outlet="inca-1")) == outside
    assert refusal(lambda: races.office.revoke("muro-1")) == outside
    forged = races.sell().code.replace("PALMA", "MUROS")
    assert refusal(lambda: races.outlets.ticket(forged))[0] == "code_altered"
    elsewhere = str(code_of("muro-1", 1, bytes(32)))
    assert refusal(lambda: races.outlets.ticket(elsewhere)) == ("ticket_of_no_outlet", "IB05.14.I.6.2")


@pytest.mark.parametrize("name", ["", "Palma", "palma_1", "palma/1", "-"])
def test_an_outlet_has_a_name_that_fits_on_tickets(races: Races, name: str) -> None:
    assert refusal(lambda: races.office.authorise(name, "Bar")) == ("outlet_badly_named", "IB05.14.II.3.1")


def test_a_terminal_that_asks_again_gets_the_same_ticket(races: Races) -> None:
    first = races.outlets.sell("palma-1", DAY, ONES, 100, "again")
    assert races.outlets.sell("palma-1", DAY, ONES, 100, "again") == first
    races.close()
    assert races.outlets.sell("palma-1", DAY, ONES, 100, "again") == first  # its answer was lost
    for forecast in ("2/1/1/1/1/1/1", ONES[:-1] + "2"):
        with pytest.raises(NovamasError) as caught:
            races.outlets.sell("palma-1", DAY, forecast, 100, "again")
        assert caught.value.code == "key_reused"
    with races.store.reading() as books:
        assert books.balance(account_of("stakes", DAY)) == 100


def test_sales_that_wait_together_are_served_together(races: Races) -> None:
    with GroupCommit(races.store) as counter:
        acts = [races.outlets.selling("palma-1", DAY, ONES, 100, f"t{number}") for number in range(50)]
        waiting = [counter.submit(act) for act in acts]
        codes = {one.result().code for one in waiting}
    assert len(codes) == 50
    assert races.outlets.sell_many("inca-1", DAY, [ONES] * 30) == 3000
    with races.store.reading() as books:
        assert books.balance(account_of("stakes", DAY)) == 8000


@pytest.mark.law("IB05.14.III.4.1")
def test_no_bet_is_taken_after_closing(races: Races) -> None:
    closed = ("selling_closed", "IB05.14.III.4.1")
    races.sell()
    races.clock.now = FIRST
    assert refusal(races.sell) == closed  # by the clock, though no one closed it yet
    races.close()
    assert refusal(races.sell) == closed
    assert refusal(races.close) == ("day_not_settled", "IB05.14.III.4.1")  # the text says: closed already
    assert refusal(lambda: races.sell(day=NEXT))[0] == "no_such_pool_day"


@pytest.mark.law("IB05.14.III.4.1")
def test_a_ticket_registered_after_the_start_takes_no_part_and_is_refunded(races: Races) -> None:
    in_time = races.sell()
    early = FIRST - timedelta(minutes=20)  # the first race started before its time
    races.clock.now = early
    late = races.sell(outlet="inca-1")
    races.clock.now = FIRST - timedelta(minutes=10)
    assert refusal(lambda: races.office.close_day(DAY, FIRST)) == ("start_to_come", "IB05.14.III.4.1")
    before = early - timedelta(days=1)
    assert refusal(lambda: races.office.close_day(DAY, before)) == ("start_of_another_day", "IB05.14.III.4.1")
    closed = races.office.close_day(DAY, early)
    assert (closed.late, closed.refunds) == ((late.code,), 100)
    for race in range(1, 8):
        races.office.enter_result(DAY, race, [1])
    assert races.office.settle_day(DAY).columns == 1
    races.office.order_payment(DAY)
    races.go_to(DAY + timedelta(days=1))
    assert races.pay(late, "inca-1") == 100
    assert races.pay(in_time) == 18  # 30 % of 60 c
    assert refusal(lambda: races.pay(late))[0] == "already_paid"


@pytest.mark.law("IB05.14.III.4.1")
def test_a_delayed_start_lets_selling_go_on(races: Races) -> None:
    """After a delay every outlet sells until the confirmed start, also one that had sold before."""
    races.sell()
    later = FIRST + timedelta(minutes=20)
    for wrong in (FIRST - timedelta(minutes=30), NOON - timedelta(hours=1), later + timedelta(days=1)):
        assert refusal(partial(races.office.postpone, DAY, wrong)) == (
            "closing_not_later", "IB05.14.III.4.1"
        )  # fmt: skip
    races.office.postpone(DAY, later)
    races.clock.now = FIRST + timedelta(minutes=10)
    in_time = races.sell()
    races.clock.now = later
    assert refusal(races.sell) == ("selling_closed", "IB05.14.III.4.1")
    assert races.office.close_day(DAY, later - timedelta(minutes=1)).late == ()
    assert refusal(lambda: races.office.postpone(DAY, later))[0] == "day_not_settled"
    assert races.outlets.ticket(in_time.code) == in_time


@pytest.mark.law("IB05.14.III.4.1")
def test_a_start_that_was_recalled_makes_no_ticket_late(races: Races) -> None:
    races.clock.now = FIRST - timedelta(minutes=20)
    late = races.sell()
    races.clock.now = FIRST - timedelta(minutes=15)
    assert races.office.close_day(DAY, FIRST - timedelta(minutes=30)).refunds == 100
    again = FIRST + timedelta(minutes=5)
    races.office.recall(DAY, again)
    assert races.office.day(DAY).state == "open"
    assert races.office.day(DAY).closed is None
    races.clock.now = FIRST + timedelta(minutes=1)
    races.sell()
    races.clock.now = again
    closed = races.office.close_day(DAY, again)
    assert (closed.late, closed.refunds) == ((), 0)
    for race in range(1, 8):
        races.office.enter_result(DAY, race, [1])
    assert refusal(lambda: races.office.recall(DAY, again))[0] == "start_not_recalled"
    assert races.office.settle_day(DAY).columns == 2
    assert races.outlets.won_by(late.code) > 0
    assert verified(races.store).breach is None


@pytest.mark.law("IB05.14.III.5.5-2.1")
def test_nothing_is_sold_before_the_programme_hangs(races: Races) -> None:
    races.clock.now = NOON - timedelta(days=3)  # the books of the outlets are still empty
    assert refusal(races.sell) == ("not_displayed_yet", "IB05.14.III.5.5-2.1")


def test_a_day_is_opened_once(races: Races) -> None:
    assert refusal(lambda: races.office.open_day(programme(), rules()))[0] == "day_already_open"


# ---------------------------------------------------------------- results


@pytest.mark.law("IB05.14.III.5.5-3.3")
def test_a_result_is_entered_once_and_stands(races: Races) -> None:
    assert refusal(lambda: races.office.enter_result(DAY, 1, [1])) == ("day_still_open", "IB05.14.III.4.1")
    races.close()
    races.office.enter_result(DAY, 1, [1])
    final = ("result_is_final", "IB05.14.III.5.5-3.3")
    assert refusal(lambda: races.office.enter_result(DAY, 1, [2])) == final
    assert refusal(lambda: races.office.withdraw(DAY, 1, 2)) == final
    assert refusal(lambda: races.office.declare(DAY, "suspended", [1])) == final
    assert refusal(lambda: races.office.enter_result(DAY, 8, [1]))[0] == "no_such_race"
    assert refusal(lambda: races.office.enter_result(DAY, 2, [9]))[0] == "winner_did_not_start"


@pytest.mark.law("IB05.14.III.5.5-4.5-4-1.1")
def test_a_bet_on_a_withdrawn_horse_wins_with_the_next(races: Races) -> None:
    ticket = races.sell("3/1/1/1/1/1/1")
    races.office.withdraw(DAY, 1, 3)
    assert refusal(lambda: races.office.withdraw(DAY, 1, 3))[0] == "already_withdrawn"
    races.close()
    races.office.withdraw(DAY, 1, 4)
    races.office.enter_result(DAY, 1, [5])
    for race in range(2, 8):
        races.office.enter_result(DAY, race, [1])
    found = races.office.settle_day(DAY)
    assert [prize.winners for prize in found.prizes] == [1, 0, 0, 0]
    assert races.outlets.won_by(ticket.code) == found.prizes[0].cents


@pytest.mark.law("IB05.14.III.5.5-4.5-4-2.1", "IB05.14.III.5.5-4.5-4-4.1")
def test_a_race_not_held_is_drawn_from_the_promised_seed(races: Races) -> None:
    races.close()
    assert refusal(lambda: races.office.draw(DAY, 3, "M. Riera"))[0] == "not_declared"
    races.office.withdraw(DAY, 3, 8)
    (declared,) = races.office.declare(DAY, "not_held", [3])
    assert refusal(lambda: races.office.enter_result(DAY, 3, [1]))[0] == "race_is_drawn"
    assert refusal(lambda: races.office.draw(DAY, 3, " "))[0] == "no_controller"
    races.clock.go(hours=2, seconds=1)
    assert refusal(lambda: races.office.draw(DAY, 3, "M. Riera"))[0] == "drawn_too_late"
    races.clock.go(seconds=-2)
    draw = races.office.draw(DAY, 3, "M. Riera", words="olé")
    assert is_as_committed(draw, declared)
    assert (draw.controller, draw.starters, draw.words) == ("M. Riera", tuple(range(1, 8)), "olé")
    assert verify(declared.commitment, draw.seed)
    assert refusal(lambda: races.office.draw(DAY, 3, "M. Riera"))[0] == "result_is_final"
    with races.store.reading() as books:
        assert books.secret(f"lototrot/{DAY}/3") is None
    assert races.office.day(DAY).results[3].winners == (draw.winner,)


@pytest.mark.law("IB05.14.III.5.5-4.5-4-2.1")
def test_a_whole_meeting_that_is_not_held_is_drawn_race_by_race(races: Races) -> None:
    ticket = races.sell("1,2,3,4,5,6,7,8/" * 6 + "1,2,3,4,5,6,7,8")  # every column there is
    races.office.close_day(DAY)  # no race ever started
    declared = races.office.declare(DAY, "not_held")
    assert [one.race for one in declared] == [1, 2, 3, 4, 5, 6, 7]
    assert len({one.commitment for one in declared}) == 7
    for one in declared:
        races.office.draw(DAY, one.race, "M. Riera")
    found = races.office.settle_day(DAY)
    assert [prize.winners for prize in found.prizes] == [1, 49, 1029, 12005]  # of 8^7 columns
    assert races.outlets.won_by(ticket.code) == found.paid_out


@pytest.mark.law("IB05.14.III.5.5-4.5-4-2.1", "IB05.14.III.5.5-4.5-4-4.1")
def test_a_public_draw_without_the_seed_is_entered(races: Races) -> None:
    """A public draw has the same time limits as one from the seed, and no other draw may follow."""
    races.close()
    by_hand = partial(races.office.enter_draw, DAY, how="bolas numeradas")
    assert refusal(lambda: by_hand(3, 2, "M. Riera"))[0] == "not_declared"
    (declared,) = races.office.declare(DAY, "not_held", [3])
    assert refusal(lambda: by_hand(3, 2, " "))[0] == "no_controller"
    assert refusal(lambda: by_hand(3, 99, "M. Riera"))[0] == "winner_did_not_start"
    races.clock.now = declared.at + timedelta(hours=2, seconds=1)
    assert refusal(lambda: by_hand(3, 2, "M. Riera"))[0] == "drawn_too_late"
    entered = by_hand(3, 2, "M. Riera", ordered="FBT 12")
    assert races.office.day(DAY).results[3].winners == (2,) == (entered.winner,)
    assert refusal(lambda: races.office.draw(DAY, 3, "M. Riera"))[0] == "result_is_final"
    assert refusal(lambda: by_hand(3, 4, "M. Riera"))[0] == "result_is_final"
    assert verified(races.store).breach is None


@pytest.mark.law("IB05.14.III.10.10-2.3", "IB05.14.III.10.10-2.4")
def test_an_authorised_entity_pays_any_prize_and_sells_nothing(races: Races) -> None:
    races.office.bring_in(100_000, 0, "acta")
    races.office.authorise("banco-1", "Banco de Inca", entity=True)
    assert refusal(lambda: races.sell(outlet="banco-1"))[0] == "outlet_not_authorised"
    ticket = races.sell(ONES)
    races.close()
    for race in range(1, 8):
        races.office.enter_result(DAY, race, [1])
    races.office.settle_day(DAY)
    races.office.order_payment(DAY)
    races.go_to(DAY + timedelta(days=1))
    assert refusal(lambda: races.pay(ticket, "inca-1")) == ("only_office_pays", "IB05.14.III.10.10-2.4")
    races.office.revoke("banco-1")
    assert refusal(lambda: races.pay(ticket, "banco-1"))[0] == "outlet_not_authorised"
    races.office.authorise("banco-1", "Banco de Inca", entity=True)
    assert races.outlets.pay("banco-1", ticket.code, "k", payee="Ana").cents > 100_000
    assert verified(races.store).breach is None


@pytest.mark.law("IB05.14.III.9.9-4.1")
def test_funds_of_earlier_days_are_brought_in_once_and_shared_out(races: Races) -> None:
    for seven, reserve, why in ((0, 0, "acta"), (-1, 5, "acta"), (100, 0, " ")):
        amounts = (seven, reserve, why)
        assert refusal(partial(races.office.bring_in, *amounts))[0] == "funds_unreadable"
    races.office.bring_in(100_000, 20_000, "acta de la jornada anterior")
    accounts = report_accounts(races.office)
    assert (accounts.seven, accounts.reserve) == (100_000, 20_000)
    ticket = races.sell(ONES)
    races.close()
    for race in range(1, 8):
        races.office.enter_result(DAY, race, [1])
    found = races.office.settle_day(DAY)
    assert found.brought == Funds(100_000, 20_000)
    assert races.outlets.prize_of(ticket.code) == races.outlets.won_by(ticket.code) > 100_000
    assert refusal(lambda: races.office.bring_in(1, 0, "acta")) == ("funds_are_kept", "IB05.14.III.9.9-5.2")
    assert verified(races.store).breach is None


def test_the_prize_of_a_ticket_is_shown_once_its_day_is_settled(races: Races) -> None:
    ticket = races.sell(ONES)
    assert races.outlets.prize_of(ticket.code) is None
    slip = ticket_slip(ticket, voice_for("en"), 1234)
    assert ("prize", "€12.34") in [(name.lower(), told) for name, told in slip.lines]


def test_the_seed_of_a_draw_is_in_no_book_before_it_is_revealed(races: Races) -> None:
    races.close()
    races.office.declare(DAY, "suspended", [3])
    with races.store.reading() as books:
        kept = books.secret(f"lototrot/{DAY}/3")
        assert kept is not None
        assert not any(kept in entry.body for entry in books.entries(book=OFFICE))
        assert CommittedSource(kept.decode()).commitment == races.office.day(DAY).declared[3].commitment


# ---------------------------------------------------------------- settlement


def test_a_day_is_settled_once_it_has_all_results_and_in_order(races: Races) -> None:
    races.sell()
    races.office.open_day(programme(NEXT), rules())
    assert refusal(lambda: races.office.settle_day(DAY))[0] == "day_still_open"
    races.close()
    assert refusal(lambda: races.office.settle_day(DAY)) == ("results_missing", "IB05.14.III.5.5-3.1")
    races.close(NEXT)
    for race in range(1, 8):
        races.office.enter_result(NEXT, race, [1])
    assert refusal(lambda: races.office.settle_day(NEXT)) == (
        "day_before_not_settled",
        "IB05.14.III.9.9-5.2",
    )
    for race in range(1, 8):
        races.office.enter_result(DAY, race, [2], on=DAY)
    races.office.settle_day(DAY)
    assert refusal(lambda: races.office.settle_day(DAY))[0] == "day_is_settled"
    second = races.office.settle_day(NEXT)
    assert second.brought.seven == 18  # what DAY carried: 30 % of 60 c


@pytest.mark.law("IB05.14.III.8.8-2.1")
def test_prizes_are_paid_by_an_order_that_is_final(races: Races) -> None:
    ticket = races.sell()
    races.close()
    for race in range(1, 8):
        races.office.enter_result(DAY, race, [1])
    ordered = "IB05.14.III.8.8-2.1"
    assert refusal(lambda: races.office.order_payment(DAY)) == ("day_not_settled", ordered)
    races.office.settle_day(DAY)
    races.go_to(DAY + timedelta(days=1))
    assert refusal(lambda: races.pay(ticket)) == ("payment_not_ordered", ordered)
    races.office.order_payment(DAY)
    assert refusal(lambda: races.office.enter_result(DAY, 1, [2])) == ("day_is_settled", ordered)
    assert races.pay(ticket) == 18


def test_what_moves_for_a_settlement_is_what_it_says(races: Races) -> None:
    for forecast in (ONES, "1/1/1/1/1/1/2", "1/1/1/1/1/2/2,3"):
        races.sell(forecast)
    races.run()
    found = races.office.day(DAY).settlement
    assert found is not None
    with races.store.reading() as books:
        assert books.balance(account_of("stakes", DAY)) == 0
        assert books.balance(account_of("prizes", DAY)) == found.paid_out
        accounts = report_accounts(races.office)
        assert (accounts.seven, accounts.reserve) == (found.left.seven, found.left.reserve)
        assert accounts.organiser == found.organiser == 160
        assert accounts.days == ((DAY, "paying"),)
    report = report_day(races.office, DAY)
    assert (report.sold["palma-1"].tickets, report.sold["palma-1"].cents) == (3, 400)
    assert (report.first_day, report.last_day) == (date(2026, 11, 21), date(2026, 12, 20))
    assert report.waiting == found.paid_out
    assert report.settlement == found


# ---------------------------------------------------------------- people, and the law of old days


CONDUCT = [one.id for one in clauses(game="lototrot", duty="conduct")]


def test_the_rules_of_conduct_are_those_of_the_law(races: Races) -> None:
    assert set(rules_of_conduct(races.office.frame).all) == set(CONDUCT)
    assert len(CONDUCT) == 7


@pytest.mark.law("IB05.14.I.6.1", "IB05.14.III.1.1-3.1", "IB05.14.III.3.1")
@pytest.mark.law("IB05.14.III.5.5-3.2", "IB05.14.III.5.5-4.5-4-2.2", "IB05.14.III.8.8-1.2")
def test_what_people_do_against_a_rule_of_conduct_is_written_down(races: Races) -> None:
    for rule in CONDUCT:
        races.office.note_conduct(rule, "staff", "no lo anuncia")
    found = refusal(lambda: races.office.note_conduct("IB05.14.II.3.1", "staff", "no lo anuncia"))
    assert found == ("no_rule_of_the_office", "IB05.00.Catalogo.14.1")
    races.office.announce(DAY, "la carrera 3 no se celebra", "megafonía y web")
    with races.store.reading() as books:
        assert len(list(books.entries(kind="conduct", book=OFFICE))) == 7
        (announced,) = books.entries(kind="announced", book=OFFICE)
        assert b"IB05.14.III.5.5-4.5-4-2.2" in announced.body


def test_an_old_day_is_kept_with_its_law(races: Races, monkeypatch: pytest.MonkeyPatch) -> None:
    """A later edition of the figures does not change bets placed under an earlier one."""
    frame = races.office.frame
    monkeypatch.setattr(ours(), "frames", {})
    monkeypatch.setattr(ours(), "frame", lambda norm, game: frame)
    with races.store.reading() as books:
        kept = frame_at(books, frame.pin)
    assert isinstance(kept, Frame)
    assert kept.pin == frame.pin
    assert kept.figures is not frame.figures


def test_the_books_hold_after_a_whole_day(races: Races) -> None:
    tickets = [races.sell(outlet=outlet) for outlet in ("palma-1", "inca-1")]
    races.run()
    races.go_to(DAY + timedelta(days=1))
    for ticket in tickets:
        races.pay(ticket, "palma-1")
    found = verified(races.store)
    assert found.breach is None
    assert found.anchors == 2
    assert sum(found.balances.values()) == 0
