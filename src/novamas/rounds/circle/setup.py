"""Opening a table of circle poker: what the house chooses, and all that may be wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor

from msgspec import Struct

from novamas.law import Fault, Frame, law
from novamas.rounds.circle import figures
from novamas.rounds.circle.cloth import Rules
from novamas.rounds.circle.figures import CLOCKWISE
from novamas.rounds.setup import equipment_faults


class Choices(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house chooses at every table of circle poker."""

    seats: int
    authorised_minimum: int
    minimum: int
    maximum: int
    chip: int
    ante: int
    limit: str
    charge: str
    rake: Fraction
    rake_at: str
    session_rate: Fraction
    session_base: str
    least_resto: int
    most_resto: int
    game_hands: int
    length_public: bool
    croupiers: int
    chief: bool
    changer: bool
    lacks: tuple[str, ...]

    @property
    def blinds(self) -> tuple[int, ...]:
        """The initial bets by position."""
        return ()

    @property
    def own(self) -> tuple[tuple[str, bool], ...]:
        """What a variant lets the house choose besides."""
        return ()

    @property
    def more(self) -> tuple[int, int]:
        """The least and the most that a player buys who has chips already."""
        return self.chip, self.most_resto


class BlindChoices(Choices, frozen=True, kw_only=True):
    """What the house chooses where initial bets may be laid by position."""

    small_blind: int
    big_blind: int

    @property
    def blinds(self) -> tuple[int, ...]:
        if not self.big_blind:
            return ()
        return (self.small_blind, self.big_blind) if self.small_blind else (self.big_blind,)


class RotationChoices(Choices, frozen=True, kw_only=True):
    """What the house chooses where the cards are dealt against the clock, and the mano may go either way."""

    mano_rotation: str

    @property
    def own(self) -> tuple[tuple[str, bool], ...]:
        return ((CLOCKWISE, self.mano_rotation == "reloj"),)


class StaffFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The staff of a table."""

    cite: tuple[str, ...]
    croupiers: int
    chief_clause: str


def faults(frame: Frame, choices: Choices) -> list[Fault]:
    """All that keeps the table from being opened."""
    return [
        *_band_faults(frame, choices),
        *_initial_faults(frame, choices),
        *_chip_faults(frame, choices),
        *_length_faults(frame, choices),
        *_staff_faults(frame, choices),
        *equipment_faults(frame, choices.lacks),
    ]


@law("AR10.10-2.VI.3.a.1", "AR10.10-2.VI.3.a.2", "AR10.10-2.VI.3.a.3.1")
@law("IB09.12.VI.3.a.1", "IB09.12.VI.3.a.2", "IB09.12.VI.3.a.3.2")
def _band_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """The minimum is from 20 to 40 per cent of the maximum, and never below the authorised one."""
    band = figures.band(frame)
    minimum, maximum = choices.minimum, choices.maximum
    least, most = figures.lawful_minimum(frame, choices.limit, maximum)
    if not least <= minimum <= most:
        says = f"The minimum must lie from {ceil(least)} to {floor(most)} céntimos; it is {minimum}."
        yield Fault("minimum", "minimum_out_of_band", band.cite[0], says)
    if minimum < choices.authorised_minimum:
        says = f"The minimum of {minimum} is below the authorised {choices.authorised_minimum}."
        yield Fault("minimum", "minimum_too_low", band.authorised_clause, says)


@law("AR10.10-2.VI.3.a.2", "AR10.10-2.VII.1.7", "IB09.12.VI.3.a.2", "IB09.12.VII.1.7")
def _initial_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """The ante is at most half the minimum; a bet by position at most the minimum; one of them there is."""
    band = figures.band(frame)
    clause = frame.options["ante"].cite[0]
    if choices.ante > band.ante_part * choices.minimum:
        most = floor(band.ante_part * choices.minimum)
        says = f"The ante is at most {most} where the minimum is {choices.minimum}; it is {choices.ante}."
        yield Fault("ante", "ante_too_high", band.cite[0], says)
    blinds = choices.blinds
    if list(blinds) != sorted(blinds) or (blinds and blinds[-1] > choices.minimum):
        says = f"The bets by position {blinds} must rise, and reach the minimum of {choices.minimum} at most."
        yield Fault("big_blind", "blinds_out_of_order", clause, says)
    if not choices.ante and not blinds:
        says = "Initial bets must be laid before the cards are dealt: set an ante, or bets by position."
        yield Fault("ante", "no_initial_bet", clause, says)


@law("AR10.10-2.VI.3.1", "IB09.12.VI.3.1")
def _chip_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """Bets are made with chips only: every amount must be one that chips can make."""
    clause = frame.options["chip"].cite[0]
    amounts = {
        "minimum": (choices.minimum,),
        "ante": (choices.ante,),
        "big_blind": choices.blinds,
        "least_resto": (choices.least_resto,),
        "most_resto": (choices.most_resto,),
    }
    for name, found in amounts.items():
        if any(cents % choices.chip for cents in found):
            says = f"A chip of {choices.chip} cannot make {name} of {max(found)}."
            yield Fault(name, "broken_chip", clause, says)
    if choices.least_resto > choices.most_resto:
        says = f"The least resto of {choices.least_resto} is more than the most, {choices.most_resto}."
        yield Fault("least_resto", "resto_out_of_order", frame.options["least_resto"].cite[0], says)


@law("AR10.10-2.II.2", "AR10.10-2.VII.3.10", "IB09.12.II.3.2")
def _length_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """A length that is fixed beforehand must be made public."""
    if choices.game_hands and not choices.length_public:
        says = "The length of a game may be fixed beforehand only if it is made public."
        yield Fault("length_public", "length_not_public", frame.options["length_public"].cite[0], says)


@law("AR10.10-2.IV.1", "AR10.10-2.IV.2", "IB09.12.III.1", "IB09.12.III.2")
def _staff_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """Each table has a croupier at all times, and the play is supervised."""
    staff = frame.group("staff", StaffFigures)
    if choices.croupiers < staff.croupiers:
        says = f"The table needs {staff.croupiers} croupier; it has {choices.croupiers}."
        yield Fault("croupiers", "too_few_croupiers", staff.cite[0], says)
    if not choices.chief:
        yield Fault("chief", "no_chief", staff.chief_clause, "Somebody must be in charge of the game.")


@law("AR10.10-2.II.1", "AR10.10-2.II.a.2", "IB09.12.II.3.1")
def rules_of(frame: Frame, choices: Choices) -> Rules:
    """The rules of the table; the house takes a part of each pot or a charge by session, never both."""
    by_session = choices.charge == "sesion"
    least_more, most_more = choices.more
    return Rules(
        frame=frame,
        game=frame.game,
        seats=choices.seats,
        minimum=choices.minimum,
        maximum=choices.maximum,
        authorised_minimum=choices.authorised_minimum,
        chip=choices.chip,
        ante=choices.ante,
        blinds=choices.blinds,
        limit=choices.limit,
        session_rate=choices.session_rate if by_session else Fraction(0),
        session_of_resto=choices.session_base == "resto",
        rake=Fraction(0) if by_session else choices.rake,
        rake_each_interval=choices.rake_at == "intervalo" and not by_session,
        least_resto=choices.least_resto,
        most_resto=choices.most_resto,
        least_more=least_more,
        most_more=most_more,
        game_hands=choices.game_hands,
        changer=choices.changer,
        own=choices.own,
    )
