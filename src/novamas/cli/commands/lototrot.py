"""`novamas lototrot`: the pool on seven trotting races, from the programme to the last prize."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast, get_args

import msgspec
import typer
from msgspec.structs import asdict

from novamas.cli.commands.lototrot_odds import show_odds, show_season
from novamas.cli.commands.lototrot_prizes import bring_in, decide, deposit, lapse, order, pay, report, settle
from novamas.cli.options import Json
from novamas.cli.pools_common import (
    CodeOf,
    DayOf,
    Establishment,
    Key,
    Outlet,
    OutletName,
    PaidTyped,
    Race,
    Revoke,
    StoreAt,
    To,
    add_group,
    answer_slip,
    day_of,
    done,
    instant_of,
    key_of,
    office_of,
    show_outlet,
    text_of,
    voice_at,
)
from novamas.errors import InvalidInput, NovamasError, quoted

if TYPE_CHECKING:
    from novamas.pools.lototrot.outlets import Outlets
    from novamas.pools.lototrot.tickets import TicketRequest

GAME = "lototrot"
_voice = partial(voice_at, game=GAME)


def register(app: typer.Typer) -> None:
    """Register the Lototrot commands."""
    add_group(app, GAME, COMMANDS)


# ---------------------------------------------------------------- before the races


def show_form(context: typer.Context) -> None:
    """Print a race programme to fill in."""
    typer.echo(_voice(context).text("pools_told.programme_form"))


def authorise(
    context: typer.Context,
    name: OutletName,
    establishment: Establishment = "",
    revoke: Revoke = False,
    entity: Annotated[bool, typer.Option("--entity", help="options.pool_entity")] = False,
    store: StoreAt = None,
    json: Json = False,
) -> None:
    """Authorise an outlet, or withdraw its authorisation."""
    from novamas.pools.lototrot.office import Office

    with office_of(store) as books:
        office = Office(books)
        office.revoke(name) if revoke else office.authorise(name, establishment, entity=entity)
    show_outlet(name, _voice(context), revoked=revoke, json=json)


def open_day(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="metavars.file", help="options.pool_programme")],
    store: StoreAt = None,
    json: Json = False,
) -> None:
    """Open a race day with its programme."""
    from novamas.pools.lototrot.office import Office
    from novamas.pools.lototrot.programme_file import read_programme

    programme, rules = read_programme(text_of(file))
    with office_of(store) as books:
        Office(books).open_day(programme, rules)
    text = _voice(context).say("pools_told.day_opened", day=programme.day, price=rules.price)
    done({"day": programme.day, "price": rules.price}, text, json=json)


def sell(
    context: typer.Context,
    day: DayOf,
    forecast: Annotated[str, typer.Argument(metavar="metavars.forecast", help="options.pool_forecast")],
    outlet: Outlet,
    paid: PaidTyped = None,
    key: Key = None,
    store: StoreAt = None,
    file: To = None,
    json: Json = False,
) -> None:
    """Register a bet and print its ticket."""
    from novamas.pools.lototrot.office import Office
    from novamas.pools.lototrot.outlets import Outlets
    from novamas.pools.lototrot.tickets import price_of, read_forecast
    from novamas.words.amounts import read_amount
    from novamas.words.pools import ticket_slip

    with office_of(store) as books:
        office = Office(books)
        rules = office.day(day_of(day)).rules
        price = (
            price_of(read_forecast(forecast, rules), rules)
            if paid is None
            else read_amount(paid, _voice(context).language)
        )
        ticket = Outlets(office).sell(outlet, day_of(day), forecast, price, key_of(key))
    answer_slip(ticket, ticket_slip(ticket, _voice(context)), file, json=json)


def show_ticket(
    context: typer.Context,
    code: CodeOf,
    shown: Annotated[Path | None, typer.Option(metavar="metavars.file", help="options.pool_shown")] = None,
    request: Annotated[
        str | None, typer.Option(metavar="metavars.request", help="options.pool_request")
    ] = None,
    store: StoreAt = None,
    file: To = None,
    json: Json = False,
) -> None:
    """Show a ticket from the organiser's books, compare a presented one, or answer a bettor's request."""
    from novamas.pools.lototrot.office import Office
    from novamas.pools.lototrot.outlets import Outlets
    from novamas.words.pools import ticket_slip

    with office_of(store) as books:
        outlets = Outlets(Office(books))
        if request is not None:
            outlets.refuse(code, _request(request))
        if shown is not None:
            _compare(context, outlets, code, shown, json=json)
            return
        ticket, won = outlets.ticket(code), outlets.prize_of(code)
    found = {**asdict(ticket), "won": won}
    answer_slip(found, ticket_slip(ticket, _voice(context), won), file, json=json)


def _compare(context: typer.Context, outlets: Outlets, code: str, shown: Path, *, json: bool) -> None:
    """Print how a presented ticket, in the format of `sell --json`, differs from the books."""
    from novamas.pools.lototrot.tickets import Ticket

    try:
        ticket = msgspec.json.decode(text_of(shown), type=Ticket)
    except msgspec.MsgspecError:
        raise InvalidInput("shown_ticket_unreadable", path=str(shown)) from None
    found = outlets.differences(code, ticket)
    voice, elements = _voice(context), tuple(f"element_{element}" for element in found)
    said = (
        voice.say("pools_told.ticket_differs", elements=elements)
        if found
        else voice.say("pools_told.ticket_agrees")
    )
    done({"differs": found}, said, json=json)


def _request(word: str) -> TicketRequest:
    """Return what a bettor asks to be done with a ticket. Raise if this request is unknown."""
    from novamas.pools.lototrot.tickets import TicketRequest

    if word not in get_args(TicketRequest):
        raise InvalidInput("no_such_request", given=quoted(word), known=get_args(TicketRequest))
    return cast("TicketRequest", word)


# ---------------------------------------------------------------- the races


def close(
    context: typer.Context,
    day: DayOf,
    started: Annotated[
        str | None, typer.Option(metavar="metavars.instant", help="options.pool_started")
    ] = None,
    store: StoreAt = None,
    json: Json = False,
) -> None:
    """Stop selling at the confirmed start of the first race, or now if no race is held."""
    from novamas.pools.lototrot.office import Office

    with office_of(store) as books:
        closed = Office(books).close_day(day_of(day), instant_of(started) if started else None)
    text = _voice(context).say("pools_told.day_closed", day=day_of(day), late=len(closed.late))
    done(closed, text, json=json)


Closes = Annotated[str, typer.Option(metavar="metavars.instant", help="options.pool_closes")]


def postpone(
    context: typer.Context, day: DayOf, closes: Closes, store: StoreAt = None, json: Json = False
) -> None:
    """Set a later end of selling, because the first race is delayed."""
    from novamas.pools.lototrot.office import Office

    with office_of(store) as books:
        Office(books).postpone(day_of(day), instant_of(closes))
    text = _voice(context).say("pools_told.day_postponed", day=day_of(day))
    done({"day": day, "closes": instant_of(closes)}, text, json=json)


def recall(
    context: typer.Context, day: DayOf, closes: Closes, store: StoreAt = None, json: Json = False
) -> None:
    """Record that the start was recalled. Sales continue."""
    from novamas.pools.lototrot.office import Office

    with office_of(store) as books:
        Office(books).recall(day_of(day), instant_of(closes))
    text = _voice(context).say("pools_told.day_recalled", day=day_of(day))
    done({"day": day, "closes": instant_of(closes)}, text, json=json)


def withdraw(
    context: typer.Context,
    day: DayOf,
    race: Race,
    number: Annotated[int, typer.Argument(metavar="metavars.number", help="options.pool_horse")],
    store: StoreAt = None,
    json: Json = False,
) -> None:
    """Record that a horse does not start. Bets on it then count for another horse."""
    from novamas.pools.lototrot.office import Office

    with office_of(store) as books:
        Office(books).withdraw(day_of(day), race, number)
    text = _voice(context).say("pools_told.horse_withdrawn", race=race, number=number)
    done({"day": day, "race": race, "number": number}, text, json=json)


def enter_result(
    context: typer.Context,
    day: DayOf,
    race: Race,
    winners: Annotated[str, typer.Argument(metavar="metavars.winners", help="options.pool_winners")],
    on: Annotated[str | None, typer.Option(metavar="metavars.day", help="options.pool_result_on")] = None,
    store: StoreAt = None,
    json: Json = False,
) -> None:
    """Enter the stewards' definitive result of a race."""
    from novamas.pools.lototrot.office import Office

    numbers = [_number(word) for word in winners.split(",")]
    with office_of(store) as books:
        Office(books).enter_result(day_of(day), race, numbers, on=day_of(on) if on else None)
    text = _voice(context).say("pools_told.result_entered", race=race, numbers=tuple(map(str, numbers)))
    done({"day": day, "race": race, "winners": numbers}, text, json=json)


def _number(word: str) -> int:
    if not (word.strip().isascii() and word.strip().isdigit() and len(word.strip()) <= 3):
        raise InvalidInput("horse_unreadable", given=quoted(word))
    return int(word)


def declare(
    context: typer.Context,
    day: DayOf,
    cause: Annotated[str, typer.Argument(metavar="metavars.cause", help="options.pool_cause")],
    races: Annotated[
        list[int] | None, typer.Argument(metavar="metavars.number", help="options.pool_races_declared")
    ] = None,
    store: StoreAt = None,
    json: Json = False,
) -> None:
    """Declare that races have no result, and publish the commitments to the seeds of their draws."""
    from novamas.pools.lototrot.office import Office
    from novamas.pools.lototrot.races import Cause

    causes: tuple[Cause, ...] = get_args(Cause)
    known = next((each for each in causes if each == cause), None)
    if known is None:
        raise NovamasError("no_such_cause", given=quoted(cause), known=causes)
    with office_of(store) as books:
        declared = Office(books).declare(day_of(day), known, races or ())
    voice = _voice(context)
    text = (
        voice.say("pools_told.race_declared", race=one.race, commitment=one.commitment) for one in declared
    )
    done(declared, " ".join(text), json=json)


def draw(
    context: typer.Context,
    day: DayOf,
    race: Race,
    controller: Annotated[str, typer.Option(metavar="metavars.text", help="options.pool_controller")],
    words: Annotated[str | None, typer.Option(metavar="metavars.text", help="options.pool_words")] = None,
    ordered: Annotated[str, typer.Option(metavar="metavars.text", help="options.pool_ordered")] = "",
    winner: Annotated[
        int | None, typer.Option(metavar="metavars.number", help="options.pool_drawn_winner")
    ] = None,
    how: Annotated[str, typer.Option(metavar="metavars.text", help="options.pool_drawn_how")] = "",
    store: StoreAt = None,
    json: Json = False,
) -> None:
    """Draw the winner of a race in public, before the controller who certifies the draw."""
    from novamas.pools.lototrot.office import Office

    if winner is not None:
        with office_of(store) as books:
            office = Office(books)
            entered = office.enter_draw(day_of(day), race, winner, controller, how=how, ordered=ordered)
        text = _voice(context).say("pools_told.draw_entered", race=race, number=winner, controller=controller)
        done(entered, text, json=json)
        return
    with office_of(store) as books:
        drawn = Office(books).draw(day_of(day), race, controller, words=words, ordered=ordered)
    text = _voice(context).say(
        "pools_told.race_drawn", race=race, number=drawn.winner, seed=drawn.seed, controller=drawn.controller
    )
    done(drawn, text, json=json)


# ---------------------------------------------------------------- the public, and people


def announce(
    context: typer.Context,
    day: DayOf,
    what: Annotated[str, typer.Argument(metavar="metavars.text", help="options.pool_announced")],
    means: Annotated[str, typer.Option(metavar="metavars.text", help="options.pool_means")],
    store: StoreAt = None,
    json: Json = False,
) -> None:
    """Enter that something was announced to the public."""
    from novamas.pools.lototrot.office import Office

    with office_of(store) as books:
        Office(books).announce(day_of(day), what, means)
    text = _voice(context).say("pools_told.announced", day=day_of(day), what=what, means=means)
    done({"day": day, "what": what, "means": means}, text, json=json)


def note_conduct(
    context: typer.Context,
    rule: Annotated[str, typer.Argument(metavar="metavars.clause", help="options.pool_rule")],
    what: Annotated[str, typer.Argument(metavar="metavars.text", help="options.pool_breach")],
    who: Annotated[str, typer.Option(metavar="metavars.text", help="options.pool_who")],
    store: StoreAt = None,
    json: Json = False,
) -> None:
    """Enter a breach of a rule of conduct."""
    from novamas.pools.lototrot.office import Office

    with office_of(store) as books:
        Office(books).note_conduct(rule, who, what)
    text = _voice(context).say("pools_told.conduct_noted", who=who, what=what, rule=rule)
    done({"rule": rule, "who": who, "what": what}, text, json=json)


COMMANDS: dict[str, Any] = {
    "form": show_form,
    "outlet": authorise,
    "open": open_day,
    "sell": sell,
    "ticket": show_ticket,
    "close": close,
    "postpone": postpone,
    "recall": recall,
    "withdraw": withdraw,
    "result": enter_result,
    "declare": declare,
    "draw": draw,
    "announce": announce,
    "conduct": note_conduct,
    "funds": bring_in,
    "settle": settle,
    "order": order,
    "pay": pay,
    "deposit": deposit,
    "decide": decide,
    "lapse": lapse,
    "report": report,
    "odds": show_odds,
    "season": show_season,
}
