"""Incidents at a terminal. The user types their words, or a number that is fixed for the session."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from novamas.errors import InvalidInput
from novamas.table.deeds import Deed
from novamas.table.offers import Offer
from novamas.table.phases import Incident, form_of
from novamas.words import Voice
from novamas.words.act_forms import parts_of_kind
from novamas.words.events import incident_text
from novamas.words.line_parser import read_line
from novamas.words.problems import cited
from novamas.words.typed_acts import how_to_type, what_may_stand


class Incidents:
    """The incidents that the user can report, in the order in which they were first listed."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        self.listed: list[object] = []

    def lines(self, offers: Sequence[Offer]) -> Iterator[str]:
        """Yield each incident on offer: its number, how to type it, its text and its clause."""
        for offer in incidents_of(offers):
            form = _form(offer)
            if form not in self.listed:
                self.listed.append(form)
            assert isinstance(offer.act, Incident)
            what = what_may_stand(offer, self.voice) or incident_text(
                offer.act.verb(), form_of(offer.act), self.voice
            )
            typed = how_to_type(offer, self.voice, offers)
            yield cited(f"{self.listed.index(form) + 1}. {typed}: {what}", [offer.clause])

    def read(self, typed: str, offers: Iterable[Offer]) -> Deed:
        """Return the incident with a typed number. Values of its open parameters follow the number."""
        number, _space, rest = typed.strip().partition(" ")
        place = int(number) - 1 if number.isdecimal() and len(number) < 6 else -1
        if not 0 <= place < len(self.listed):
            raise InvalidInput("no_such_incident", given=number)
        meant = [offer for offer in incidents_of(offers) if _form(offer) == self.listed[place]]
        if not meant:
            raise InvalidInput("no_such_incident", text_key="incident_not_now", given=number)
        if not meant[0].dials:
            return meant[0].act
        return read_line(f"{self.voice.act(meant[0].act.verb())} {rest}", meant, self.voice)


def incidents_of(offers: Iterable[Offer]) -> list[Offer]:
    """Return the offers that are incidents."""
    return [offer for offer in offers if isinstance(offer.act, Incident)]


def _form(offer: Offer) -> object:
    """Return the parts of an incident that are the same in every phase, without open parameters."""
    fixed = [part for part in parts_of_kind(type(offer.act)) if part not in offer.dials]
    return offer.act.verb(), offer.clause, *((part, getattr(offer.act, part)) for part in fixed)
