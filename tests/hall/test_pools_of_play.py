"""Both pools with practice chips: the real law, no chip created or lost, and committed chance."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from tests.store.databases import Clock
from tests.support.promotrot import prize_shown

from novamas.equipment.chance import CommittedSource
from novamas.equipment.chance import verify as is_promised
from novamas.errors import NovamasError
from novamas.hall.pools.books import book_of
from novamas.hall.pools.issues import OwnTicket, Terminal, plans
from novamas.hall.pools.issues_payload import terminal_payload
from novamas.hall.pools.season import RaceDay, Seasons, usual_rules
from novamas.hall.pools.season_payload import quoted, season_payload
from novamas.hall.tables.accounts import purse
from novamas.law.texts import LANGUAGES
from novamas.pools.lototrot.meetings import OTHERS, bets_of_others, meeting_on, results_of
from novamas.pools.lototrot.programme import programme_faults
from novamas.pools.lototrot.races import winning_marks
from novamas.pools.promotrot.faces import face_of
from novamas.pools.promotrot.issues import prize_of
from novamas.store import PUBLIC, Store, Transfer, WriteTransaction, verify
from novamas.words import voice_for

PERSON, CHIPS = "ana", 1_000_000
DAY = date(2026, 11, 20)
SEED = f"{1:064x}"


def given(store: Store, person: str = PERSON, cents: int = CHIPS) -> None:
    def act(books: WriteTransaction) -> None:
        books.append("house/purses", "given", {}, transfers=(Transfer(PUBLIC, purse(person), cents),))

    store.write(act)


def refused(asked: Callable[[], object]) -> tuple[str, str | None]:
    with pytest.raises(NovamasError) as found:
        asked()
    for language in ("es", "ca", "en"):
        assert voice_for(language).error(found.value)
    return found.value.code, found.value.clause


def balance(store: Store, account: str) -> int:
    with store.reading() as books:
        return books.balance(account)


def newest(seasons: Seasons) -> RaceDay:
    found = seasons.of(PERSON).newest
    assert found is not None
    return found


@pytest.fixture
def seasons(store: Store) -> Seasons:
    given(store)
    return Seasons(store, lambda: CommittedSource(SEED))


@pytest.fixture
def terminal(store: Store) -> Terminal:
    given(store)
    return Terminal(store, lambda: CommittedSource(SEED))


def every_horse(now: RaceDay, races: int) -> str:
    """Return a forecast with all horses of the first races, and with the winners of the others."""
    winners = [result.winners for result in results_of(now.meeting, SEED)]
    numbers = [race.numbers for race in now.meeting.programme.races]
    marked = (*numbers[:races], *winners[races:])
    return "/".join(",".join(map(str, each)) for each in marked)


# ---------------------------------------------------------------- Lototrot


@pytest.mark.parametrize("after", [0, 7, 100, 5000])
def test_the_programme_of_any_day_is_lawful_and_always_the_same(after: int) -> None:
    meeting = meeting_on(DAY + timedelta(days=after))
    assert not [*programme_faults(meeting.programme, usual_rules())]
    assert meeting == meeting_on(DAY + timedelta(days=after))
    assert [sum(race.values()) for race in meeting.field] == [1] * 7
    names = [horse.name for race in meeting.programme.races for horse in race.horses]
    assert len({*names}) == len(names)


def test_a_ticket_is_bought_once_under_a_key_and_costs_its_columns(seasons: Seasons, store: Store) -> None:
    assert refused(lambda: seasons.sell(PERSON, "1/1/1/1/1/1/1", "a")) == (
        "no_day_of_play",
        usual_rules().law.races.chosen,
    )
    seasons.open_day(PERSON)
    seasons.open_day(PERSON)  # asked again, as after a lost answer
    assert [each.day for each in seasons.of(PERSON).days] == [DAY]
    for _again in range(2):
        seasons.sell(PERSON, "1,2/1/1/1,3/1/1/1", "a")
    (bet,) = newest(seasons).bets
    assert (bet.ticket.cents, bet.ticket.form, bet.ticket.outlet) == (400, "multiple", "practica")
    assert balance(store, purse(PERSON)) == CHIPS - 400
    seasons.sell(PERSON, "1/1/1/1/1/1/1", "b")
    assert len(newest(seasons).bets) == 2


@pytest.mark.law("IB05.14.I.5.1", "IB05.14.III.7.2")
def test_what_the_programme_has_no_place_for_is_refused_by_its_clause(seasons: Seasons, store: Store) -> None:
    seasons.open_day(PERSON)
    assert refused(lambda: seasons.sell(PERSON, "1/1/1/1/1/1", "a")) == (
        "forecast_of_other_races",
        "IB05.14.III.7.2",
    )
    assert refused(lambda: seasons.sell(PERSON, "55/1/1/1/1/1/1", "a")) == (
        "no_such_horse",
        "IB05.14.I.5.1",
    )
    everything = every_horse(newest(seasons), 7)  # millions of columns
    assert refused(lambda: seasons.sell(PERSON, everything, "a"))[0] == "purse_short"
    assert balance(store, purse(PERSON)) == CHIPS


def test_the_races_follow_from_the_promised_seed_and_the_settlement_from_everybodys_bets(
    seasons: Seasons,
) -> None:
    seasons.open_day(PERSON)
    seasons.sell(PERSON, every_horse(newest(seasons), 3), "a")
    before = newest(seasons)
    seasons.run(PERSON, DAY)
    now = newest(seasons)
    run = now.run
    assert run is not None
    assert is_promised(before.commitment, run.seed)
    assert run.results == results_of(now.meeting, run.seed)
    others = [*bets_of_others(now.meeting, run.seed)]
    assert len(others) == OTHERS
    assert run.settlement.columns == OTHERS + now.bets[0].forecast.columns
    hits = [
        winning_marks(result, race, ())
        for result, race in zip(run.results, now.meeting.programme.races, strict=True)
    ]
    best = sum(
        sum(int(number) in wins for number, wins in zip(column.split("/"), hits, strict=True)) == 7
        for column in others
    )
    assert run.settlement.prizes[0].winners - now.bets[0].columns[0] == best
    seasons.run(PERSON, DAY)  # asked again, nothing more happens
    assert newest(seasons) == now


def test_a_closed_day_takes_no_bets_and_the_next_is_a_week_later(seasons: Seasons) -> None:
    seasons.open_day(PERSON)
    seasons.run(PERSON, DAY)
    assert refused(lambda: seasons.sell(PERSON, "1/1/1/1/1/1/1", "a")) == (
        "selling_closed",
        usual_rules().law.closing.clause,
    )
    carried = newest(seasons).run
    assert carried is not None
    seasons.open_day(PERSON)
    seasons.run(PERSON, DAY + timedelta(days=7))
    later = newest(seasons).run
    assert later is not None
    assert later.settlement.brought.seven == carried.settlement.left.seven


def test_a_ticket_is_paid_once_from_the_next_day_where_its_amount_is_paid(
    seasons: Seasons, store: Store
) -> None:
    seasons.open_day(PERSON)
    seasons.sell(PERSON, every_horse(newest(seasons), 3), "a")
    code = newest(seasons).bets[0].ticket.code
    assert refused(lambda: seasons.pay(PERSON, code, "office", ""))[0] == "paid_from"
    seasons.run(PERSON, DAY)
    won = newest(seasons).bets[0].won
    assert won > 1000_00  # four hits at least in each of its columns, and all seven in one
    assert refused(lambda: seasons.pay(PERSON, code, "outlet", ""))[0] == "only_office_pays"
    assert refused(lambda: seasons.pay(PERSON, code, "office", ""))[0] == "cheque_needs_name"
    before = balance(store, purse(PERSON))
    for _again in range(2):
        seasons.pay(PERSON, code.lower(), "office", "Ana")
    assert balance(store, purse(PERSON)) == before + won
    paid = newest(seasons).bets[0].paid
    assert paid is not None
    assert (paid.cents, paid.place, paid.means, paid.payee) == (won, "office", "cheque", "Ana")
    assert refused(lambda: seasons.pay(PERSON, "PRACTICA-9-0000000000X", "office", ""))[0] == (
        "no_ticket_of_play"
    )


def test_no_chip_is_made_or_lost_and_what_nobody_claims_goes_to_a_later_seven(
    seasons: Seasons, store: Store
) -> None:
    book, lapsed = book_of("lototrot", PERSON), 0
    for week in range(7):
        day = DAY + timedelta(days=7 * week)
        seasons.open_day(PERSON)
        seasons.sell(PERSON, every_horse(newest(seasons), 1), f"{week}")
        seasons.run(PERSON, day)
        season = seasons.of(PERSON)
        waiting = sum(each.unclaimed for each in season.days if each.last_day >= day)
        assert balance(store, book) == season.funds.seven + season.funds.reserve + waiting
        run = season.days[-1].run
        assert run is not None
        for step in run.settlement.steps:
            cents = step.figures["cents"]
            if step.code == "lapsed_in" and isinstance(cents, int):
                lapsed += cents
    first = seasons.of(PERSON).days[0]
    assert lapsed >= first.unclaimed > 0
    code = first.bets[0].ticket.code
    assert refused(lambda: seasons.pay(PERSON, code, "office", "Ana"))[0] == "claim_lapsed"
    assert verify(store).breach is None


def test_a_forecast_is_quoted_with_its_exact_chances(seasons: Seasons) -> None:
    seasons.open_day(PERSON)
    certain = quoted(newest(seasons), every_horse(newest(seasons), 4))
    assert certain.nothing == "0"  # four races are hit whatever comes
    assert certain.cents == 100 * certain.columns
    assert [each.category for each in certain.chances] == ["seven", "six", "five", "four"]


def test_seasons_are_told_in_three_languages_and_show_no_seed_before_the_races(seasons: Seasons) -> None:
    seasons.open_day(PERSON)
    seasons.sell(PERSON, "1/1/1/1/1/1/1", "a")
    told = set()
    for language in LANGUAGES:
        voice = voice_for(language, "lototrot")
        shown = season_payload(seasons.of(PERSON), 5, DAY, voice)
        assert (shown.days[0].seed, shown.days[0].shared, shown.days[0].bets[0].hits) == (None, None, ())
    seasons.run(PERSON, DAY)
    for language in LANGUAGES:
        voice = voice_for(language, "lototrot")
        shared = season_payload(seasons.of(PERSON), 5, DAY, voice).days[0].shared
        assert shared is not None
        told.add(shared.steps[0].says)
    assert len(told) == 3


# ---------------------------------------------------------------- Promotrot


def bought(terminal: Terminal, issue: str, key: str) -> OwnTicket:
    terminal.sell(PERSON, issue, key)
    return terminal.issues(PERSON)[issue].tickets[-1]


def test_every_plan_is_offered_and_none_returns_less_than_the_law_says() -> None:
    assert len(plans()) == 4
    assert {plan.kind for plan in plans().values()} == {"presorteado", "probabilistico"}
    assert {plan.action for plan in plans().values()} == {"descubrir", "carrera"}


def test_a_ticket_shows_what_the_promised_seed_says_and_is_played_once(terminal: Terminal) -> None:
    terminal.publish(PERSON, "herradura")
    terminal.publish(PERSON, "herradura")  # asked again
    assert [*terminal.issues(PERSON)] == ["herradura-1"]
    one = bought(terminal, "herradura-1", "a")
    terminal.sell(PERSON, "herradura-1", "a")
    assert len(terminal.issues(PERSON)["herradura-1"].tickets) == 1
    terminal.play(PERSON, one.code, 5)
    terminal.play(PERSON, one.code, 6)
    (played,) = terminal.issues(PERSON)["herradura-1"].tickets
    assert played.play is not None
    assert played.play.act == 5
    terminal.end(PERSON, "herradura-1")
    terminal.end(PERSON, "herradura-1")
    now = terminal.issues(PERSON)["herradura-1"]
    assert now.end is not None
    assert is_promised(now.commitment, now.end.seed)
    assert played.play.face == face_of(now.issue, now.end.seed, 1)
    assert refused(lambda: terminal.sell(PERSON, "herradura-1", "b"))[0] == "issue_ended"
    terminal.publish(PERSON, "herradura")
    assert [*terminal.issues(PERSON)] == ["herradura-1", "herradura-2"]


@pytest.mark.law("IB05.15.II.2.4")
def test_a_whole_issue_awards_its_prizes_and_no_chip_is_made_or_lost(
    terminal: Terminal, store: Store
) -> None:
    terminal.publish(PERSON, "herradura")
    issue = plans()["herradura"]
    book = book_of("promotrot", PERSON)
    for number in range(issue.tickets):
        one = bought(terminal, "herradura-1", f"k{number}")
        terminal.play(PERSON, one.code, 1)
    assert refused(lambda: terminal.sell(PERSON, "herradura-1", "more")) == (
        "issue_sold_out",
        "IB05.15.II.2.4",
    )
    now = terminal.issues(PERSON)["herradura-1"]
    won = [one for one in now.tickets if one.voucher is not None]
    assert sorted(one.voucher.cents for one in won if one.voucher) == sorted(
        prize.cents for prize in issue.prizes for _ in range(prize.times)
    )
    for one in won:
        assert one.play is not None
        assert one.play.prize == prize_shown(now.issue, one.play.face)
        for _again in range(2):
            terminal.pay(PERSON, one.voucher_code, "outlet", "money")
    terminal.end(PERSON, "herradura-1")
    assert [balance(store, f"{book}/herradura-1/{each}") for each in ("takings", "prizes")] == [0, 0]
    spent = issue.tickets * issue.price
    assert balance(store, purse(PERSON)) == CHIPS - spent + int(spent * issue.returned)
    assert verify(store).breach is None


def test_a_thing_is_had_at_the_office_alone_and_a_voucher_within_thirty_days(
    store: Store, clock: Clock
) -> None:
    plan = "letras-de-trote"
    seeds = (f"{number:064x}" for number in range(1000))
    early = next(
        (seed, number)
        for seed in seeds
        for number in range(1, 4)
        if (prize := prize_of(plans()[plan], seed, number)) is not None and prize.is_in_kind
    )
    given(store)
    terminal = Terminal(store, lambda: CommittedSource(early[0]))
    terminal.publish(PERSON, plan)
    for number in range(early[1]):
        one = bought(terminal, f"{plan}-1", f"k{number}")
        terminal.play(PERSON, one.code, 1)
    code = terminal.issues(PERSON)[f"{plan}-1"].tickets[-1].voucher_code
    assert refused(lambda: terminal.pay(PERSON, code, "outlet", "thing"))[0] == "thing_only_at_office"
    clock.go(days=31)
    assert refused(lambda: terminal.pay(PERSON, code, "office", "thing"))[0] == "claim_lapsed"
    clock.go(days=-1)
    terminal.pay(PERSON, code, "office", "thing")
    paid = next(one for one in terminal.issues(PERSON)[f"{plan}-1"].tickets if one.voucher_code == code)
    assert paid.payment is not None
    assert (paid.payment.takes, paid.payment.clause) == ("thing", "IB05.15.IIbis.6.6-5.1")


def test_what_does_not_exist_is_refused(terminal: Terminal) -> None:
    assert refused(lambda: terminal.publish(PERSON, "no"))[0] == "issue_unknown"
    assert refused(lambda: terminal.sell(PERSON, "herradura-1", "a"))[0] == "issue_unknown"
    assert refused(lambda: terminal.play(PERSON, "x", 1))[0] == "ticket_unknown"
    assert refused(lambda: terminal.pay(PERSON, "x", "outlet", "money"))[0] == "voucher_unknown"
    terminal.publish(PERSON, "gran-trote")
    one = bought(terminal, "gran-trote-1", "a")
    assert refused(lambda: terminal.play(PERSON, one.code, 17))[0] == "act_not_suggested"


def test_the_terminal_shows_no_face_before_the_play_and_no_seed_before_the_end(terminal: Terminal) -> None:
    terminal.publish(PERSON, "herradura")
    bought(terminal, "herradura-1", "a")
    shown = terminal_payload(terminal.issues(PERSON), 5, voice_for("es", "promotrot"))
    first = shown.issues[0]
    assert [issue.plan for issue in shown.issues] == [*plans()]
    assert (first.seed, first.bought[0].cells, first.bought[0].voucher) == (None, (), None)
    assert len(first.commitment) == 64
