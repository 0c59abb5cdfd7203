"""`novamas lototrot` after the races: settlement, payment, deposited tickets and unclaimed prizes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, get_args

import typer

from novamas.cli.options import Json
from novamas.cli.pools_common import (
    CodeOf,
    DayOf,
    Key,
    StoreAt,
    To,
    answer,
    day_of,
    done,
    key_of,
    office_of,
    voice_at,
)
from novamas.errors import NovamasError, quoted

if TYPE_CHECKING:
    from novamas.pools.lototrot.payment import Damage

GAME = "lototrot"
_voice = partial(voice_at, game=GAME)
Damaged = Annotated[list[str] | None, typer.Option(metavar="metavars.damage", help="options.pool_damage")]
Payee = Annotated[str, typer.Option(metavar="metavars.text", help="options.pool_payee")]
At = Annotated[str, typer.Option("--at", metavar="metavars.outlet", help="options.pool_at")]


def bring_in(
    context: typer.Context,
    seven: Annotated[str, typer.Option(metavar="metavars.euros", help="options.pool_carried")] = "0",
    reserve: Annotated[str, typer.Option(metavar="metavars.euros", help="options.pool_reserve")] = "0",
    why: Annotated[str, typer.Option(metavar="metavars.text", help="options.pool_funds_why")] = "",
    store: StoreAt = None,
    json: Json = False,
) -> None:
    """Enter the money that earlier race days left for 7/7 and in the reserve."""
    from novamas.pools.lototrot.office import Office
    from novamas.words.amounts import read_amount

    voice = _voice(context)
    amounts = [read_amount(each, voice.language) for each in (seven, reserve)]
    with office_of(store) as books:
        Office(books).bring_in(amounts[0], amounts[1], why)
    text = voice.say("pools_told.funds_brought_in", seven=amounts[0], reserve=amounts[1])
    done({"seven": amounts[0], "reserve": amounts[1]}, text, json=json)


def settle(
    context: typer.Context, day: DayOf, store: StoreAt = None, file: To = None, json: Json = False
) -> None:
    """Share out the bets of a day and show each step."""
    from novamas.pools.lototrot.office import Office
    from novamas.words.pools import settlement_document

    with office_of(store) as books:
        found = Office(books).settle_day(day_of(day))
    answer(found, lambda: settlement_document(found, _voice(context)), file, json=json)


def order(context: typer.Context, day: DayOf, store: StoreAt = None, json: Json = False) -> None:
    """Order the payment of the prizes of a settled day."""
    from novamas.pools.lototrot.office import Office

    with office_of(store) as books:
        Office(books).order_payment(day_of(day))
    done({"day": day}, _voice(context).say("pools_told.payment_ordered", day=day_of(day)), json=json)


def pay(
    context: typer.Context,
    code: CodeOf,
    at: At,
    key: Key = None,
    payee: Payee = "",
    damage: Damaged = None,
    store: StoreAt = None,
    json: Json = False,
) -> None:
    """Pay a ticket to its bearer, or refund a ticket that was registered too late."""
    from novamas.pools.lototrot.office import Office
    from novamas.pools.lototrot.outlets import Outlets

    marks = _damage(damage)
    with office_of(store) as books:
        outlets = Outlets(Office(books))
        paid = outlets.pay(at, code, key_of(key), damage=marks, payee=payee)
    text = _voice(context).say(f"pools_told.paid_by_{paid.means}", cents=paid.cents, payee=paid.payee)
    done(paid, text, json=json)


def deposit(
    context: typer.Context,
    code: CodeOf,
    at: At,
    damage: Damaged = None,
    key: Key = None,
    store: StoreAt = None,
    json: Json = False,
) -> None:
    """Accept a damaged ticket for a later examination."""
    from novamas.pools.lototrot.office import Office
    from novamas.pools.lototrot.outlets import Outlets

    marks = _damage(damage)
    with office_of(store) as books:
        deposit = Outlets(Office(books)).deposit(at, code, marks, key_of(key))
    done(deposit, _voice(context).say("pools_told.ticket_deposited", cents=deposit.cents), json=json)


def _damage(given: list[str] | None) -> tuple[Damage, ...]:
    """Return the kinds of damage of a ticket, typed by the names that the law gives them."""
    from novamas.pools.lototrot.payment import Damage

    known: tuple[Damage, ...] = get_args(Damage)
    for word in given or ():
        if word not in known:
            raise NovamasError("no_such_damage", given=quoted(word), known=known)
    return tuple(each for each in known if each in (given or ()))


def decide(
    context: typer.Context,
    code: CodeOf,
    by: Annotated[str, typer.Option(metavar="metavars.text", help="options.pool_by")],
    legitimate: Annotated[bool, typer.Option("--legitimate", help="options.pool_legitimate")] = False,
    payee: Payee = "",
    store: StoreAt = None,
    json: Json = False,
) -> None:
    """Decide on a deposited ticket after the term of payment."""
    from novamas.pools.lototrot.office import Office
    from novamas.pools.lototrot.outlets import Outlets

    with office_of(store) as books:
        decided = Outlets(Office(books)).decide(code, legitimate=legitimate, by=by, payee=payee)
    text_key = "pools_told.deposit_paid" if legitimate else "pools_told.deposit_rejected"
    done(decided, _voice(context).say(text_key, cents=decided.cents), json=json)


def lapse(context: typer.Context, day: DayOf, store: StoreAt = None, json: Json = False) -> None:
    """Carry the unclaimed prizes of a day to the next 7/7 fund."""
    from novamas.pools.lototrot.office import Office

    with office_of(store) as books:
        cents = Office(books).lapse(day_of(day))
    done({"day": day, "cents": cents}, _voice(context).say("pools_told.lapsed", cents=cents), json=json)


def report(
    context: typer.Context,
    day: Annotated[str | None, typer.Argument(metavar="metavars.day", help="options.pool_report_day")] = None,
    store: StoreAt = None,
    file: To = None,
    json: Json = False,
) -> None:
    """Show the state of a day, or the balances that are carried from day to day."""
    from novamas.pools.lototrot.office import Office
    from novamas.pools.lototrot.reports import report_accounts, report_day
    from novamas.words.pools import accounts_document, day_document

    voice = _voice(context)
    with office_of(store) as books:
        if day is None:
            accounts = report_accounts(Office(books))
            answer(accounts, lambda: accounts_document(accounts, voice), file, json=json)
        else:
            found = report_day(Office(books), day_of(day))
            answer(found, lambda: day_document(found, voice), file, json=json)
