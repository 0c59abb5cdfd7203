"""A transcript: what happened at a table as plain lines, each with its clause, to read and to compare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from novamas.kit.pieces import piece_names
from novamas.table.deeds import Deed
from novamas.table.events import (
    POT,
    Bought,
    Burned,
    Came,
    Dealt,
    Discarded,
    Event,
    Fed,
    Happened,
    Linked,
    Looked,
    Noted,
    PaidOut,
    Parted,
    Payment,
    RoundOver,
    Said,
    Shown,
    Slid,
    Staked,
    Took,
    Withdrew,
)
from novamas.table.notation import write
from novamas.table.offers import Offer, OneOf, Range
from novamas.table.people import write_who
from novamas.table.phases import AnyPhase
from novamas.table.session import Session


def line(event: Event) -> str:
    """One event as one line."""
    match event:
        case Said(who, words, clause):
            return _with(clause, f"{write_who(who)}: «{words}»")
        case Came(what, clause):
            return _with(clause, f"result: {what}")
        case Staked(seat, bet, cents, clause):
            return _with(clause, f"s{seat} stakes {cents} on {bet}")
        case Withdrew(seat, bet, cents, clause):
            return _with(clause, f"s{seat} takes back {cents} from {bet}")
        case Slid(seat, bet, to, cents, clause):
            return _with(clause, f"{cents} of s{seat} on {bet} become {to}")
        case Took(seat, bet, cents, clause):
            of = "" if seat == POT else f" of s{seat}"
            return _with(clause, f"the house takes {cents}{of} from {bet}")
        case Fed(jackpot, cents, clause):
            return _with(clause, f"the house sets {cents} aside for {jackpot}")
        case PaidOut(jackpot, cents, clause):
            return _with(clause, f"{cents} are paid out of {jackpot}")
        case Linked(jackpot, cents, clause):
            did = f"have set {cents} aside for" if cents > 0 else f"have paid {-cents} out of"
            return _with(clause, f"linked tables {did} {jackpot}")
        case Bought(seat, cents, clause):
            bought = f"buys chips for {cents}" if cents > 0 else f"leaves with chips for {-cents}"
            return _with(clause, f"s{seat} {bought}")
        case Payment():
            return _payment(event)
        case Dealt(to, card, up, place):
            shown = "a card face down" if card is None else piece_names((card,))
            return f"place {place}: {shown} to {to}{'' if up or card is None else ', face down'}"
        case Looked(owner, card, place):
            return f"place {place}: {owner} looks at {'a card' if card is None else piece_names((card,))}"
        case Shown(owner, cards, clause):
            return _with(
                clause, f"{owner} shows {piece_names(tuple(card for card in cards if card is not None))}"
            )
        case Parted(owner, to, clause):
            return _with(clause, f"the last card of {owner} becomes {to}")
        case Burned(place, clause):
            return _with(clause, f"place {place}: burned")
        case Discarded(owner, card, clause):
            shown = "a card" if card is None else piece_names((card,))
            return _with(clause, f"{shown} of {owner} leaves play")
        case Happened(what, clause):
            return _with(clause, f"it happened: {what}")
        case Noted(what, clause):
            return _with(clause, f"noted: {what}")
        case RoundOver():
            return "the round is over"
        case _:
            return repr(event)


def _payment(paid: Payment) -> str:
    rate = "" if paid.rate is None else ", lost" if paid.rate == -1 else f" at {paid.rate} to 1"
    stays = ", the stake stays" if paid.stays else ""
    against = "" if paid.against is None or paid.against[0] == POT else f", against s{paid.against[0]}"
    says = f"s{paid.seat} {paid.bet}: {paid.stake} staked{rate}, {paid.returned} returned{stays}{against}"
    return _with(", ".join(paid.clauses), says)


def _with(clause: str, says: str) -> str:
    return f"{says}  [{clause}]" if clause else says


def offer_line(offer: Offer) -> str:
    """What somebody may do, as one line."""
    dials = []
    for name, dial in offer.dials.items():
        match dial:
            case Range(least, most, step):
                dials.append(f"{name} {least}–{most} by {step}")
            case OneOf(values):
                shown = ", ".join(values[:4]) + (f"… ({len(values)})" if len(values) > 4 else "")
                dials.append(f"{name} of {shown}")
    return _with(offer.clause, " · ".join([offer.act.verb(), *dials]) if dials else write(offer.act))


def transcript(session: Session, deeds: Iterable[Deed]) -> Iterator[str]:
    """Play these deeds and tell the table as it stands before each, what is done and what is noticed."""
    told: AnyPhase | None = None
    for deed in deeds:
        phase = session.phase
        if told is None or type(told) is not type(phase) or told.turn != phase.turn:
            yield ""
            yield f"-- {type(phase).__name__}, the table waits for {write_who(phase.turn)}"
            for who in (phase.turn, 1) if phase.pause else (phase.turn,):
                for offer in session.offers(who):
                    yield f"   {write_who(who)} may: {offer_line(offer)}"
        told = phase
        yield f"> {write(deed)}"
        for event in session.do(deed):
            yield f"   {line(event)}"
    cloth = ", ".join(f"s{seat} {bet} {cents}" for seat, bet, cents in session.phase.felt.chips) or "nothing"
    won = (
        ", ".join(f"s{seat} {cents:+}" for seat, cents in sorted(session.ledger.players.items())) or "nobody"
    )
    yield ""
    grew = "".join(f"; {name} {cents:+}" for name, cents in session.ledger.jackpots.items() if cents)
    yield f"-- at the end: on the cloth {cloth}; won {won}; house {session.ledger.house:+}{grew}"
