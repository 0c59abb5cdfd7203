"""A transcript: what happened at a table, told line by line, each with its clause, to read and to compare."""

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
    """Play these deeds and tell the table as it stands before each, what is done and what is noticed."""
    told: AnyPhase | None = None
    listed: set[str] = set()
    for deed in deeds:
        phase = session.phase
        if told is None or type(told) is not type(phase) or told.turn != phase.turn:
            yield ""
            yield voice.say("transcript.moment", phase=voice.phase(phase.tag()), who=phase.turn)
            for who in dict.fromkeys((phase.turn, 1) if phase.pause else (phase.turn,)):
                yield from _offered(session, who, voice, listed)
        told = phase
        yield f"> {deed_text(deed, voice)}"
        for event in session.do(deed):
            yield f"   {_told(event, voice)}"
    yield ""
    yield voice.say("transcript.end", **_standing(session, voice))


def deed_text(deed: Deed, voice: Voice) -> str:
    """Who does what."""
    match deed:
        case Incident():
            what = incident_text(deed.verb(), form_of(deed), voice)
        case Act():
            what = typed(deed, voice)
        case _:
            return voice.person(deed.by)
    return voice.say("transcript.deed", who=deed.by, what=what)


def deed_line(deed: Deed, voice: Voice) -> str:
    """What somebody does, as one who stands by would tell it: a whole sentence."""
    address = f"deeds_seen.{deed.verb()}"
    if isinstance(deed, Incident) or not voice.has(address):
        return capital(f"{deed_text(deed, voice)}.")
    parts = {name: getattr(deed, name) for name in deed.__struct_fields__ if name != "by"}
    told = {name: pictured(part, voice) if isinstance(part, str) else part for name, part in parts.items()}
    return capital(voice.say(address, who=deed.by, **told))


def _offered(session: Session, who: Who, voice: Voice, listed: set[str]) -> Iterator[str]:
    """What somebody may do: how it is typed, and under it on what and from what to what; each thing once."""
    for title, rows in listing(session.offers(who), voice):
        lines = [f"      {what}  {limits}".rstrip() for what, limits in rows]
        block = "\n".join([title, *lines])
        if block not in listed:
            listed.add(block)
            yield f"   {voice.say('transcript.may', who=who, what=title)}"
            yield from lines


def _told(event: Event, voice: Voice) -> str:
    """One event with the clauses it rests on, also those that nobody is told at the table."""
    if isinstance(event, Payment):
        return cited(capital(payment_text(event, voice)), event.clauses)
    says, clause = event_text(event, voice), getattr(event, "clause", "")
    return says if clause in says else cited(says, [clause])


def _standing(session: Session, voice: Voice) -> dict[str, str]:
    """What lies on the cloth, and what everybody has won."""
    none = voice.text("transcript.nothing")
    lies = (
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
        "cloth": ", ".join(lies) or none,
        "won": ", ".join(won) or none,
        "house": voice.gain(session.ledger.house) + "".join(grew),
    }
