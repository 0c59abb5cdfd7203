"""Transcripts: the events at a table line by line, each with its clause, for reading and comparing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from novamas.table.deeds import Act, Deed
from novamas.table.events import Event, Payment
from novamas.table.phases import AnyPhase, Incident, form_of
from novamas.table.roles import Who
from novamas.table.session import Session
from novamas.words.events import event_text, incident_text, payment_text
from novamas.words.problems import cited
from novamas.words.typed_acts import listing, typed
from novamas.words.vocabulary import pictured
from novamas.words.voice import Voice, capital


def transcript(session: Session, deeds: Iterable[Deed], voice: Voice) -> Iterator[str]:
    """Play these deeds. Before each, yield the phase and the offers, then the deed and its events.

    The last lines show the final state of the table.
    """
    shown: AnyPhase | None = None
    listed: set[str] = set()
    for deed in deeds:
        phase = session.phase
        if shown is None or type(shown) is not type(phase) or shown.turn != phase.turn:
            yield ""
            yield voice.say("transcript.moment", phase=voice.phase(phase.tag()), who=phase.turn)
            for who in dict.fromkeys((phase.turn, 1) if phase.pause else (phase.turn,)):
                yield from _offered(session, who, voice, listed)
        shown = phase
        yield f"> {deed_text(deed, voice)}"
        for event in session.do(deed):
            yield f"   {_event_line(event, voice)}"
    yield ""
    yield voice.say("transcript.end", **_standing(session, voice))


def deed_text(deed: Deed, voice: Voice) -> str:
    """Return a text with the actor and the action of a deed."""
    match deed:
        case Incident():
            what = incident_text(deed.verb(), form_of(deed), voice)
        case Act():
            what = typed(deed, voice)
        case _:
            return voice.person(deed.by)
    return voice.say("transcript.deed", who=deed.by, what=what)


def deed_line(deed: Deed, voice: Voice) -> str:
    """Return a deed as a whole sentence of an observer. A bet in it has its article."""
    key = f"deeds_seen.{deed.verb()}"
    if isinstance(deed, Incident) or not voice.has(key):
        return capital(f"{deed_text(deed, voice)}.")
    parts = {name: getattr(deed, name) for name in deed.__struct_fields__ if name != "by"}
    values = {
        name: pictured(part, voice) if isinstance(part, str) and name != "bet" else part
        for name, part in parts.items()
    }
    return capital(voice.say(key, who=deed.by, **values))


def _offered(session: Session, who: Who, voice: Voice, listed: set[str]) -> Iterator[str]:
    """Yield the offers to a person as they are typed, with values and limits below, without repetition."""
    for title, rows in listing(session.offers(who), voice):
        lines = [f"      {what}  {limits}".rstrip() for what, limits in rows]
        block = "\n".join([title, *lines])
        if block not in listed:
            listed.add(block)
            yield f"   {voice.say('transcript.may', who=who, what=title)}"
            yield from lines


def _event_line(event: Event, voice: Voice) -> str:
    """Return an event with all its clauses, including those that the table does not show."""
    if isinstance(event, Payment):
        return cited(capital(payment_text(event, voice)), event.clauses)
    says, clause = event_text(event, voice), getattr(event, "clause", "")
    return says if clause in says else cited(says, [clause])


def _standing(session: Session, voice: Voice) -> dict[str, str]:
    """Return the chips on the cloth, and the results of players, house and jackpots."""
    none = voice.text("transcript.nothing")
    chips = (
        voice.say("transcript.chips", who=seat, bet=bet, cents=cents)
        for seat, bet, cents in session.phase.felt.chips
    )
    won = (
        voice.say("transcript.won", who=seat, cents=voice.gain(cents))
        for seat, cents in sorted(session.ledger.players.items())
    )
    grew = (
        f"; {voice.bet(name)} {voice.gain(cents)}" for name, cents in session.ledger.jackpots.items() if cents
    )
    return {
        "cloth": ", ".join(chips) or none,
        "won": ", ".join(won) or none,
        "house": voice.gain(session.ledger.house) + "".join(grew),
    }
