"""The rules of one blackjack table: figures of the law, the house's choices, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct, field

from novamas.errors import Unreadable
from novamas.hands import Sevens, jackpot_sevens
from novamas.kit.money import Rounding, ratio
from novamas.law import Fault, Frame, law
from novamas.rounds.figures import PayFigures
from novamas.rounds.reversible import reversible_faults
from novamas.rounds.setup import EquipmentFigures, SharedChief, StaffFigures, staff_faults

CONTINUOUS = "continuous"
BY_HAND = "by_hand"
ONLY_TO_SHARE_A_CHIEF = ("same_sector", "recording")
ONLY_FOR_THE_JACKPOT = ("prize_list",)

# ---------------------------------------------------------------- figures of the law


class CardFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """How the shoe is made ready."""

    decks: int
    shuffles: int
    burned: int
    reserve: int


class PlaceFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """How many places a cloth may have."""

    most: int
    most_a_nueve: int


class LimitFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """How a change of limits is announced."""

    rounds_announced: int


class SideBetFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The bet beside the game: its name and clauses, and the most it may be in table minima."""

    cite: tuple[str, ...]
    name: str
    stake_clause: str
    lost_clause: str
    prize_clause: str
    linked_clause: str
    stake_most: Fraction | None = None


class PrizeFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The least that a combination may be paid to one."""

    cite: tuple[str, ...]
    least: Fraction


def floors(frame: Frame) -> dict[str, PrizeFigures]:
    """The prizes below which the house may not go; without a law of them, none."""
    return frame.group("prizes", dict[str, PrizeFigures]) if "prizes" in frame.figures else {}


# ---------------------------------------------------------------- the house's choices


class Choices(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house chooses at a blackjack table."""

    places: int
    a_nueve: bool
    seats: int
    standing: int
    authorised_minimum: int
    minimum: int
    may_vary_minimum: bool
    minimum_kept_elsewhere: bool
    maximum_times: int
    raised_maximum: int
    raised_days: int
    chip: int
    rounding: Rounding
    advance: int
    guarantee: int
    reserve: int
    shuffler: str
    shuffler_approved: bool
    resplit_aces: bool
    blackjack_at_once: bool
    jackpot: bool
    jackpot_authorised: bool
    jackpot_stake: int
    jackpot_prizes: tuple[str, ...]
    progressive: bool
    progressive_authorised: bool
    jackpot_start: int
    jackpot_share: Fraction
    reversible_cloth: bool
    reversible_lacks: tuple[str, ...]
    game_changes: int
    croupiers: int
    tables_per_chief: int
    lacks: tuple[str, ...]

    @property
    def table_minimum(self) -> int:
        return self.minimum or self.authorised_minimum


class Limits(Struct, frozen=True, cache_hash=True):
    """Least and most of what may lie on a place."""

    minimum: int
    maximum: int


class SideBet(Struct, frozen=True, cache_hash=True):
    """The bet on the first cards of a place: its stake and its prizes; the greatest may be progressive."""

    name: str
    stake: int
    prizes: tuple[tuple[str, Fraction], ...]
    start: int = 0  # of a progressive jackpot, in céntimos; 0 where the greatest prize is fixed
    share: Fraction = field(default_factory=Fraction)  # none; a schema cannot tell a fraction itself
    stake_most: Fraction | None = None

    @property
    def is_progressive(self) -> bool:
        return self.start > 0

    @law("AR10.7.e.6")
    def best(self, firsts: Sequence[int], greatest: Fraction) -> tuple[Sevens, Fraction] | None:
        """The greatest prize to one that these first cards make, if any; `greatest` is what has grown."""
        prizes = dict(self.prizes)
        if self.is_progressive:
            prizes[Sevens.THREE_SUITED] = max(greatest, prizes.get(Sevens.THREE_SUITED, Fraction(0)))
        made = (jackpot_sevens(firsts[:cards]) for cards in (1, 2, 3))
        found = [(sevens, prizes[sevens]) for sevens in made if sevens is not None and sevens in prizes]
        return max(found, key=lambda each: each[1], default=None)


class Rules(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The law and the house's choices for one table."""

    frame: Frame
    places: int
    seats: int  # seated players, from place 1 on
    standing: int  # standing players, numbered after them
    authorised_minimum: int
    may_vary_minimum: bool
    maximum_times: int
    raised_maximum: int
    limits: Limits
    chip: int
    rounding: Rounding
    advance: int
    guarantee: int
    decks: int
    shuffles: int
    burned: int
    reserve: int
    rounds_announced: int
    shuffler: str
    resplit_aces: bool
    blackjack_at_once: bool
    surrender: bool
    side_bet: SideBet | None
    blackjack_pays: Fraction
    insurance_pays: Fraction


def limits_of(minimum: int, *, times: int, raised: int) -> Limits:
    """The maximum is so many minima in force; a notified raise lifts it."""
    return Limits(minimum, max(minimum * times, raised))


@law("IB05.03.II.1.1", "IB05.03.V.2.b.1", "IB05.03.IV.a.2", "AR10.7.e.7")
def rules_of(frame: Frame, choices: Choices) -> Rules:
    """The rules of a table whose choices have no fault."""
    bets = frame.group("bets", dict[str, PayFigures])
    cards = frame.group("cards", CardFigures)
    return Rules(
        frame=frame,
        places=choices.places,
        seats=choices.seats,
        standing=choices.standing,
        authorised_minimum=choices.authorised_minimum,
        may_vary_minimum=choices.may_vary_minimum,
        maximum_times=choices.maximum_times,
        raised_maximum=choices.raised_maximum,
        limits=limits_of(choices.table_minimum, times=choices.maximum_times, raised=choices.raised_maximum),
        chip=choices.chip,
        rounding=choices.rounding,
        advance=choices.advance,
        guarantee=choices.guarantee,
        decks=cards.decks,
        shuffles=cards.shuffles,
        burned=cards.burned,
        reserve=choices.reserve,
        rounds_announced=frame.group("limits", LimitFigures).rounds_announced,
        shuffler=choices.shuffler,
        resplit_aces=choices.resplit_aces,
        blackjack_at_once=choices.blackjack_at_once,
        surrender="retiro" in bets,
        side_bet=side_bet_of(frame, choices) if choices.jackpot else None,
        blackjack_pays=bets["blackjack"].pays,
        insurance_pays=bets["seguro"].pays,
    )


def side_bet_of(frame: Frame, choices: Choices) -> SideBet:
    """The bet beside the game as this table has it."""
    figures = frame.group("side_bet", SideBetFigures)
    prizes = read_prizes(choices.jackpot_prizes)
    if choices.progressive:
        return SideBet(
            figures.name,
            choices.jackpot_stake,
            tuple(prizes.items()),
            choices.jackpot_start,
            choices.jackpot_share,
            figures.stake_most,
        )
    return SideBet(figures.name, choices.jackpot_stake, tuple(prizes.items()), stake_most=figures.stake_most)


def read_prizes(written: tuple[str, ...]) -> dict[str, Fraction]:
    """Prizes as the house writes them: `siete:2` pays two to one."""
    prizes: dict[str, Fraction] = {}
    for word in written:
        combination, _, prize = word.partition(":")
        if combination not in set(Sevens):
            known = ", ".join(Sevens)
            raise Unreadable("no_such_combination", f"{word!r}: the combinations are {known}.")
        prizes[combination] = ratio(prize)
    return prizes


# ---------------------------------------------------------------- what is wrong with them


def faults(frame: Frame, choices: Choices) -> list[Fault]:
    """All that keeps the table from being opened."""
    return [
        *place_faults(frame, choices),
        *limit_faults(choices),
        *shuffler_faults(choices),
        *cloth_faults(frame, choices),
        *side_bet_faults(frame, choices),
        *people_faults(frame, choices),
        *equipment_faults(frame, choices),
    ]


@law("IB05.03.IV.a.1", "IB05.03.IV.a.2", "IB05.03.II.3.1")
def place_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """Too many places, or more players seated than there are places."""
    figures = frame.group("places", PlaceFigures)
    most = figures.most_a_nueve if choices.a_nueve else figures.most
    if choices.places > most:
        says = f"The cloth may have {most} places at most, not {choices.places}; nine need «a nueve»."
        yield Fault("places", "too_many_places", "IB05.03.IV.a.1", says)
    if choices.seats > choices.places:
        says = f"{choices.seats} players cannot sit at {choices.places} places."
        yield Fault("seats", "more_players_than_places", "IB05.03.IV.a.1", says)


@law("IB05.03.V.2.a.1", "IB05.03.V.2.a.2")
def limit_faults(choices: Choices) -> Iterator[Fault]:
    """What is wrong with the limits the house wants; a change of them is governed as in roulette."""
    authorised, minimum, clause = choices.authorised_minimum, choices.table_minimum, "IB05.03.V.2.a.2"
    if minimum != authorised and not choices.may_vary_minimum:
        says = f"The minimum is the authorised {authorised}, not {minimum}: the casino may not change it."
        yield Fault("minimum", "minimum_not_authorised", clause, says)
    if minimum < authorised:
        says = f"The minimum of {minimum} is below the authorised {authorised}."
        yield Fault("minimum", "minimum_too_low", "IB05.03.V.2.a.1", says)
    if minimum > authorised and not choices.minimum_kept_elsewhere:
        says = f"No other table of the game is open at the authorised minimum of {authorised}."
        yield Fault("minimum_kept_elsewhere", "no_table_at_minimum", clause, says)
    if choices.raised_maximum and not choices.raised_days:
        says = "The notice of a higher maximum must say for how many days it is to last: give raised_days."
        yield Fault("raised_days", "notice_without_duration", clause, says)
    if choices.raised_days and not choices.raised_maximum:
        says = "The notice of a higher maximum must say the maximum: give raised_maximum."
        yield Fault("raised_maximum", "notice_without_maximum", clause, says)
    if minimum % choices.chip:
        says = f"A chip of {choices.chip} cannot make the minimum of {minimum}."
        yield Fault("chip", "chip_too_large", "IB05.03.V.2.1", says)


@law("IB05.03.II.2.4", "IB05.03.II.2.5")
def shuffler_faults(choices: Choices) -> Iterator[Fault]:
    """A shuffling machine must be of an approved model."""
    if choices.shuffler != BY_HAND and not choices.shuffler_approved:
        says = "The shuffling machine must be of an approved model."
        yield Fault("shuffler_approved", "shuffler_not_approved", "IB05.03.II.2.5", says)


@law("IB05.03.II.3.3", "IB05.03.II.3.4", "IB05.03.II.3.5")
def cloth_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """A reversible cloth: authorised, changed once a day, the other game closed, with its own books."""
    if choices.reversible_cloth:
        lacks, changes = choices.reversible_lacks, choices.game_changes
        yield from reversible_faults(frame, lacks=lacks, changes=changes)


@law("IB05.03.V.1.f.1", "AR10.7.e.1", "AR10.7.e.2", "AR10.7.e.5", "AR10.7.e.7", "AR10.7.e.8")
def side_bet_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """The bet beside the game: authorised, its stake within bounds, no prize under its floor."""
    if not choices.jackpot:
        return
    figures, clause = frame.group("side_bet", SideBetFigures), frame.options["jackpot_authorised"].cite[0]
    if not choices.jackpot_authorised:
        yield Fault("jackpot_authorised", "jackpot_not_authorised", clause, "The bet needs an authorisation.")
    if choices.progressive and not choices.progressive_authorised:
        says = "A progressive jackpot must be asked for and authorised."
        yield Fault("progressive_authorised", "progressive_not_authorised", clause, says)
    most = None if figures.stake_most is None else figures.stake_most * choices.table_minimum
    if most is not None and choices.jackpot_stake > most:
        says = f"The bet may be {int(most)} at most, half the table's minimum, not {choices.jackpot_stake}."
        yield Fault("jackpot_stake", "jackpot_stake_too_high", "AR10.7.e.2", says)
    try:
        prizes = read_prizes(choices.jackpot_prizes)
    except Unreadable as fault:
        yield Fault("jackpot_prizes", fault.code, frame.options["jackpot_prizes"].cite[0], fault.says)
        return
    if not prizes:
        says = "The prizes must be stated as the authorisation states them."
        yield Fault("jackpot_prizes", "no_prizes", frame.options["jackpot_prizes"].cite[0], says)
    yield from _floor_faults(frame, choices, prizes)


def _floor_faults(frame: Frame, choices: Choices, prizes: Mapping[str, Fraction]) -> Iterator[Fault]:
    for combination, floor in floors(frame).items():
        if prizes.get(combination, 0) < floor.least:
            says = f"The prize for {combination} may not be under {floor.least} to one."
            yield Fault("jackpot_prizes", "prize_too_low", floor.cite[0], says)
    greatest = floors(frame).get(Sevens.THREE_SUITED)
    least = 1 if greatest is None else greatest.least * choices.jackpot_stake
    if choices.progressive and choices.jackpot_start < least:
        says = f"A progressive jackpot may not start under {int(least)} céntimos."
        clause = greatest.cite[0] if greatest else frame.options["jackpot_start"].cite[0]
        yield Fault("jackpot_start", "jackpot_starts_too_low", clause, says)


def shared_chief(frame: Frame) -> SharedChief | None:
    """How many tables may share a chief, where the norm has words of its own for it."""
    staff = frame.figures["staff"]
    assert isinstance(staff, Mapping)
    return frame.group("staff.shared_chief", SharedChief) if "shared_chief" in staff else None


@law("IB05.03.III.Jefe.2", "AR10.6.1.2")
def people_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """Too few croupiers, or a chief with too many tables."""
    table, shared = frame.group("staff.table", StaffFigures), shared_chief(frame)
    own_chief = choices.tables_per_chief if shared is None else 1
    yield from staff_faults(table, croupiers=choices.croupiers, table_ends=0, tables_per_chief=own_chief)
    if shared is not None and choices.tables_per_chief > shared.tables_per_chief:
        most = shared.tables_per_chief
        says = f"A chief may cover {most} tables at most, not {choices.tables_per_chief}."
        yield Fault("tables_per_chief", "too_many_tables_per_chief", shared.cite[0], says)


@law("IB05.03.II.1.1", "IB05.03.II.2.2", "IB05.03.II.3.1", "IB05.03.II.3.2", "AR10.7.e.4")
def equipment_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """Things that this very table must have and has not."""
    needed = frame.group("equipment", dict[str, EquipmentFigures])
    spared = {
        *(ONLY_TO_SHARE_A_CHIEF if choices.tables_per_chief == 1 else ()),
        *(ONLY_FOR_THE_JACKPOT if not choices.jackpot else ()),
    }
    for name in choices.lacks:
        if name not in spared:
            thing = needed[name]
            yield Fault("lacks", f"no_{name}", thing.cite[0], f"The table needs {thing.says}.")
