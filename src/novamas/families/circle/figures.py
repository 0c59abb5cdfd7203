"""Figures of circle poker by norm and game: clauses, limits, deals, irregularities."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from novamas.law import Frame


class Course(Struct, frozen=True, forbid_unknown_fields=True):
    """Clauses on the course of play. A clause is empty if the norm has none."""

    four: str
    suspended: str
    lots: str
    assign: str
    mark: str
    rotation: str
    initial: str
    dealing: str
    pot: str
    fold: str
    folded: str
    check: str
    call: str
    raising: str
    turn: str
    raises: str
    alone: str
    string_bet: str
    enough: str
    all_in: str
    show: str
    show_order: str
    cards_speak: str
    shared: str
    band: str
    rake: str
    length: str
    table_stakes: str
    off_table: str
    sells: str
    changer: str
    limit_change: str
    warning: str
    onlookers: str
    tips: str
    keep_places: str = ""
    renounce: str = ""
    expulsion: str = ""
    rest: str = ""
    session: str = ""
    hour: str = ""
    shows_from_mano: bool = False  # whether the mano shows first if no one bet; otherwise the opener does


class Irregularities(Struct, frozen=True, forbid_unknown_fields=True):
    """Clauses on irregularities. A clause is empty if the norm has none."""

    misdeal: str
    order: str
    too_few: str
    too_many: str
    cut_exposed: str
    mixed: str
    too_little: str
    large_chip: str
    exposed: str
    out_of_turn: str
    no_ante: str
    reduced_pot: str
    touch: str
    skipped: str
    announced_wrong: str
    unclear: str
    own_card: str
    skipped_ruling: str
    wrong_number: str
    wrong_number_from: int  # number of players who must have acted; before, it is a misdeal
    seen_card: str = ""
    face_up: str = ""
    missing_cards: str = ""
    defective_deck: str = ""
    absent: str = ""
    absent_turn: str = ""
    vacant: str = ""
    skipped_late: str = ""
    wrong_amount: str = ""
    any_exposed: str = ""  # one exposed card is enough for a misdeal
    left_table: str = ""  # a card falls off the table


class RestFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """Figures on resting: the number of hands, and whether a resting player pays the ante and counts."""

    hands: int
    lays_initial: bool
    counts: bool


class PlayerFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of players that a game needs."""

    least: int


class BandFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """Bounds of the minimum bet as parts of the maximum, and of the ante as parts of the minimum."""

    ante_part: Fraction
    least_part: Fraction = Fraction(0)
    most_part: Fraction = Fraction(1)
    binding: tuple[str, ...] = ()  # the limit structures in which the maximum binds the minimum

    def minima(self, limit: str, maximum: int, *, caps: bool) -> tuple[Fraction, Fraction | None]:
        """Return the lower and upper bound that the maximum sets for the minimum bet.

        `caps` says whether the maximum limits any bet. If it does not, there is no upper bound.
        """
        if limit in self.binding:
            return self.least_part * maximum, self.most_part * maximum
        return Fraction(0), Fraction(maximum) if caps else None


class LimitFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """A limit structure: bets are limited to a part of the pot, to tiers, or not at all."""

    cite: tuple[str, ...]
    part: Fraction | None = None
    fixed: bool = False  # each bet or raise is limited to the table maximum
    tiers: bool = False  # the table minimum limits the first betting rounds, the maximum the others
    snapshot: bool = False  # parts of the pot as it was when the last two cards were dealt

    @property
    def caps(self) -> bool:
        """Whether the table maximum limits any bet."""
        return self.fixed or self.tiers or self.snapshot


class Street(Struct, frozen=True, forbid_unknown_fields=True):
    """A deal before a betting round. In `own`, `d` is a player's face-down card and `u` a face-up card."""

    cite: tuple[str, ...]
    own: str = ""
    common: int = 0
    burn: bool = False
    says: str = ""  # the croupier's announcement before the deal
    opens: str = ""  # the croupier's announcement of the betting round
    own_so_far: str = ""  # all cards up to this deal; computed, not in the law's figures
    common_so_far: int = 0

    @property
    def clause(self) -> str:
        return self.cite[0]


class Warned(Struct, frozen=True, forbid_unknown_fields=True):
    """Figures on prohibited conduct of players."""

    cite: tuple[str, ...]


@cache
def streets(frame: Frame) -> tuple[Street, ...]:
    """Return the deals of a hand in order, with the total number of cards after each."""
    deals = frame.group("streets", dict[str, Street]).values()
    own = accumulate(deal.own for deal in deals)
    common = accumulate(deal.common for deal in deals)
    return tuple(
        replace(deal, own_so_far=cards, common_so_far=shared)
        for deal, cards, shared in zip(deals, own, common, strict=True)
    )
