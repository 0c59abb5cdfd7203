"""The phases of a game and what leads from one to the next, learnt by playing it."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random

from novamas.kit.chance import Seeded
from novamas.table.deeds import Deed, Drawn
from novamas.table.game import Table
from novamas.table.people import CHANCE, CROUPIER, NOBODY
from novamas.table.session import Session
from novamas.testing.blind_play import gone_wrong


def ways(table: Table, steps: int = 12_000) -> dict[tuple[str, str], set[str]]:
    """From one phase to another: by which deeds."""
    rng, source, tried = Random(1), Seeded(1), Counter[tuple[str, str]]()
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    session = Session(table.opening, source, automatic=())
    for _ in range(steps):
        if session.phase.turn is NOBODY:
            session = Session(table.opening, source, automatic=())
        before = type(session.phase).__name__
        deed = _some_deed(session, rng, tried)
        tried[before, deed.verb()] += 1
        session.do(deed)
        word = "the draw" if isinstance(deed, Drawn) else deed.verb()
        found[before, type(session.phase).__name__].add(word)
    return found


def _some_deed(session: Session, rng: Random, tried: Counter[tuple[str, str]]) -> Deed:
    """Anything that may be done; of what can go wrong, what was tried least at such a moment."""
    phase = session.phase
    if rng.random() < 0.05 and (given := gone_wrong(session)):
        rng.shuffle(given)
        return min(given, key=lambda offer: tried[type(phase).__name__, offer.act.verb()]).sample(rng)
    if phase.turn is CHANCE:
        return Drawn(what=session.source.draw(phase.draws()))
    who = rng.choice([*range(1, phase.seats() + 1), CROUPIER]) if rng.random() < 0.5 else phase.turn
    return rng.choice(session.offers(who) or session.offers(phase.turn)).sample(rng)


def chart(table: Table) -> str:
    """The phases as a Mermaid diagram."""
    lines = ["```mermaid", "stateDiagram-v2", f"    [*] --> {type(table.opening).__name__}"]
    for (before, after), deeds in sorted(ways(table).items()):
        lines.append(f"    {before} --> {after}: {', '.join(sorted(deeds))}")
    return "\n".join([*lines, "```"])
