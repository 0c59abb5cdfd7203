"""After random actions in any order, stakes equal the prizes plus the organiser's money."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.pools.promotrot import SEED, issues, pre_drawn
from tests.store.databases import Clock

from novamas.equipment.chance import commitment_to
from novamas.errors import NovamasError, RecordMismatch
from novamas.pools.payment_terms import CENTRAL
from novamas.pools.promotrot import accounts
from novamas.pools.promotrot.entries import Play
from novamas.pools.promotrot.faces import Face, face_of
from novamas.pools.promotrot.issues import Issue, Prize, prize_of
from novamas.pools.promotrot.office import Office
from novamas.pools.promotrot.outlets import Outlets
from novamas.pools.promotrot.reports import check_ended, check_tickets, standing
from novamas.store import PUBLIC, Store, open_store, verify

DEEDS = st.lists(
    st.tuples(
        st.sampled_from(["sell", "sell", "sell", "play", "play", "pay", "join", "exchange", "wait", "lapse"]),
        st.integers(0, 60),
    ),
    max_size=40,
)

LAWFUL_REFUSALS = {
    *("voucher_joined", "too_few_to_join", "in_kind_apart", "not_one_session", "voucher_unknown"),
    *("", "issue_sold_out", "voucher_paid", "claim_lapsed", "prize_is_money", "key_reused"),
}


class Shop:
    """A shop that carries out requests, if they are allowed."""

    def __init__(self, store: Store, issue: Issue, clock: Clock) -> None:
        self.store, self.issue, self.clock = store, issue, clock
        self.office = Office(store)
        self.outlets = Outlets(self.office)
        self.office.authorise("palma-1", "Bar Trot")
        self.office.publish(issue)
        self.tickets: list[str] = []
        self.vouchers: list[str] = []
        self.sold: Counter[int] = Counter()

    def do(self, deed: str, which: int) -> None:
        match deed:
            case "sell":
                sold = self.outlets.sell("palma-1", self.issue.code, self.issue.price, f"{len(self.sold)}")
                self.tickets.append(sold.code)
                self.sold[sold.number] += 1
            case "play" if self.tickets:
                played = self.outlets.play("palma-1", self.tickets[which % len(self.tickets)], 1)
                if played.voucher and played.code not in self.vouchers:
                    self.vouchers.append(played.code)
            case "pay" if self.vouchers:
                self.outlets.pay(CENTRAL, self.vouchers[which % len(self.vouchers)], f"pay {which}")
            case "join" if len(self.vouchers) > 1:
                joined = [self.vouchers[which % len(self.vouchers)], self.vouchers[-1]]
                self.vouchers.append(self.outlets.join("palma-1", joined, f"join {which}").code)
            case "exchange" if self.vouchers:
                chosen = self.vouchers[which % len(self.vouchers)]
                self.outlets.pay(CENTRAL, chosen, f"exchange {which}", takes="thing")
            case "wait":
                self.clock.go(days=which)
            case "lapse":
                self.office.lapse(self.issue.code)

    def tell(self, deed: str, which: int) -> str:
        """Return the code of the shop's refusal, or None."""
        try:
            self.do(deed, which)
        except NovamasError as refusal:
            return refusal.code
        return ""

    def check(self) -> None:
        """Check in the report and the books that the stakes equal the prizes plus the organiser's money."""
        code = self.issue.code
        with self.store.reading() as books:
            now, lies = standing(books, code), Counter(books.balances())
        assert now.takings == now.paid + now.in_things + now.owed + now.organiser
        assert lies[accounts.prizes(code)] == now.owed
        assert lies[accounts.THINGS] == now.in_things
        ours = lies[accounts.takings(code)] + lies[accounts.ORGANISER]
        assert ours - now.laid_out == now.organiser
        assert -lies[PUBLIC] == now.takings + now.laid_out - now.paid
        assert all(cents >= 0 for account, cents in lies.items() if account != PUBLIC)
        assert set(self.sold.values()) <= {1}


@pytest.mark.law("IB05.15.IIbis.5.5-1.2", "IB05.15.IIbis.6.6-7.1")
@settings(max_examples=25)
@given(issue=issues(), deeds=DEEDS)
def test_money_in_is_prizes_and_organiser_at_every_moment(issue: Issue, deeds: list[tuple[str, int]]) -> None:
    with TemporaryDirectory() as folder:
        clock = Clock()
        with open_store(Path(folder) / "books.sqlite", clock=clock) as store:
            shop = Shop(store, issue, clock)
            for deed, which in deeds:
                assert shop.tell(deed, which) in LAWFUL_REFUSALS
                shop.check()
            shop.office.end(issue.code)
            shop.check()
            clock.go(days=32)
            shop.office.lapse(issue.code)
            shop.check()
            with store.reading() as books:
                assert standing(books, issue.code).owed == 0
                assert check_ended(books, issue.code).tickets == len(shop.sold)
            assert verify(store).breach is None


# ---------------------------------------------------------------- what anyone finds


def plays(issue: Issue, sold: int) -> list[Play]:
    return [
        Play(issue.code, n, n, 1, face_of(issue, SEED, n), "", prize_of(issue, SEED, n))
        for n in range(1, sold + 1)
    ]


def departs(made: list[Play], sold: int = 50, seed: str = SEED) -> str:
    with pytest.raises(RecordMismatch) as caught:
        check_tickets(pre_drawn(), commitment_to(SEED), seed, sold, made)
    return caught.value.code


@pytest.mark.law("IB05.15.II.2.1")
def test_a_ticket_that_is_not_what_the_seed_gives_is_found() -> None:
    issue = pre_drawn()
    honest = plays(issue, 50)
    assert check_tickets(issue, commitment_to(SEED), SEED, 50, honest).tickets == 50
    blank = next(play for play in honest if play.prize is None)
    gift = Play(issue.code, 1, blank.number, 1, blank.face, "", issue.prizes[0])
    assert departs([gift if one is blank else one for one in honest]) == "ticket_departs"
    won = next(play for play in honest if play.prize)
    withheld = Play(issue.code, 1, won.number, 1, won.face)
    assert departs([withheld if one is won else one for one in honest]) == "ticket_departs"
    repainted = Play(issue.code, 1, blank.number, 1, Face(cells=blank.face.cells[::-1]))
    assert departs([repainted if one is blank else one for one in honest]) == "ticket_departs"
    assert departs([*honest[:-1], honest[0]]) == "ticket_departs"
    assert departs(honest[:-1]) == "tickets_not_in_order"
    assert departs(honest, seed=f"{2:064x}") == "issue_seed_not_promised"


def test_a_prize_of_another_value_departs() -> None:
    honest = plays(pre_drawn(), 50)
    won = next(play for play in honest if play.prize)
    assert won.prize is not None
    less = Prize(won.prize.name, won.prize.times, won.prize.cents - 1, won.prize.thing)
    changed = Play(won.issue, 1, won.number, 1, won.face, "", less)
    assert departs([changed if one is won else one for one in honest]) == "ticket_departs"
