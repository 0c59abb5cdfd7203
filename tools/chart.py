"""The course of a game, observed in random play: its phases, their transitions, and irregularities."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from random import Random

from msgspec import Struct

from novamas.equipment.chance import Seeded
from novamas.table.deeds import Deed, Drawn
from novamas.table.game import Table
from novamas.table.offers import Offer, OneOf
from novamas.table.phases import Incident
from novamas.table.roles import CHANCE, CROUPIER, NOBODY
from novamas.table.session import Session
from novamas.testing.random_play import gone_wrong

BY_CHANCE = "the draw"
CAUSES = frozenset(  # fields of incidents that tell their forms apart
    {
        "about",
        "card",
        "cause",
        "culprit",
        "first",
        "form",
        "hand",
        "how",
        "to",
        "what",
        "whose",
        "why",
        "word",
    }
)


class Course(Struct, frozen=True):
    """The observed course of a table: transitions between phases, and irregularities by phase."""

    opening: str
    ways: dict[tuple[str, str], set[str]]  # the deeds of each transition between two phases
    wrong: dict[str, dict[str, set[str]]]  # the phases, by incident and deciding clause
    forms: dict[str, dict[str, set[str]]]  # the causes, such as `cause=too_few`, by incident and clause

    @property
    def phases(self) -> list[str]:
        """The phases in the order of a round, from the opening on. Phases of irregularities come last."""
        well = {way for way, deeds in self.ways.items() if deeds - self.wrong.keys()}
        found = [*self._onward(self.opening, well, []), *self._onward(self.opening, set(self.ways), [])]
        ends = {after for _, after in self.ways} - {before for before, _ in self.ways}
        return sorted(dict.fromkeys(found), key=ends.__contains__)

    def _onward(self, phase: str, along: set[tuple[str, str]], seen: list[str]) -> list[str]:
        """Return a phase and all that follow it. Except in cycles, each comes after those that lead to it."""
        seen.append(phase)
        later: list[str] = []
        for before, after in reversed(self.ways):  # the first observed comes first in the end
            if before == phase and after not in seen and (before, after) in along:
                later = [*self._onward(after, along, seen), *later]
        return [phase, *later]


def course(table: Table, steps: int = 100_000) -> Course:
    """Play the given number of random steps, and return the observed course."""
    rng, source, tried = Random(1), Seeded(1), Counter[tuple[str, str]]()
    found = Course(
        type(table.opening).__name__,
        defaultdict(set),
        defaultdict(lambda: defaultdict(set)),
        defaultdict(lambda: defaultdict(set)),
    )
    session = Session(table.opening, source, automatic=())
    for _ in range(steps):
        if session.phase.turn is NOBODY:
            session = Session(table.opening, source, automatic=())
        before = type(session.phase).__name__
        deed = _some_deed(session, rng, tried, found)
        tried[before, deed.verb()] += 1
        session.do(deed)
        word = BY_CHANCE if isinstance(deed, Drawn) else deed.verb()
        found.ways[before, type(session.phase).__name__].add(word)
    return found


def _some_deed(session: Session, rng: Random, tried: Counter[tuple[str, str]], found: Course) -> Deed:
    """Return an allowed deed. Of the possible irregularities, prefer the one least tried in this phase."""
    phase = session.phase
    if rng.random() < 0.05 and (given := gone_wrong(session)):
        _keep(given, type(phase).__name__, found)
        rng.shuffle(given)
        return min(given, key=lambda offer: tried[type(phase).__name__, offer.act.verb()]).sample(rng)
    if phase.turn is CHANCE:
        return Drawn(what=session.source.draw(phase.draws()))
    who = rng.choice([*range(1, phase.seats() + 1), CROUPIER]) if rng.random() < 0.5 else phase.turn
    return rng.choice(session.offers(who) or session.offers(phase.turn)).sample(rng)


def _keep(given: list[Offer], phase: str, found: Course) -> None:
    """Record the irregularities that are possible in this phase, and the clauses that decide them."""
    for offer in given:
        if isinstance(offer.act, Incident):
            verb, clause = offer.act.verb(), offer.act.decided_by(offer)
            found.wrong[verb][clause].add(phase)
            found.forms[verb][clause].update(_causes(offer))


def _causes(offer: Offer) -> Iterator[str]:
    """Yield the listed values by which the forms of an incident differ, as users type them."""
    for name in CAUSES & set(offer.act.__struct_fields__):
        dial = offer.dials.get(name)
        values = dial.values if isinstance(dial, OneOf) else (getattr(offer.act, name),)
        yield from (f"{name}={value}" for value in values if value)


def chart(learnt: Course) -> str:
    """Return the phases of a course as a Mermaid diagram."""
    lines = ["```mermaid", "stateDiagram-v2", f"    [*] --> {learnt.opening}"]
    for (before, after), deeds in sorted(learnt.ways.items()):
        lines.append(f"    {before} --> {after}: {', '.join(sorted(deeds))}")
    return "\n".join([*lines, "```"])
