"""`novamas promotrot`: issues of virtual tickets, from the plan to the last voucher."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from novamas.cli.commands.terminal import run_terminal
from novamas.cli.options import Json
from novamas.cli.output import say
from novamas.cli.pools_common import (
    CodeOf,
    Establishment,
    Key,
    Outlet,
    OutletName,
    PaidTyped,
    Revoke,
    StoreAt,
    To,
    add_group,
    answer,
    answer_slip,
    done,
    key_of,
    office_of,
    show_outlet,
    text_of,
    voice_at,
)

GAME = "promotrot"
_voice = partial(voice_at, game=GAME)
IssueOf = Annotated[str, typer.Argument(metavar="metavars.issue", help="options.pool_issue")]


def register(app: typer.Typer) -> None:
    """Register the Promotrot commands."""
    add_group(app, GAME, COMMANDS)


def show_form(context: typer.Context) -> None:
    """Print the plan of an issue as a form to fill in."""
    typer.echo(_voice(context).text("pools_told.plan_form"))


def authorise(
    context: typer.Context,
    name: OutletName,
    establishment: Establishment = "",
    revoke: Revoke = False,
    store: StoreAt = None,
    json: Json = False,
) -> None:
    """Authorise an establishment to sell and pay, or withdraw its authorisation."""
    from novamas.pools.promotrot.office import Office

    with office_of(store) as books:
        office = Office(books)
        office.revoke(name) if revoke else office.authorise(name, establishment)
    show_outlet(name, _voice(context), revoked=revoke, json=json)


def publish(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="metavars.file", help="options.pool_plan")],
    store: StoreAt = None,
    json: Json = False,
) -> None:
    """Publish an issue and the commitment to its seed."""
    from novamas.pools.promotrot.office import Office
    from novamas.pools.promotrot.plans import read_plan

    issue = read_plan(text_of(file))
    with office_of(store) as books:
        commitment = Office(books).publish(issue)
    text = _voice(context).say("pools_told.issue_published", issue=issue.code, commitment=commitment)
    done({"issue": issue.code, "commitment": commitment}, text, json=json)


def sell(
    context: typer.Context,
    issue: IssueOf,
    outlet: Outlet,
    paid: PaidTyped = None,
    key: Key = None,
    store: StoreAt = None,
    json: Json = False,
) -> None:
    """Sell the next ticket of an issue."""
    from novamas.pools.promotrot.office import Office
    from novamas.pools.promotrot.outlets import Outlets
    from novamas.words.amounts import read_amount

    with office_of(store) as books:
        office = Office(books)
        with books.reading() as now:
            price = (
                office.issue(now, issue).price
                if paid is None
                else read_amount(paid, _voice(context).language)
            )
        ticket = Outlets(office).sell(outlet, issue, price, key_of(key))
    text = _voice(context).say(
        "pools_told.ticket_sold", code=ticket.code, number=ticket.number, cents=ticket.price
    )
    done(ticket, text, json=json)


def play(
    context: typer.Context,
    code: CodeOf,
    act: Annotated[int, typer.Argument(metavar="metavars.number", help="options.pool_act")],
    outlet: Outlet,
    store: StoreAt = None,
    file: To = None,
    json: Json = False,
) -> None:
    """Play a ticket on its terminal: show the game, and the voucher for the prize."""
    from novamas.pools.promotrot.office import Office
    from novamas.pools.promotrot.outlets import Outlets
    from novamas.words.pools import played_text, voucher_slip

    voice = _voice(context)
    with office_of(store) as books:
        played = Outlets(Office(books)).play(outlet, code, act)
    if not json:
        say(*played_text(played.face, act, voice))
    if played.voucher is None or played.last_day is None:
        done(played, voice.text("pools_told.nothing_won"), json=json)
        return
    answer_slip(played, voucher_slip(played.voucher, played.code, played.last_day, voice), file, json=json)


def join(
    context: typer.Context,
    codes: Annotated[list[str], typer.Argument(metavar="metavars.code", help="options.pool_joined")],
    outlet: Outlet,
    key: Key = None,
    store: StoreAt = None,
    file: To = None,
    json: Json = False,
) -> None:
    """Issue one voucher for several prizes won on a terminal. It makes the single vouchers void."""
    from novamas.pools.promotrot.office import Office
    from novamas.pools.promotrot.outlets import Outlets
    from novamas.words.pools import joint_slip

    with office_of(store) as books:
        joint = Outlets(Office(books)).join(outlet, codes, key_of(key))
    answer_slip(joint, joint_slip(joint, _voice(context)), file, json=json)


def pay(
    context: typer.Context,
    code: CodeOf,
    at: Annotated[str, typer.Option("--at", metavar="metavars.outlet", help="options.pool_at")],
    thing: Annotated[bool, typer.Option("--thing", help="options.pool_thing")] = False,
    key: Key = None,
    store: StoreAt = None,
    json: Json = False,
) -> None:
    """Pay a voucher to its bearer, or exchange it for the prize in kind at the central office."""
    from novamas.pools.promotrot.office import Office
    from novamas.pools.promotrot.outlets import Outlets

    with office_of(store) as books:
        paid = Outlets(Office(books)).pay(at, code, key_of(key), takes="thing" if thing else "money")
    voice = _voice(context)
    if thing:
        done(paid, voice.say("pools_told.voucher_exchanged", document=paid.document), json=json)
    else:
        done(paid, voice.say("pools_told.paid_by_cash", cents=paid.cents), json=json)


def lapse(context: typer.Context, issue: IssueOf, store: StoreAt = None, json: Json = False) -> None:
    """Give the organiser the prizes that were not claimed in time."""
    from novamas.pools.promotrot.office import Office

    with office_of(store) as books:
        found = Office(books).lapse(issue)
    text = _voice(context).say("pools_told.vouchers_lapsed", vouchers=found.vouchers, cents=found.cents)
    done(found, text, json=json)


def end(context: typer.Context, issue: IssueOf, store: StoreAt = None, json: Json = False) -> None:
    """End an issue and reveal its seed."""
    from novamas.pools.promotrot.office import Office

    with office_of(store) as books:
        found = Office(books).end(issue)
    text = _voice(context).say("pools_told.issue_ended", issue=issue, sold=found.sold, seed=found.seed)
    done(found, text, json=json)


def check(context: typer.Context, issue: IssueOf, store: StoreAt = None, json: Json = False) -> None:
    """Recompute every ticket of an ended issue from its seed."""
    from novamas.pools.promotrot.reports import check_ended

    with office_of(store) as books, books.reading() as now:
        found = check_ended(now, issue)
    text = _voice(context).say(
        "pools_told.issue_checked", tickets=found.tickets, won=found.won, cents=found.awarded
    )
    done(found, text, json=json)


def report(
    context: typer.Context, issue: IssueOf, store: StoreAt = None, file: To = None, json: Json = False
) -> None:
    """Show the state of an issue."""
    from novamas.pools.promotrot.reports import standing
    from novamas.words.pools import standing_document

    voice = _voice(context)
    with office_of(store) as books, books.reading() as now:
        found = standing(now, issue)
    answer(found, lambda: standing_document(found, voice), file, json=json)


def show_odds(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="metavars.file", help="options.pool_plan")],
    to: To = None,
    json: Json = False,
) -> None:
    """Show the exact return of an issue and the distribution of its prizes."""
    from novamas.pools.promotrot.analysis import stock_of
    from novamas.pools.promotrot.plans import read_plan
    from novamas.words.pools import issue_document

    issue = read_plan(text_of(file))
    odds = stock_of(issue).play()
    answer(odds, lambda: issue_document(issue, odds, _voice(context)), to, json=json)


COMMANDS: dict[str, Any] = {
    "form": show_form,
    "outlet": authorise,
    "odds": show_odds,
    "publish": publish,
    "sell": sell,
    "play": play,
    "join": join,
    "pay": pay,
    "lapse": lapse,
    "end": end,
    "check": check,
    "report": report,
    "terminal": run_terminal,
}
