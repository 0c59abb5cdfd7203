"""The central system: sales, plays, payments, and unclaimed prizes."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date
from fractions import Fraction

import msgspec
import pytest
from tests.pools.promotrot import pre_drawn, probabilistic
from tests.store.databases import Clock

from novamas.equipment.chance import verify as is_promised
from novamas.errors import NovamasError
from novamas.law import Frame
from novamas.law.texts import LANGUAGES
from novamas.pools.codes import Code, read_code
from novamas.pools.payment_terms import CENTRAL
from novamas.pools.promotrot import accounts
from novamas.pools.promotrot.entries import PlayedTicket
from novamas.pools.promotrot.issues import Issue, prize_of
from novamas.pools.promotrot.office import Office
from novamas.pools.promotrot.outlets import Outlets
from novamas.pools.promotrot.plans import issue_of
from novamas.pools.promotrot.reports import Standing, check_ended, standing
from novamas.pools.promotrot.setup import frame_now
from novamas.store import PUBLIC, GroupCommit, NotEntered, Store, verify
from novamas.words import voice_for

CODE = "herradura-1"


@contextmanager
def refused(code: str, clause: str | None) -> Iterator[None]:
    """Check that an action is refused with this code and clause, in one sentence of each language."""
    with pytest.raises(NovamasError) as caught:
        yield
    assert (caught.value.code, caught.value.clause) == (code, clause)
    for language in LANGUAGES:
        said = voice_for(language).error(caught.value)
        assert said[0].isupper() or said[0] in "«“"
        assert clause is None or said.endswith(f"({clause})")


@pytest.fixture
def office(store: Store) -> Office:
    return open_office(store)


def open_office(store: Store) -> Office:
    """Return an office with two outlets and an issue of a thousand tickets."""
    opened = Office(store)
    opened.authorise("palma-1", "Bar Trot, Palma")
    opened.authorise("inca-1", "Café Sulky, Inca")
    opened.publish(pre_drawn())
    return opened


def small(kind: str = "presorteado") -> Issue:
    """Return an issue of ten tickets of a euro: one wins four euros, one an object worth four."""
    rows = [
        {"name": "oro", "times": 1, "cash": 400},
        {"name": "manta", "times": 1, "thing": "una manta", "market_price": 400},
    ]
    return issue_of("small", "Small", {"kind": kind, "tickets": 10, "price": 100}, rows, frame_now())


def dear(cents: int) -> Issue:
    """Return an issue of tickets for ten euros, one of which wins this amount."""
    rows = [{"name": "gordo", "times": 1, "cash": cents}]
    choices = {"kind": "presorteado", "tickets": cents // 1000 + 1, "price": 1000}
    return issue_of("dear", "Dear", choices, rows, frame_now())


def sell_all(office: Office, issue: Issue, outlet: str = "palma-1") -> list[PlayedTicket]:
    """Sell and play every ticket of an issue."""
    played = []
    for number in range(issue.tickets):
        sold = Outlets(office).sell(outlet, issue.code, issue.price, f"{issue.code} {number}")
        played.append(Outlets(office).play(outlet, sold.code, 1))
    return played


def winner(office: Office, issue: Issue, prize: str) -> str:
    """Return the code of a voucher for this prize."""
    office.publish(issue)
    return next(one.code for one in sell_all(office, issue) if one.voucher and one.voucher.prize == prize)


def stands(store: Store, issue: str = CODE) -> Standing:
    with store.reading() as books:
        return standing(books, issue)


def altered(code: str) -> Iterator[str]:
    """Yield the code with one character changed, once for each character."""
    for place, digit in enumerate(code):
        if digit.isalnum():
            yield code[:place] + ("7" if digit != "7" else "8") + code[place + 1 :]


# ---------------------------------------------------------------- selling and playing


@pytest.mark.law("IB05.15.IIbis.2.1")
def test_a_ticket_is_bought_at_its_price_at_an_authorised_outlet(office: Office, store: Store) -> None:
    sold = Outlets(office).sell("palma-1", CODE, 100, "a")
    assert (sold.number, sold.price, sold.issue) == (1, 100, CODE)
    with store.reading() as books:
        assert books.balance(accounts.takings(CODE)) == books.till("outlet/palma-1") == 100
    for paid in (99, 101, 0):
        with refused("not_its_price", "IB05.15.IIbis.2.1"):
            Outlets(office).sell("palma-1", CODE, paid, f"paid {paid}")
    with refused("outlet_unknown", "IB05.15.IIbis.2.1"):
        Outlets(office).sell("lloseta-1", CODE, 100, "b")
    with refused("issue_unknown", "IB05.15.IIbis.2.1"):
        Outlets(office).sell("palma-1", "otra", 100, "c")
    assert stands(store).sold == 1


@pytest.mark.law("IB05.15.IIbis.6.6-1.1")
def test_whoever_has_paid_may_play_at_once_and_nobody_else(office: Office, store: Store) -> None:
    sold = Outlets(office).sell("palma-1", CODE, 100, "a")
    assert Outlets(office).play("palma-1", sold.code, 5).number == 1
    with refused("code_unreadable", "IB05.15.IIbis.2.1"):
        Outlets(office).play("palma-1", "nothing", 5)
    unsold = {Outlets(office).sell("inca-1", CODE, 100, "b").code.replace("INCA-1", "PALMA-1")}
    for code in unsold:
        with pytest.raises(NovamasError):
            Outlets(office).play("palma-1", code, 5)
    assert stands(store).played == 1


@pytest.mark.law("IB05.15.IIbis.2.1")
def test_an_outlet_that_is_no_longer_authorised_neither_sells_nor_pays(office: Office, store: Store) -> None:
    code = winner(office, small(), "oro")
    left = Outlets(office).sell("palma-1", CODE, 100, "left")
    office.revoke("palma-1")
    with refused("outlet_unknown", "IB05.15.IIbis.2.1"):
        Outlets(office).sell("palma-1", CODE, 100, "more")
    with refused("outlet_unknown", "IB05.15.IIbis.2.1"):
        Outlets(office).pay("palma-1", code, "p")
    assert Outlets(office).sell("palma-1", CODE, 100, "left") == left  # its answer was lost
    assert Outlets(office).play("palma-1", left.code, 1).number == 1  # what was paid for is played
    assert Outlets(office).pay("inca-1", code, "p").cents == 400
    office.end(CODE)
    for name, establishment in ((CENTRAL, "Bar"), ("Palma 1", "Bar"), ("palma-2", " ")):
        with refused("outlet_unfit", "IB05.15.IIbis.2.1"):
            office.authorise(name, establishment)
    with refused("outlet_unknown", "IB05.15.IIbis.2.1"):
        office.revoke("lloseta-1")


def test_a_terminal_that_asks_again_gets_the_same_ticket(office: Office, store: Store) -> None:
    sold = Outlets(office).sell("palma-1", CODE, 100, "a")
    assert Outlets(office).sell("palma-1", CODE, 100, "a") == sold
    assert stands(store).sold == 1
    assert Outlets(office).sell("inca-1", CODE, 100, "a").number == 2  # a key is the terminal's own
    with pytest.raises(NotEntered) as caught:
        Outlets(office).sell("palma-1", CODE, 200, "a")
    assert caught.value.code == "key_reused"


@pytest.mark.law("IB05.15.IIbis.2.2", "IB05.15.IIbis.2.3")
def test_a_ticket_is_played_once_whatever_is_done_on_it(office: Office, store: Store) -> None:
    sold = Outlets(office).sell("palma-1", CODE, 100, "a")
    with refused("act_not_suggested", "IB05.15.IIbis.2.3"):
        Outlets(office).play("palma-1", sold.code, 10)
    played = Outlets(office).play("palma-1", sold.code, 9)
    assert len(played.face.cells) == 9
    assert Outlets(office).play("palma-1", sold.code, 2) == played
    assert stands(store).played == 1
    with refused("ticket_of_another_outlet", "IB05.15.IIbis.2.1"):
        Outlets(office).play("inca-1", sold.code, 2)


@pytest.mark.law("IB05.15.II.2.4")
def test_a_pre_drawn_issue_is_sold_to_its_last_ticket_and_no_further(office: Office, store: Store) -> None:
    office.publish(small())
    played = sell_all(office, small())
    assert [one.number for one in played] == list(range(1, 11))
    assert sorted(one.voucher.prize for one in played if one.voucher) == ["manta", "oro"]
    with refused("issue_sold_out", "IB05.15.II.2.4"):
        Outlets(office).sell("palma-1", "small", 100, "one more")
    assert stands(store, "small").returned == Fraction(8, 10)


@pytest.mark.law("IB05.15.II.3.4")
def test_a_probabilistic_issue_has_a_number_of_tickets_too(office: Office) -> None:
    office.publish(small("probabilistico"))
    sell_all(office, small("probabilistico"))
    with refused("issue_sold_out", "IB05.15.II.3.4"):
        Outlets(office).sell("palma-1", "small", 100, "one more")


@pytest.mark.law("IB05.15.IIbis.3.1")
def test_the_central_system_gives_each_number_once_to_all_who_wait_together(
    office: Office, store: Store
) -> None:
    with GroupCommit(store) as counter:
        asked = [
            counter.submit(Outlets(office).selling(("palma-1", "inca-1")[n % 2], CODE, 100, f"key {n // 2}"))
            for n in range(80)
        ]
        wrong = counter.submit(Outlets(office).selling("palma-1", CODE, 99, "wrong"))
        again = [counter.submit(Outlets(office).selling("palma-1", CODE, 100, f"key {n}")) for n in range(40)]
        sold = [one.result() for one in asked]
        assert [one.result() for one in again] == sold[::2]
    assert sorted(one.number for one in sold) == list(range(1, 81))
    assert isinstance(wrong.exception(), NovamasError)
    assert verify(store).breach is None


def test_what_is_published_does_not_change(office: Office, store: Store) -> None:
    promised = office.publish(pre_drawn())
    assert office.publish(pre_drawn()) == promised == stands(store).commitment
    with refused("issue_published", "IB05.15.IIbis.2.1"):
        office.publish(pre_drawn(presentation='"letras"'))
    with store.reading() as books:
        assert Office(store).issue(books, CODE) == pre_drawn()


def test_an_issue_keeps_the_law_by_which_it_was_published(store: Store, clock: Clock) -> None:
    now = frame_now()
    earlier = {**now.figures, "term": {**now.group("term", dict), "days": 10}}
    frame = Frame(now.law, now.game, now.norm, now.entry, earlier, now.borrowed, now.texts)
    before = msgspec.structs.replace(small(), frame=frame)
    Office(store).authorise("palma-1", "Bar Trot, Palma")
    code = winner(Office(store), before, "oro")
    with store.reading() as books:
        assert Office(store).issue(books, "small") == before
    clock.go(days=11)
    with refused("claim_lapsed", "IB05.15.IIbis.6.6-6.1"):
        Outlets(Office(store)).pay(CENTRAL, code, "p")


# ---------------------------------------------------------------- vouchers


@pytest.mark.law("IB05.15.IIbis.6.6-3.1")
def test_a_prize_is_told_by_a_voucher_with_its_elements(office: Office, store: Store, clock: Clock) -> None:
    office.publish(small())
    clock.go(hours=6, minutes=30)  # 23:30 UTC is the next day in Palma
    played = sell_all(office, small())
    won = {one.voucher.prize: one for one in played if one.voucher}
    cash, thing = won["oro"].voucher, won["manta"].voucher
    assert cash is not None
    assert thing is not None
    assert (cash.on, cash.establishment, cash.cents, cash.thing) == (
        *(date(2026, 11, 21), "Bar Trot, Palma", 400, ""),
    )
    assert (thing.thing, thing.cents) == ("una manta", 400)
    assert won["oro"].last_day == date(2026, 12, 21)
    assert all(not one.code for one in played if not one.voucher)
    office.authorise("palma-1", "Bar Trot Nou, Palma")
    again = Outlets(office).play("palma-1", won["oro"].ticket, 1)
    assert again == won["oro"]  # as it was printed


@pytest.mark.law("IB05.15.IIbis.6.6-4.1")
def test_a_voucher_is_paid_at_once_and_once(office: Office, store: Store) -> None:
    code = winner(office, small(), "oro")
    assert Outlets(office).voucher(code).paid == ""
    paid = Outlets(office).pay("palma-1", code, "p")
    assert (paid.cents, paid.clause) == (400, "IB05.15.IIbis.6.6-4.1")
    assert Outlets(office).pay("palma-1", code, "p") == paid  # the answer was lost
    for outlet in ("palma-1", "inca-1", CENTRAL):
        with refused("voucher_paid", "IB05.15.IIbis.6.6-4.1"):
            Outlets(office).pay(outlet, code, "again")
    seen = Outlets(office).voucher(code)
    assert (seen.paid, seen.voucher.cents, seen.last_day) == ("outlet/palma-1", 400, date(2026, 12, 20))
    found = stands(store, "small")
    assert (found.paid, found.owed) == (400, 400)
    with store.reading() as books:
        assert books.till("outlet/palma-1") == 1000 - 400


@pytest.mark.law("IB05.15.IIbis.6.6-4.1")
def test_who_pays_the_same_voucher_at_the_same_time_pays_it_once(office: Office, store: Store) -> None:
    code = winner(office, small(), "oro")
    asked = [("palma-1", "a"), ("inca-1", "b"), (CENTRAL, "c"), ("palma-1", "d")] * 2

    def answer(place: str, key: str) -> str:
        try:
            return Outlets(office).pay(place, code, key).clause
        except NovamasError as refusal:
            return refusal.code

    with ThreadPoolExecutor(len(asked)) as people:
        told = list(people.map(lambda one: answer(*one), asked))
    assert told[:4] == told[4:]  # who asked twice under a key heard the same twice
    assert sorted(told[:4]) == ["IB05.15.IIbis.6.6-4.1", *["voucher_paid"] * 3]
    assert stands(store, "small").paid == 400


@pytest.mark.law("IB05.15.IIbis.6.6-4.1")
def test_a_voucher_is_checked_before_it_is_paid(office: Office, store: Store) -> None:
    code = winner(office, small(), "oro")
    for wrong in altered(code):
        with pytest.raises(NovamasError) as caught:
            Outlets(office).pay("palma-1", wrong, "p")
        assert caught.value.code in ("code_altered", "code_unreadable")
        assert caught.value.clause == "IB05.15.IIbis.6.6-4.1"
    forged = Code("palma-1", read_code(code, clause="").number, "0123456789")
    with refused("voucher_unknown", "IB05.15.IIbis.6.6-4.1"):
        Outlets(office).pay("palma-1", str(forged), "p")  # well made, and never issued
    with refused("voucher_unknown", "IB05.15.IIbis.6.6-4.1"):
        Outlets(office).voucher(str(forged))
    ticket = Outlets(office).sell("palma-1", CODE, 100, "t").code
    with refused("voucher_unknown", "IB05.15.IIbis.6.6-4.1"):
        Outlets(office).pay("palma-1", ticket, "p")  # a ticket is not a voucher
    with refused("outlet_unknown", "IB05.15.IIbis.2.1"):
        Outlets(office).pay("lloseta-1", code, "p")
    assert stands(store, "small").paid == 0
    Outlets(office).pay(CENTRAL, code, "q")
    with pytest.raises(NotEntered) as reused:
        Outlets(office).pay(CENTRAL, code, "q", takes="thing")
    assert reused.value.code == "key_reused"


@pytest.mark.law("IB05.15.IIbis.6.6-4.2")
def test_large_prizes_are_paid_at_the_office_alone(office: Office) -> None:
    code = winner(office, dear(30_000), "gordo")
    with refused("only_office_pays", "IB05.14.III.10.10-2.4"):
        Outlets(office).pay("palma-1", code, "p")
    assert Outlets(office).pay(CENTRAL, code, "p").cents == 30_000


@pytest.mark.law("IB05.15.IIbis.6.6-4.2")
def test_other_prizes_are_paid_at_any_outlet(office: Office) -> None:
    assert Outlets(office).pay("inca-1", winner(office, dear(20_000), "gordo"), "p").cents == 20_000


@pytest.mark.law("IB05.15.IIbis.6.6-5.1")
def test_a_voucher_in_kind_is_exchanged_at_the_office_for_a_document(office: Office, store: Store) -> None:
    code = winner(office, small(), "manta")
    with refused("thing_only_at_office", "IB05.15.IIbis.6.6-5.1"):
        Outlets(office).pay("palma-1", code, "p", takes="thing")
    given = Outlets(office).pay(CENTRAL, code, "p", takes="thing")
    assert given.document
    assert given.clause == "IB05.15.IIbis.6.6-5.1"
    found = stands(store, "small")
    assert (found.paid, found.in_things) == (0, 400)
    with store.reading() as books:
        assert books.balance(accounts.THINGS) == 400


@pytest.mark.law("IB05.15.IIbis.6.6-5.2")
def test_the_winner_of_a_thing_may_take_money(office: Office, store: Store) -> None:
    paid = Outlets(office).pay("palma-1", winner(office, small(), "manta"), "p")
    assert (paid.cents, paid.clause, paid.document) == (400, "IB05.15.IIbis.6.6-5.2", "")
    assert stands(store, "small").in_things == 0


@pytest.mark.law("IB05.15.IIbis.6.6-6.1", "IB05.15.IIbis.6.6-7.1")
def test_what_nobody_claims_in_thirty_days_is_the_organisers(
    office: Office, store: Store, clock: Clock
) -> None:
    code = winner(office, small(), "oro")
    clock.go(days=30)
    assert office.lapse("small").cents == 0
    with store.reading() as books:
        assert books.balance(accounts.ORGANISER) == 0
    clock.go(days=1)
    with refused("claim_lapsed", "IB05.15.IIbis.6.6-6.1"):
        Outlets(office).pay(CENTRAL, code, "p")
    lapsed = office.lapse("small")
    assert (lapsed.vouchers, lapsed.cents) == (2, 800)
    assert office.lapse("small").cents == 0
    found = stands(store, "small")
    assert (found.lapsed, found.owed, found.organiser) == (800, 0, 1000)
    assert found.returned == Fraction(8, 10)  # what was awarded, not what was paid
    with store.reading() as books:
        assert books.balance(accounts.ORGANISER) == 800


def test_the_last_day_is_still_a_day(office: Office, clock: Clock) -> None:
    code = winner(office, small(), "oro")
    clock.go(days=30, hours=5, minutes=59)  # a minute before midnight in Palma
    assert Outlets(office).pay(CENTRAL, code, "p").cents == 400


def test_a_clock_that_lags_pays_nothing_that_went_to_the_organiser(
    office: Office, store: Store, clock: Clock
) -> None:
    code = winner(office, small(), "oro")
    clock.go(days=31)
    office.lapse("small")
    clock.go(days=-20)
    with refused("claim_lapsed", "IB05.15.IIbis.6.6-6.1"):
        Outlets(office).pay("inca-1", code, "p")  # whose own book knows nothing of later days
    with pytest.raises(NotEntered) as caught:
        office.authorise("sineu-1", "Bar")  # the book of the office does
    assert caught.value.code == "clock_went_back"
    assert verify(store).breach is None


# ---------------------------------------------------------------- the end


@pytest.mark.law("IB05.15.IIbis.5.5-1.2")
def test_the_rest_is_the_organisers_when_an_issue_ends(office: Office, store: Store) -> None:
    office.publish(small())
    sell_all(office, small())
    assert stands(store, "small").organiser == 200
    office.end("small")
    with store.reading() as books:
        assert books.balance(accounts.ORGANISER) - stands(store, "small").laid_out == 200
        assert books.balance(accounts.takings("small")) == 0
        assert books.balance(accounts.prizes("small")) == 800


@pytest.mark.law("IB05.15.II.2.1")
def test_a_pre_drawn_issue_can_be_checked_by_anybody_when_it_has_ended(office: Office, store: Store) -> None:
    promised = office.publish(small())
    sell_all(office, small())
    with store.reading() as books, refused("seed_not_told", None):
        check_ended(books, "small")
    ended = office.end("small")
    assert office.end("small") == ended
    assert is_promised(promised, ended.seed)
    with store.reading() as books:
        found = check_ended(books, "small")
        assert books.secret("promotrot/small") is None
    assert (found.tickets, found.won, found.awarded) == (10, 2, 800)


@pytest.mark.law("IB05.15.II.3.1")
def test_so_can_a_probabilistic_one(office: Office, store: Store) -> None:
    office.publish(probabilistic())
    for number in range(30):
        sold = Outlets(office).sell("inca-1", "carrera-1", 200, f"{number}")
        Outlets(office).play("inca-1", sold.code, 1)
    office.end("carrera-1")
    with store.reading() as books:
        found = check_ended(books, "carrera-1")
        assert (found.tickets, found.awarded) == (30, standing(books, "carrera-1").awarded)


def test_what_was_bought_and_not_played_is_uncovered_at_the_end(office: Office, store: Store) -> None:
    office.publish(small())
    tickets = [Outlets(office).sell("palma-1", "small", 100, f"{n}").code for n in range(10)]
    assert stands(store, "small").played == 0
    office.end("small")
    assert stands(store, "small").played == 10
    won = [one for one in (Outlets(office).play("palma-1", ticket, 1) for ticket in tickets) if one.voucher]
    assert len(won) == 2
    assert Outlets(office).pay("palma-1", won[0].code, "p").cents == 400
    with refused("issue_ended", "IB05.15.IIbis.2.1"):
        Outlets(office).sell("palma-1", "small", 100, "late")
    assert verify(store).breach is None


@pytest.mark.law("IB05.15.IIbis.5.5-1.2")
@pytest.mark.parametrize("cents", [101, 150])
def test_an_early_prize_is_laid_out_by_the_organiser(office: Office, store: Store, cents: int) -> None:
    rows = [{"name": "todo", "times": -(-700 // cents), "cash": cents}]
    choices = {"kind": "presorteado", "tickets": 10, "price": 100}
    issue = issue_of("early", "Early", choices, rows, frame_now())
    seed = next(seed for n in range(100) if prize_of(issue, seed := f"{n:064x}", 1))
    office.publish(issue, seed=seed)
    least = 0
    for number in range(10):
        sold = Outlets(office).sell("palma-1", "early", 100, f"{number}")
        Outlets(office).play("palma-1", sold.code, 1)
        least = min(least, stands(store, "early").organiser)
        assert stands(store, "early").laid_out == -least
    assert least <= 100 - cents
    assert office.end("early").seed == seed
    with store.reading() as books:
        assert books.balance(accounts.ORGANISER) == 1000 - rows_total(issue) - least
        assert all(lies >= 0 for account, lies in books.balances().items() if account != PUBLIC)


def rows_total(issue: Issue) -> int:
    return sum(prize.times * prize.cents for prize in issue.prizes)
