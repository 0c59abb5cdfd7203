"""Texts of events, in the reader's language. The croupier's ritual calls stay in Spanish."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import groupby

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
    Owner,
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
from novamas.table.results import Pocket, Points, Result, Throw
from novamas.table.roles import Who
from novamas.words.problems import cited
from novamas.words.voice import Voice, capital


def event_text(event: Event, voice: Voice, *, me: Who | None = None) -> str:
    """Return an event as a sentence. `me` is the seat or role of the reader, if any."""
    return capital(_event_text(event, voice, me))


def _event_text(event: Event, voice: Voice, me: Who | None) -> str:
    match event:
        case Said(who, spoken):
            return voice.say("events.said", who=who, words=spoken)
        case Came(result):
            return voice.say("events.came", what=result_text(result, voice))
        case Staked(seat, bet, cents) | Withdrew(seat, bet, cents):
            kind = "staked" if isinstance(event, Staked) else "withdrew"
            return voice.say(f"events.{kind}{'_mine' if seat == me else ''}", seat=seat, bet=bet, cents=cents)
        case Slid(seat, bet, to, cents):
            return voice.say("events.slid", seat=seat, bet=bet, to=to, cents=cents)
        case Took(bet=bet, cents=cents):
            return voice.say("events.took", bet=bet, cents=cents)
        case Bought(seat, cents):
            return voice.say("events.bought" if cents > 0 else "events.left", seat=seat, cents=abs(cents))
        case Fed() | PaidOut() | Linked():
            return _tell_jackpot(event, voice)
        case Payment():
            return payment_line(event, voice, me=me)
        case Dealt() | Looked() | Shown() | Discarded() | Burned():
            return next(_cards_text([event], voice, me))
        case Parted(owner, to):
            return voice.say("events.parted", owner=voice.owner(owner, me), hand=voice.owner(to))
        case Happened(incident, clause, form):
            return cited(voice.say("events.happened", what=incident_text(incident, form, voice)), [clause])
        case Noted(code, clause, figures):
            return cited(voice.say(f"notes.{code}", **figures), [clause])
        case RoundOver():
            return voice.text("events.round_over")
        case _:
            raise AssertionError(f"there are no words for {event}")


def event_texts(events: Iterable[Event], voice: Voice, *, me: Who | None = None) -> Iterator[str]:
    """Yield events as sentences. Events of one kind in a row share a sentence per owner of cards."""
    for _kind, run in groupby(events, key=type):
        yield from map(capital, _cards_text(run, voice, me))


class EventRun:
    """Events of one kind in a row, and their sentences for all readers in one language.

    A sentence is rendered once for all readers whom its event does not name.
    """

    __slots__ = ("_events", "_texts", "_voice", "names")

    def __init__(self, events: Iterable[Event], voice: Voice) -> None:
        self._events = tuple(events)
        self._voice = voice
        self.names = frozenset([name for one in self._events for name in _named(one)])  # of these readers
        self._texts: dict[Who | None, tuple[str, ...]] = {}

    def texts(self, me: Who | None) -> tuple[str, ...]:
        """Return the sentences for a reader."""
        reader = me if me in self.names else None
        texts = self._texts.get(reader)
        if texts is None:
            texts = tuple(map(capital, _cards_text(self._events, self._voice, reader)))
            self._texts[reader] = texts
        return texts


def _named(event: Event) -> list[object]:
    """Return the seats and roles whose readers an event addresses with "you"."""
    return [name for part in _ABOUT if (name := getattr(event, part, None)) is not None]


_ABOUT = ("seat", "owner", "to")


def _cards_text(run: Iterable[Event], voice: Voice, me: Who | None) -> Iterator[str]:
    """Yield sentences for events of one kind in a row, one sentence for each owner of cards."""
    cards_of: dict[tuple[Owner, bool], list[int | None]] = {}
    kind: type[Event] = Event
    burned = 0
    for event in run:
        kind = type(event)
        match event:
            case Dealt(owner, card, up):
                cards_of.setdefault((owner, up), []).append(card)
            case Looked(owner, card) | Discarded(owner, card):
                cards_of.setdefault((owner, True), []).append(card)
            case Shown(owner, cards):
                cards_of.setdefault((owner, True), []).extend(cards)
            case Burned():
                burned += 1
            case _:
                reader = me if me is not None and me in _named(event) else None
                yield voice.known((event, reader), partial(_event_text, event, voice, reader))
    if burned:
        yield voice.say("events.burned" if burned == 1 else "events.burned_many", cards=burned)
    for (owner, up), held in cards_of.items():
        is_known = kind is Dealt and not up and None not in held
        code = "dealt_down" if is_known else _CARDS[kind]
        if kind in (Looked, Shown) and me is not None and owner == me:
            code = f"{code}_mine"
        yield voice.say(f"events.{code}", owner=voice.owner(owner, me), cards=held)


HALF_LOST = Fraction(-1, 2)
_CARDS: dict[type[Event], str] = {Dealt: "dealt", Looked: "looked", Shown: "shown", Discarded: "discarded"}


def _tell_jackpot(event: Fed | PaidOut | Linked, voice: Voice) -> str:
    code = {Fed: "fed", PaidOut: "paid_out", Linked: "linked"}[type(event)]
    code = "linked_paid" if event.cents < 0 else code
    text = voice.say(f"events.{code}", jackpot=event.jackpot, cents=abs(event.cents))
    return cited(text, [event.clause])


def result_text(result: Result, voice: Voice) -> str:
    """Return the text of a result: the pocket, the dice or the points."""
    match result:
        case Pocket(label, colour):
            where = voice.bet(label)
            plain = colour not in ("rojo", "negro") or not label.isdecimal()
            return where if plain else voice.say("results.pocket", label=where, colour=voice.bet(colour))
        case Throw(dice):
            return "-".join(map(str, dice))
        case Points(hands):
            return ", ".join(_points(whose, count, voice) for whose, count in hands)


def _points(whose: str, count: int | None, voice: Voice) -> str:
    code = "results.void" if count is None else "results.points"
    return voice.say(code, whose=voice.owner(whose), points=count)


def incident_text(incident: str, form: Mapping[str, object], voice: Voice) -> str:
    """Return the text of an incident. `form` holds the values of its fields."""
    return voice.say(f"incidents.{incident}", **form)


# ---------------------------------------------------------------- payments


def payment_line(paid: Payment, voice: Voice, *, me: Who | None = None) -> str:
    """Return a payment with its first clause: "red: €5.00 at 1 to 1 → €10.00 (clause)"."""
    return cited(payment_text(paid, voice, me=me), paid.clauses[:1])


def payment_text(paid: Payment, voice: Voice, *, me: Who | None = None) -> str:
    """Return the text of a payment: seat, bet, stake, rate, returned amount, and whether the stake stays."""
    returns = not paid.stake and paid.rate == 0  # a stake that the bank had taken
    text = _handed_over(paid, voice) or voice.say(
        "events.payment" if paid.stake else "events.stake_returned" if returns else "events.award",
        bet=paid.bet,
        stake=paid.stake,
        rate="" if paid.rate is None else f" {rate_text(paid.rate, voice)}",
        returned=paid.returned,
        stays=voice.text("events.stays") if paid.stays else "",
    )
    if paid.seat not in (me, POT):
        return voice.say("events.payment_of", who=paid.seat, paid=text)
    return text


def _handed_over(paid: Payment, voice: Voice) -> str:
    """Return the text for chips that change hands without a win or loss, or an empty string."""
    if paid.rate is not None or paid.returned or paid.against is None or paid.against[0] == POT:
        return ""
    seat, into = paid.against
    return voice.say("events.handed_over", bet=paid.bet, stake=paid.stake, to=seat, into=into)


def rate_text(rate: Fraction, voice: Voice) -> str:
    """Return a rate as placards show it ("35 to 1", "1 to 2"), or the text for a loss."""
    if rate == -1:
        return voice.text("events.lost")
    if rate == HALF_LOST:
        return voice.text("events.half_lost")
    if rate < 0:
        return voice.say("events.part_lost", share=-rate)
    if rate == 0:
        return voice.text("events.no_gain")
    return voice.say("events.rate", win=rate.numerator, stake=rate.denominator)
