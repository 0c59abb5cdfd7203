"""The contract: a game is a handful of phases, each a frozen value that knows what may follow.

A phase answers for whom the table waits, what each person may do, what follows from it, what chance may
draw, and what each pair of eyes sees. Equal phases have equal futures: a fork is a second reference, a walk
memoises, and a record of deeds gives everything back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from msgspec import Struct

from novamas.equipment.chance import Draws
from novamas.errors import Figure, quoted
from novamas.table.deeds import Act, Deed, Drawn, wrong_part
from novamas.table.events import Events, Happened, taken_back
from novamas.table.felt import Felt
from novamas.table.notation import write
from novamas.table.offers import Offer
from novamas.table.refusals import Refusal, Refused
from novamas.table.roles import CHANCE, CROUPIER, FLOOR, NOBODY, Who, who_meant, write_who
from novamas.table.tags import snake
from novamas.table.views import View, shows_of

A = TypeVar("A")  # the acts a phase takes: a union, so that one it forgets is a type error


class Phase(
    Struct, Generic[A], frozen=True, tag_field="phase", tag=snake, cache_hash=True, forbid_unknown_fields=True
):
    """A moment of a game: what lies on the felt, and the phase's own few fields."""

    clause: ClassVar[str]  # what makes this moment what it is
    rest: ClassVar[bool] = False  # a round may end here
    pause: ClassVar[bool] = False  # an automatic croupier waits here: players may want to act
    public: ClassVar[tuple[str, ...]] = ()  # own fields that everybody may see

    felt: Felt

    @classmethod
    def tag(cls) -> str:
        """The name of this kind of moment, as records have it."""
        return snake(cls.__name__)

    @property
    def turn(self) -> Who:
        """For whom the table waits; others may be allowed to act too."""
        return CROUPIER

    def seats(self) -> int:
        """How many seats the table has."""
        raise AssertionError(f"{type(self).__name__} does not say how many seats there are")

    def offers(self, who: Who) -> Iterable[Offer]:
        """What somebody may do now; for whom the table waits, the first is what happens by default."""
        return ()

    def reason(self, act: A) -> Refusal | None:
        """Words and a clause for an act that is not offered, where the law has them; decides nothing."""
        return None

    def after(self, act: A) -> Step:
        """What follows from a lawful act."""
        raise AssertionError(f"{type(self).__name__} offers no act")

    def draws(self) -> Draws:
        """What chance may bring now: a card out of the shoe, unless a phase says otherwise."""
        return self.felt.need_shoe

    def drawn(self, what: int) -> Step:
        """What follows from what chance did."""
        raise AssertionError(f"{type(self).__name__} leaves nothing to chance")

    @property
    def incidents(self) -> tuple[type[Incident[Any]], ...]:
        """What can have gone wrong: those of the game's incidents that happen in such a phase."""
        return tuple([kind for kind in self.felt.incidents if isinstance(self, kind.phases)])

    def free(self, seat: int) -> int:
        """Chips on the cloth that a player may take back at once, nothing won or lost."""
        back: dict[str, int] = {}
        for offer in self.offers(seat):
            for bet, cents in taken_back(follow(self, offer.act)[1], seat).items():
                back[bet] = max(back.get(bet, 0), cents)
        return sum(back.values())

    def view(self, eyes: Who, past: Past = ()) -> View:
        """What one pair of eyes sees, built from what it may see."""
        felt, eyes = self.felt, who_meant(eyes)
        public = [getattr(felt, name) for name in felt.public] + [getattr(self, name) for name in self.public]
        return View(
            eyes=eyes,
            turn=self.turn,
            chips=felt.chips,
            piles=felt.seen_by(eyes),
            undealt=felt.shoe.undealt if felt.shoe else 0,
            purses=felt.purses,
            shows=shows_of(type(self), type(felt))(*public),
            offers=tuple(offers(self, eyes, past)),
        )


AnyPhase: TypeAlias = Phase[Any]
Step: TypeAlias = tuple[AnyPhase, Events]
Past: TypeAlias = Sequence[tuple[AnyPhase, Deed]]  # the round so far: each phase and what was done in it


N = TypeVar("N", bound=AnyPhase)  # the phases in which an incident can happen


class Incident(Deed, Generic[N], frozen=True):
    """Something that happened although it should not have; its clause decides what follows."""

    clause: ClassVar[str]  # where it does not depend on the game, the form or the round's past
    phases: ClassVar[tuple[type[AnyPhase], ...]]  # those in which it can happen: see `happens_in`
    tells: ClassVar[bool] = False  # its clause decides by a hidden hand: what follows tells something of it

    by: Who = FLOOR

    @classmethod
    def could(cls, now: N, past: Past) -> Iterable[Offer]:
        """The forms it can take at this moment, each with the clause that decides it."""
        return (Offer(cls(), cls.clause),)

    def decided_by(self, offer: Offer) -> str:
        """The clause that decides it, in the form it took: that of the offer."""
        return offer.clause

    def reason(self, now: N, past: Past) -> Refusal | None:
        """Words and a clause for a form that is not offered, where there are better ones; decides nothing."""
        return None

    def happen(self, now: N, past: Past) -> Step:
        """What the clause orders."""
        raise AssertionError(f"{type(self).__name__} says nothing of what follows")


I = TypeVar("I", bound=type[Incident[Any]])  # noqa: E741 - an incident


def happens_in(*phases: type[AnyPhase]) -> Callable[[I], I]:
    """The phases in which an incident can happen: there the floor of a game that lists it may record it."""

    def place(incident: I) -> I:
        incident.phases = phases
        return incident

    return place


_asked: tuple[AnyPhase | None, Who, tuple[Offer, ...]] = (None, NOBODY, ())


def offered(phase: AnyPhase, who: Who) -> tuple[Offer, ...]:
    """What somebody may do now; who chooses one and then does it has it worked out once, not twice."""
    global _asked
    asked = _asked
    if asked[0] is not phase or asked[1] != who:
        _asked = asked = (phase, who, tuple(phase.offers(who)))
    return asked[2]


def offers(phase: AnyPhase, who: Who, past: Past = ()) -> list[Offer]:
    """What somebody may do now; for the floor, its orders and the incidents that can have happened."""
    who = who_meant(who)
    found = list(offered(phase, who))
    if who is FLOOR:
        found.extend(offer for incident in phase.incidents for offer in incident.could(phase, past))
    return found


def form_of(incident: Incident[Any]) -> dict[str, Figure]:
    """The form that an incident took: which box, which card, how."""
    fields = {name: getattr(incident, name) for name in incident.__struct_fields__ if name != "by"}
    return {name: value for name, value in fields.items() if value is not None}


def why_not(phase: AnyPhase, deed: Deed, past: Past = ()) -> Refusal | None:
    """Why a deed is not lawful now, or nothing; the order of precedence is in `novamas.table.refusals`."""
    if not isinstance(deed, Deed):
        return Refusal("no_deed", phase.clause, given=quoted(deed))
    if name := wrong_part(deed):
        return _wrong(phase, deed, name)
    if phase.turn is NOBODY:
        return (isinstance(deed, Act) and phase.reason(deed)) or Refusal("closed", phase.clause)
    if isinstance(deed, Drawn):
        return _why_not_drawn(phase, deed)
    by = deed.by
    if isinstance(by, int) and not 1 <= by <= phase.seats():
        return Refusal("no_such_seat", seats_clause(phase), given=by, most=phase.seats())
    given = _given(phase, deed, past)
    for offer in given:
        if offer.covers(deed):
            return None
    return _why_not_given(phase, deed, given, past)


def _wrong(phase: AnyPhase, deed: Deed, name: str) -> Refusal:
    """A part of a deed is none."""
    value = getattr(deed, name)
    code = "not_whole" if name == "cents" and type(value) is not int else "wrong_part"
    told: dict[str, Figure] = {"part": name, "verb": deed.verb()}
    return Refusal(code, phase.clause, dial=name, given=quoted(value), figures=told)


def _given(phase: AnyPhase, deed: Deed, past: Past) -> Sequence[Offer]:
    """The offers that could allow this deed."""
    if isinstance(deed, Incident):
        return [offer for kind in phase.incidents if kind is type(deed) for offer in kind.could(phase, past)]
    return offered(phase, deed.by) if isinstance(deed, Act) else ()


def _why_not_given(phase: AnyPhase, deed: Deed, given: Sequence[Offer], past: Past) -> Refusal:
    """The words for a deed that none of the offers allows: of the offer that comes nearest to it."""
    if isinstance(deed, Incident) and (reason := deed.reason(phase, past)) is not None:
        return reason
    faults = [fault for offer in given if offer.speaks_of(deed) and (fault := offer.fault(deed))]
    nearest = max(faults, key=lambda fault: fault[0], default=None)
    if nearest is not None and nearest[0] > 0:
        return nearest[1]
    if isinstance(deed, Incident):
        return nearest[1] if nearest else _refused("cannot_have_happened", phase, deed)
    return phase.reason(deed) or (nearest[1] if nearest else _why_not_now(phase, deed, given))


def _why_not_drawn(phase: AnyPhase, deed: Drawn) -> Refusal | None:
    if phase.turn is not CHANCE or deed.by is not CHANCE:
        return Refusal("not_chance", phase.clause)
    if not phase.draws().may_bring(deed.what):
        return Refusal("cannot_be_drawn", phase.clause, given=deed.what)
    return None


def _why_not_now(phase: AnyPhase, deed: Deed, given: Sequence[Offer]) -> Refusal:
    """Where nothing nearer is known: for whom the table waits, or what he who asks may do instead."""
    if given or deed.by == phase.turn:
        instead = tuple(dict.fromkeys(offer.act.verb() for offer in given))
        return _refused("not_now", phase, deed, may=instead)
    return _refused("not_your_turn", phase, deed, turn=write_who(phase.turn), by=write_who(deed.by))


def _refused(code: str, phase: AnyPhase, deed: Deed, **figures: Figure) -> Refusal:
    return Refusal(code, phase.clause, figures={"deed": write(deed), "verb": deed.verb(), **figures})


def may(phase: AnyPhase, deed: Deed, past: Past = ()) -> bool:
    """Is it lawful now?"""
    return why_not(phase, deed, past) is None


def do(phase: AnyPhase, deed: Deed, past: Past = ()) -> Step:
    """The one door: what follows from a deed, or `Refused`."""
    refusal = why_not(phase, deed, past)
    if refusal is not None:
        raise Refused(refusal, game_of(phase))
    return follow(phase, deed, past)


def game_of(phase: AnyPhase) -> str:
    """The game that is played, by the law that its cloth carries; a bare felt carries none."""
    rules = getattr(phase.felt, "rules", None)
    return "" if rules is None else str(rules.frame.game)


def seats_clause(phase: AnyPhase) -> str:
    """The clause on the places of the table; where its law has none, that of the moment."""
    rules = getattr(phase.felt, "rules", None)
    seats = None if rules is None else rules.frame.options.get("seats")
    return phase.clause if seats is None else str(seats.cite[0])


def follow(phase: AnyPhase, deed: Deed, past: Past = ()) -> Step:
    """What follows from a deed that is known to be lawful."""
    if type(deed) is Drawn:
        return phase.drawn(deed.what)
    if isinstance(deed, Incident):
        clause = next(deed.decided_by(offer) for offer in deed.could(phase, past) if offer.covers(deed))
        after, events = deed.happen(phase, past)
        return after, (Happened(deed.verb(), clause, form_of(deed)), *events)
    return phase.after(deed)
