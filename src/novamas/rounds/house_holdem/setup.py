"""Opening a table of hold'em against the house, with or without the bonus."""

from __future__ import annotations

from collections.abc import Iterator

from novamas.law import Fault, Frame, law
from novamas.rounds.banked.acts import Fold
from novamas.rounds.banked.limits import AnnounceLimits
from novamas.rounds.banked.phases import Waiting
from novamas.rounds.house_holdem.cloth import BetOn, Check, TableRules
from novamas.rounds.house_holdem.figures import LimitChanges
from novamas.rounds.house_holdem.phases import BankCards, Cloth, CommonCards, Dealing, Deciding, FaceUp
from novamas.rounds.one_box import setup as one_box_setup
from novamas.rounds.one_box.phases import ACTS as COMMON_ACTS
from novamas.rounds.one_box.phases import phases_of
from novamas.rounds.one_box.setup import table_faults
from novamas.table.deeds import Act

ACTS: tuple[type[Act], ...] = (*COMMON_ACTS, BetOn, Check, Fold, AnnounceLimits)
PHASES = (*phases_of(Cloth), Dealing, Deciding, CommonCards, BankCards, FaceUp)


class Choices(one_box_setup.Choices, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house chooses at a table of hold'em."""

    minimum_kept_elsewhere: bool
    advance: int


def faults(frame: Frame, choices: Choices) -> list[Fault]:
    """All that keeps the table from being opened."""
    return [*table_faults(frame, choices), *_minimum_faults(frame, choices)]


@law("AR10.10-1-E.VI.1.2", "AR10.10-1-F.VI.1.2")
def _minimum_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """As at roulette, one table of the game is left at the least minimum."""
    if choices.table_minimum > choices.band_minimum and not choices.minimum_kept_elsewhere:
        clause = frame.group("limit_changes", LimitChanges).clause
        says = f"No other table of the game is open at the least minimum of {choices.band_minimum}."
        yield Fault("minimum_kept_elsewhere", "no_table_at_minimum", clause, says)


def opening(frame: Frame, choices: Choices, *, bonus: tuple[int, int] = (0, 0)) -> Waiting[Cloth]:
    """The first phase of a table; the bonus has its own least and most where the house sets them."""
    rules = TableRules(
        frame=frame,
        game=frame.game,
        seats=choices.seats,
        minimum=choices.table_minimum,
        maximum=choices.table_maximum,
        chip=choices.chip,
        machine_shuffles=choices.machine_shuffles,
        in_batches=choices.shuffler_deals_hands,
        band_minimum=choices.band_minimum,
        band_maximum=choices.band_maximum,
        maximum_times=choices.maximum_times,
        minimum_kept_elsewhere=choices.minimum_kept_elsewhere,
        advance=choices.advance,
        bonus_minimum=bonus[0],
        bonus_maximum=bonus[1],
    )
    return Waiting(Cloth(rules=rules))
