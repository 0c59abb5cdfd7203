"""The contract of a game: a state machine whose phases are frozen values.

A phase says for whom the table waits, which acts each person may do and what follows from them. It also says
what chance may draw and what each viewpoint sees. Equal phases have equal futures. Therefore a fork is
only a second reference, a walk can memoise, and a record of deeds restores everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

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

A = TypeVar("A")  # the acts a phase accepts: a union, so that a forgotten act is a type error


class Phase(
    Struct, Generic[A], frozen=True, tag_field="phase", tag=snake, cache_hash=True, forbid_unknown_fields=True
):
    """A state of a game: the felt, and a few fields for this phase alone."""

    clause: ClassVar[str]  # the clause that describes this phase
    rest: ClassVar[bool] = False  # whether a round may end here
    pause: ClassVar[bool] = False  # whether an automatic croupier waits here, because players may want to act
    is_brief: ClassVar[bool] = False  # whether that pause lasts a step only, because nothing can be staked
    public: ClassVar[tuple[str, ...]] = ()  # the phase's own fields that everyone may see

    felt: Felt

    @classmethod
    def tag(cls) -> str:
        """Return the name of this kind of phase in records."""
        return snake(cls.__name__)

    @property
    def turn(self) -> Who:
        """The seat or role for which the table waits. Others may be allowed to act too."""
        return CROUPIER

    def seats(self) -> int:
        """Return the number of seats."""
        raise AssertionError(f"{type(self).__name__} does not say how many seats there are")

    def offers(self, who: Who) -> Iterable[Offer]:
        """Return the acts that a person may do now.

        If the table waits for that person, the first offer is the default.
        """
        return ()

    def completed(self, act: A) -> A:
        """Return an act with the values that the caller left out, such as the amount of a withdrawal.

        An act built in code may have values of any type.
        """
        return act

    def reason(self, act: A) -> Refusal | None:
        """Explain why an act is not offered, with its clause, or return None.

        This function only explains: `offers` decides.
        """
        return None

    def after(self, act: A) -> Step:
        """Return the next phase and the events that follow from a lawful act."""
        raise AssertionError(f"{type(self).__name__} offers no act")

    def draws(self) -> Draws:
        """Return the possible draws. By default they are the cards of the shoe."""
        return self.felt.need_shoe

    def drawn(self, what: int) -> Step:
        """Return the next phase and the events that follow from a draw."""
        raise AssertionError(f"{type(self).__name__} leaves nothing to chance")

    @property
    def incidents(self) -> tuple[type[Incident[Any]], ...]:
        """The incidents of the game that can happen in this phase."""
        return tuple([kind for kind in self.felt.incidents if isinstance(self, kind.phases)])

    def in_silence(self) -> Deed | None:
        """Return the deed by which staff record that the player whose turn it is says nothing, or None.

        If it is None, the player's silence counts as an act of the player.
        """
        return None

    def free(self, seat: int) -> int:
        """Return the chips on the cloth that a player may take back now. Nothing is won or lost."""
        back: dict[str, int] = {}
        for offer in self.offers(seat):
            for bet, cents in taken_back(follow(self, offer.act)[1], seat).items():
                back[bet] = max(back.get(bet, 0), cents)
        return sum(back.values())

    def keeps_offers(self, before: AnyPhase, who: Who) -> bool:
        """Return whether a person's offers are the same as in the phase before.

        This saves time when other people act. False is always safe, and True requires that the offers are
        equal.
        """
        return False

    def view(self, eyes: Who, past: Past = (), given: Sequence[Offer] | None = None) -> View:
        """Return the view from one viewpoint, built only from what that viewpoint may see.

        `given` are the offers of that viewpoint, if the caller already has them.
        """
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
            offers=tuple(offers(self, eyes, past) if given is None else given),
        )


AnyPhase: TypeAlias = Phase[Any]
Step: TypeAlias = tuple[AnyPhase, Events]
Past: TypeAlias = Sequence[tuple[AnyPhase, Deed]]  # the round so far: each phase and the deed done in it
Offered: TypeAlias = Callable[[AnyPhase, Who], Sequence[Offer]]  # what a person may do in a phase


N = TypeVar("N", bound=AnyPhase)  # the phases in which an incident can happen


class Incident(Deed, Generic[N], frozen=True):
    """An irregularity at the table. Its clause decides the consequences."""

    clause: ClassVar[str]  # if it does not depend on the game, the form or the past of the round
    phases: ClassVar[tuple[type[AnyPhase], ...]]  # the phases in which it can happen: set by `happens_in`
    tells: ClassVar[bool] = False  # whether its consequences reveal something of a hidden hand

    by: Who = FLOOR

    @classmethod
    def could(cls, now: N, past: Past) -> Iterable[Offer]:
        """Return the forms that the incident can take now, each with the clause that decides it."""
        return (Offer(cls(), cls.clause),)

    def decided_by(self, offer: Offer) -> str:
        """Return the clause that decides this form of the incident. By default it is the offer's clause."""
        return offer.clause

    def completed(self, now: N) -> Incident[N]:
        """Return the incident with the details that the table chief left out, such as its form."""
        return self

    def reason(self, now: N, past: Past) -> Refusal | None:
        """Explain why a form of the incident is not offered, or return None.

        This function only explains: `could` decides.
        """
        return None

    def happen(self, now: N, past: Past) -> Step:
        """Return the next phase and the events that the clause orders."""
        raise AssertionError(f"{type(self).__name__} says nothing of what follows")


I = TypeVar("I", bound=type[Incident[Any]])  # noqa: E741 - an incident


def happens_in(*phases: type[AnyPhase]) -> Callable[[I], I]:
    """Set the phases in which an incident can happen. The table chief may record it only there.

    A game must also list the incident.
    """

    def place(incident: I) -> I:
        incident.phases = phases
        return incident

    return place


_asked: tuple[AnyPhase | None, Who, tuple[Offer, ...]] = (None, NOBODY, ())


def offered(phase: AnyPhase, who: Who) -> tuple[Offer, ...]:
    """Return the acts that a person may do now.

    The last result is cached, because the person usually chooses one of these offers next.
    """
    global _asked
    cached = _asked
    if cached[0] is not phase or cached[1] != who:
        _asked = cached = (phase, who, tuple(phase.offers(who)))
    return cached[2]


def offers(phase: AnyPhase, who: Who, past: Past = (), *, given_by: Offered | None = None) -> list[Offer]:
    """Return the acts that a person may do now. For FLOOR they include the incidents that may be recorded.

    `given_by` replaces `offered`, for a caller that caches offers.
    """
    who = who_meant(who)
    found = list((given_by or offered)(phase, who))
    if who is FLOOR:
        found.extend(offer for incident in phase.incidents for offer in incident.could(phase, past))
    return found


def completed(phase: AnyPhase, deed: Deed) -> Deed:
    """Return an act or an incident with the values that the caller left out. Draws are unchanged."""
    if isinstance(deed, Act):
        act: Deed = phase.completed(deed)
        return act
    return deed.completed(phase) if isinstance(deed, Incident) and type(deed) in phase.incidents else deed


def form_of(incident: Incident[Any]) -> dict[str, Figure]:
    """Return the form of an incident: the values of its fields, such as the box or the card."""
    fields = {name: getattr(incident, name) for name in incident.__struct_fields__ if name != "by"}
    return {name: value for name, value in fields.items() if value is not None}


def why_not(
    phase: AnyPhase, deed: Deed, past: Past = (), *, given_by: Offered | None = None
) -> Refusal | None:
    """Return why a deed is not lawful now, or None. See `novamas.table.refusals` for the order of reasons.

    `given_by` replaces `offered`, for a caller that caches offers.
    """
    refusal = _why_not(phase, deed, past, given_by or offered)
    return None if refusal is None else _with_own_clause(phase, refusal)


def _with_own_clause(phase: AnyPhase, refusal: Refusal) -> Refusal:
    """Return a refusal that cites the table's own norm, if its clause was borrowed from another norm."""
    rules = getattr(phase.felt, "rules", None)
    norm = refusal.clause.partition(".")[0]
    if rules is None or norm in ("", rules.frame.norm):
        return refusal
    borrowed = (source.cite[0] for source in rules.frame.borrowed.values() if source.norm == norm)
    if (clause := next(borrowed, None)) is None:
        return refusal
    return replace(refusal, figures={**refusal.figures, "borrowed_by": clause})


def _why_not(phase: AnyPhase, deed: Deed, past: Past, given_by: Offered) -> Refusal | None:
    """Return why a deed is not lawful now, with the clause that its reason cites."""
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
    given = _given(phase, deed, past, given_by)
    for offer in given:
        if offer.covers(deed):
            return None
    return _why_not_given(phase, deed, given, past)


def _wrong(phase: AnyPhase, deed: Deed, name: str) -> Refusal:
    """Return the refusal of a deed with an invalid field."""
    value = getattr(deed, name)
    code = "not_whole" if name == "cents" and type(value) is not int else "wrong_part"
    values: dict[str, Figure] = {"part": name, "verb": deed.verb()}
    return Refusal(code, phase.clause, dial=name, given=quoted(value), figures=values)


def _given(phase: AnyPhase, deed: Deed, past: Past, given_by: Offered) -> Sequence[Offer]:
    """Return the offers that could allow this deed."""
    if isinstance(deed, Incident):
        return [offer for kind in phase.incidents if kind is type(deed) for offer in kind.could(phase, past)]
    return given_by(phase, deed.by) if isinstance(deed, Act) else ()


def _why_not_given(phase: AnyPhase, deed: Deed, given: Sequence[Offer], past: Past) -> Refusal:
    """Return the refusal of a deed that no offer allows, based on the most similar offer."""
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
    """Return the general refusal: it is not this person's turn, or the person may do only other acts."""
    if given or deed.by == phase.turn:
        instead = tuple(dict.fromkeys(offer.act.verb() for offer in given))
        return _refused("not_now", phase, deed, may=instead)
    return _refused("not_your_turn", phase, deed, turn=write_who(phase.turn), by=write_who(deed.by))


def _refused(code: str, phase: AnyPhase, deed: Deed, **figures: Figure) -> Refusal:
    return Refusal(code, phase.clause, figures={"deed": write(deed), "verb": deed.verb(), **figures})


def may(phase: AnyPhase, deed: Deed, past: Past = ()) -> bool:
    """Return whether a deed is lawful now."""
    return why_not(phase, deed, past) is None


def do(phase: AnyPhase, deed: Deed, past: Past = ()) -> Step:
    """Apply a deed and return the next phase and the events. Raise `Refused` if it is not lawful.

    Only this function checks a deed and applies it. `follow` does not check.
    """
    refusal = why_not(phase, deed, past)
    if refusal is not None:
        raise Refused(refusal, game_of(phase))
    return follow(phase, deed, past)


def game_of(phase: AnyPhase) -> str:
    """Return the game of a table, or an empty string if its felt has no law."""
    rules = getattr(phase.felt, "rules", None)
    return "" if rules is None else str(rules.frame.game)


def seats_clause(phase: AnyPhase) -> str:
    """Return the clause on the seats of the table or, if the law has none, that of the phase."""
    rules = getattr(phase.felt, "rules", None)
    seats = None if rules is None else rules.frame.options.get("seats")
    return phase.clause if seats is None else str(seats.cite[0])


def follow(phase: AnyPhase, deed: Deed, past: Past = ()) -> Step:
    """Return the next phase and the events that follow from a deed already known to be lawful."""
    if type(deed) is Drawn:
        return phase.drawn(deed.what)
    if isinstance(deed, Incident):
        clause = next(deed.decided_by(offer) for offer in deed.could(phase, past) if offer.covers(deed))
        after, events = deed.happen(phase, past)
        return after, (Happened(deed.verb(), clause, form_of(deed)), *events)
    return phase.after(deed)
