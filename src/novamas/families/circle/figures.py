"""What the law says of circle poker, by norm and game: clauses, limits, deals, irregularities."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from novamas.law import Frame


class Course(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses of the course of play; empty where a norm has none."""

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
    shows_from_mano: bool = False  # who shows first if nobody bet in the last interval: else who opened it


class Irregularities(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses of what can go wrong; empty where a norm has none."""

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
    seen_card: str = ""
    face_up: str = ""
    missing_cards: str = ""
    defective_deck: str = ""
    absent: str = ""
    absent_turn: str = ""
    vacant: str = ""
    skipped_late: str = ""
    wrong_number: str = ""
    wrong_amount: str = ""
    any_exposed: str = ""  # where one exposed card is enough for a misdeal
    left_table: str = ""  # a card that flies off the table


class RestFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a player may rest, whether he then lays his initial bets, and whether he counts as seated."""

    hands: int
    lays_initial: bool
    counts: bool


class PlayerFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """How many players a game needs."""

    least: int


class BandFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """How the minimum hangs on the maximum, and the ante on the minimum."""

    ante_part: Fraction
    least_part: Fraction = Fraction(0)
    most_part: Fraction = Fraction(1)
    binding: tuple[str, ...] = ()  # the structures of limits in which the maximum binds the minimum

    def minima(self, limit: str, maximum: int, *, caps: bool) -> tuple[Fraction, Fraction | None]:
        """Between what the minimum must lie for the maximum's sake; one that caps no bet is no bound."""
        if limit in self.binding:
            return self.least_part * maximum, self.most_part * maximum
        return Fraction(0), Fraction(maximum) if caps else None


class LimitFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """A structure of limits: the most of a bet as a part of the pot, by tiers, or no most."""

    cite: tuple[str, ...]
    part: Fraction | None = None
    fixed: bool = False  # the table's maximum for each bet or raise
    tiers: bool = False  # the table's minimum in the first intervals, its maximum in the others
    snapshot: bool = False  # parts of the pot as it stood when the last two cards were dealt

    @property
    def caps(self) -> bool:
        """Is the table's maximum the most of some bet?"""
        return self.fixed or self.tiers or self.snapshot


class Street(Struct, frozen=True, forbid_unknown_fields=True):
    """A deal before an interval of betting: `d` is a covered card of one's own, `u` an open one."""

    cite: tuple[str, ...]
    own: str = ""
    common: int = 0
    burn: bool = False
    says: str = ""  # what the croupier announces before the deal
    opens: str = ""  # and what he announces when the interval begins
    own_so_far: str = ""  # this deal and those before it, which the law's figures do not repeat
    common_so_far: int = 0

    @property
    def clause(self) -> str:
        return self.cite[0]


class Warned(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that players may not do."""

    cite: tuple[str, ...]


@cache
def streets(frame: Frame) -> tuple[Street, ...]:
    """The deals of a hand, in order."""
    deals = frame.group("streets", dict[str, Street]).values()
    own = accumulate(deal.own for deal in deals)
    common = accumulate(deal.common for deal in deals)
    return tuple(
        replace(deal, own_so_far=cards, common_so_far=shared)
        for deal, cards, shared in zip(deals, own, common, strict=True)
    )
