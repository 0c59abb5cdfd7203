"""A round of pai gow after "no va más": the dice place the first hand, and all hands are set."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic

from msgspec.structs import force_setattr

from novamas.equipment.dice import THREE_DICE, Dice, faces, points
from novamas.equipment.pieces import one_word, set_name
from novamas.families.banked import phases
from novamas.families.pai_gow.acts import Expose, MakeHands, PlaceHands, SetAsHouse, SetBank, SetHand, TakeUp
from novamas.families.pai_gow.cloth import CROUPIER_HAND, C, Cloth
from novamas.families.pai_gow.pay import settle
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, OneOf
from novamas.table.phases import Incident, Past, Step, happens_in
from novamas.table.refusals import Refusal
from novamas.table.results import Throw
from novamas.table.roles import CHANCE, CROUPIER, Who


class Playing(phases.Playing[C], Generic[C], frozen=True):
    """Bets are closed and the hands are in play."""

    def reason(self, act: Act) -> Refusal | None:
        return self.why_not_set(act) if isinstance(act, SetHand | SetAsHouse) else super().reason(act)

    def why_not_set(self, act: SetHand | SetAsHouse) -> Refusal | None:
        """Explain why a hand may not be set now, or return None."""
        return None


class Stacking(Playing[C], Generic[C], frozen=True):
    """The croupier is about to form the hands."""

    step: ClassVar[str] = "stacking"

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            yield Offer(MakeHands(), self.felt.course.stacking)

    @law("IB09.16.VII.8", "IB09.16.VII.9", "AR10.10-1-C.VI.8")
    def after(self, act: Act) -> Step:
        """Form the hands face down. The remaining cards or tiles are counted and put away."""
        felt, moves = self.felt, Moves(self.felt)
        hands = len(felt.positions)
        left = felt.need_shoe.size - felt.size * hands
        moves.note("hands_made", felt.course.leftover, hands=hands, size=felt.size, left=left)
        return moves.to(Throwing(moves.felt))


class Throwing(Playing[C], Generic[C], frozen=True):
    """The croupier shakes and throws the three dice."""

    step: ClassVar[str] = "dice"

    @property
    def turn(self) -> Who:
        return CHANCE

    def draws(self) -> Dice:
        return THREE_DICE

    @law("IB09.16.VII.4", "AR10.10-1-C.VI.4")
    def drawn(self, what: int) -> Step:
        """Announce the sum of the dice, which decides the place of the first hand."""
        felt, moves = self.felt, Moves(self.felt)
        moves.show_result(Throw(tuple(faces(what))), felt.course.dice)
        first = felt.order_from(points(what))[0]
        whose = "la banca" if first == felt.banker else "el croupier" if not first else f"la casilla {first}"
        moves.say(f"{points(what)}: la primera mano es para {whose}.", felt.course.counting)
        return moves.to(Placing(moves.felt, points(what)))


class Placing(Playing[C], Generic[C], frozen=True):
    """The croupier is about to place the hands."""

    step: ClassVar[str] = "placing"
    public: ClassVar[tuple[str, ...]] = ("points",)

    points: int = 3

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            yield Offer(PlaceHands(), self.felt.course.placing)

    def after(self, act: Act) -> Step:
        moves = Moves(self.felt)
        place_hands(moves, self.points)
        return next_hand(moves)


@law(
    "IB09.16.I.2", "IB09.16.VII.7", "IB09.16.IV.2", "AR10.10-1-C.VI.7", "AR10.10-1-C.IV.2", "CM16.ANX1.1.e.2"
)
def place_hands(moves: Moves[C], thrown: int) -> None:
    """Deal all hands clockwise, including the croupier's, from the position that the dice give."""
    felt = moves.felt
    order = felt.order_from(thrown)
    for box in order:
        owner = felt.owner(box)
        for _ in range(felt.size):
            moves.deal_blank(owner)
    moves.change(dealt=order)


def next_hand(moves: Moves[C]) -> Step:
    """Continue with the next hand to set. When all hands are set, the bank shows its own."""
    felt = moves.felt
    box = felt.to_set()
    if box is None:
        return moves.to(Ready(felt))
    choice = felt.hands_to_choose(box)
    return moves.to(TakingUp(felt, box)) if len(choice) > 1 else take_up(moves, choice[0])


def take_up(moves: Moves[C], box: int) -> Step:
    """Let a player pick up a hand and look at its unseen cards or tiles."""
    felt = moves.felt
    return moves.to((Setting if felt.is_seen(box) else Looking)(felt, box))


class TakingUp(Playing[C], Generic[C], frozen=True):
    """A player with several hands chooses the next one to play."""

    step: ClassVar[str] = "one_by_one"
    public: ClassVar[tuple[str, ...]] = ("box",)

    box: int = 1

    @property
    def turn(self) -> Who:
        return self.felt.holder(self.box)

    def offers(self, who: Who) -> Iterable[Offer]:
        if who == self.turn:
            for box in self.felt.hands_to_choose(self.box):
                yield Offer(TakeUp(who, box), self.felt.course.one_by_one)

    def reason(self, act: Act) -> Refusal | None:
        if isinstance(act, TakeUp) and act.by == self.turn and self.felt.holder(act.box) == act.by:
            return Refusal("higher_bet_first", self.felt.course.one_by_one)
        return super().reason(act)

    def after(self, act: Act) -> Step:
        assert isinstance(act, TakeUp)
        return take_up(Moves(self.felt), act.box)


class Looking(Playing[C], Generic[C], frozen=True):
    """A player picks up a hand and looks at it."""

    step: ClassVar[str] = "setting"
    public: ClassVar[tuple[str, ...]] = ("box",)

    box: int = 1

    @property
    def turn(self) -> Who:
        return CHANCE

    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        owner, nth = self.felt.owner(self.box), self.felt.first_blank(self.box)
        moves.look(owner, what, nth=nth)
        return take_up(moves, self.box)


class HandsDown(Playing[C], Generic[C], frozen=True):
    """The bank has not shown its hand. A player may set a hand or change one."""

    step: ClassVar[str] = "setting"

    def settings(self, who: Who, boxes: Iterable[int]) -> Iterable[Offer]:
        """Yield the correct ways to set these hands, with the house way first."""
        felt, clause = self.felt, self.felt.course.setting
        for box in boxes:
            if isinstance(who, int) and felt.player(box) == who and felt.is_seen(box):
                if not felt.rules.has_own_way:
                    yield Offer(SetAsHouse(who, box), clause)
                ways = tuple(felt.splits(felt.known(box)))
                yield Offer(SetHand(who, box, ways[0]), clause, {"low": OneOf(ways, clause)})

    def why_not_set(self, act: SetHand | SetAsHouse) -> Refusal | None:
        felt = self.felt
        if act.box not in felt.dealt or felt.player(act.box) != act.by:
            return Refusal("not_your_hand", felt.course.own_hand, figures={"box": act.box})
        if isinstance(act, SetHand) and felt.is_seen(act.box):
            return felt.why_not_set(felt.known(act.box), act.low)
        if isinstance(act, SetAsHouse) and felt.rules.has_own_way:
            return Refusal("own_way_unknown", felt.course.house_way)
        return None

    def lay(self, act: Act) -> Moves[C]:
        """Set a hand face down."""
        assert isinstance(act, SetHand | SetAsHouse)
        felt, moves = self.felt, Moves(self.felt)
        cards = felt.known(act.box)
        way = act.low if isinstance(act, SetHand) else felt.house_split(cards)
        low = felt.low_hand(cards, way)
        fouls = tuple(box for box in felt.fouls if box != act.box)
        moves.change(laid=felt.with_laid(act.box, low), fouls=fouls)
        moves.note("hands_laid", felt.course.setting, box=act.box, seat=felt.player(act.box))
        return moves


class Setting(HandsDown[C], Generic[C], frozen=True):
    """A player sets two hands face down."""

    public: ClassVar[tuple[str, ...]] = ("box",)

    box: int = 1

    @property
    def turn(self) -> Who:
        return self.felt.player(self.box)

    def offers(self, who: Who) -> Iterable[Offer]:
        others = [laid.box for laid in self.felt.laid if laid.box != self.box]
        return self.settings(who, (self.box, *others))

    @law("IB09.16.VII.15", "AR10.10-1-C.VI.14", "CM16.11.1.1", "IB09.16.IV.3", "CM16.12.4.3")
    def after(self, act: Act) -> Step:
        """Set the hand. No one but its player handles it."""
        return next_hand(self.lay(act))


class Ready(HandsDown[C], Generic[C], frozen=True):
    """All hands are set face down."""

    step: ClassVar[str] = "croupier_waits"

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            return (Offer(Expose(), self.felt.course.croupier_waits),)
        return self.settings(who, [laid.box for laid in self.felt.laid])

    @law("IB09.16.VII.17", "AR10.10-1-C.VI.16")
    def after(self, act: Act) -> Step:
        """Turn up the croupier's hand. Until now only an error could have exposed it."""
        if isinstance(act, Expose):
            seen = self.felt.is_seen(CROUPIER_HAND)
            return (CroupierSets if seen else Turning)(self.felt), ()
        moves = self.lay(act)
        return moves.to(Ready(moves.felt))


class Exposed(Playing[C], Generic[C], frozen=True):
    """The bank shows its hand. No other hand may be touched."""

    step: ClassVar[str] = "turning"

    @law("IB09.16.VIII.1.1", "AR10.10-1-C.VII.1.1", "CM16.8.2.1")
    def why_not_set(self, act: SetHand | SetAsHouse) -> Refusal | None:
        return Refusal("bank_exposed", self.felt.course.untouched)


class Turning(Exposed[C], Generic[C], frozen=True):
    """The croupier turns up the croupier's cards or tiles."""

    @property
    def turn(self) -> Who:
        return CHANCE

    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        moves.turn_up("croupier", what, self.felt.course.turning)
        felt = moves.felt
        return moves.to((CroupierSets if felt.is_seen(CROUPIER_HAND) else Turning)(felt))


class CroupierSets(Exposed[C], Generic[C], frozen=True):
    """The croupier sets two hands face up by the house way."""

    step: ClassVar[str] = "house_way"

    def offers(self, who: Who) -> Iterable[Offer]:
        """Offer the setting of a known house way, or any correct one if the house has a way of its own."""
        if who is not CROUPIER:
            return
        cards, clause = self.felt.known(CROUPIER_HAND), self.felt.course.house_way
        own: dict[str, Dial] = {"low": OneOf(tuple(self.felt.splits(cards)), clause)}
        set_bank = SetBank(low=self.felt.house_split(cards))
        yield Offer(set_bank, clause, own if self.felt.rules.has_own_way else {})

    def reason(self, act: Act) -> Refusal | None:
        if not isinstance(act, SetBank):
            return super().reason(act)
        if self.felt.rules.has_own_way:
            return self.felt.why_not_set(self.felt.known(CROUPIER_HAND), act.low)
        return Refusal("not_the_house_way", self.felt.course.house_way)

    @law("IB09.16.VII.18", "AR10.10-1-C.VI.17")
    def after(self, act: Act) -> Step:
        assert isinstance(act, SetBank)
        felt, moves = self.felt, Moves(self.felt)
        cards = felt.known(CROUPIER_HAND)
        low = felt.low_hand(cards, act.low)
        moves.change(laid=felt.with_laid(CROUPIER_HAND, low))
        moves.say(f"El croupier: {felt.called(cards, low)}.", felt.course.turning)
        moves.note("bank_set", felt.course.house_way, low=set_name(low))
        return settle(moves)


@happens_in(CroupierSets)
class WrongHouseWay(Incident[CroupierSets[Cloth]], frozen=True):
    """The croupier sets the hands against the house way and then sets them again."""

    low: str = ""

    def __post_init__(self) -> None:
        force_setattr(self, "low", one_word(self.low))

    @classmethod
    def could(cls, now: CroupierSets[Cloth], past: Past) -> Iterable[Offer]:
        """Yield correct settings that are against the house way, and settings that are always wrong."""
        felt = now.felt
        cards = felt.known(CROUPIER_HAND)
        right = felt.splits(cards)
        others = () if felt.rules.has_own_way else tuple(w for w in right if w != felt.house_split(cards))
        foul = tuple(way for way in felt.every_way(cards) if way not in right)
        for ways, clause in ((others, felt.course.house_way), (foul, felt.foul_clause if foul else "")):
            if ways:
                yield Offer(cls(low=ways[0]), clause, {"low": OneOf(ways, clause)})

    @law("IB09.16.VIII.3.1", "AR10.10-1-C.VII.3.1", "CM16.8.4.1")
    def happen(self, now: CroupierSets[Cloth], past: Past) -> Step:
        """Set the hands again. It is our reading that the croupier's wrongly set hand does not lose."""
        moves = Moves(now.felt)
        moves.note("croupier_sets_again", now.felt.course.house_way)
        return moves.to(now)


AFTER_CLOSING = (Stacking, Throwing, Placing, Looking, Setting, Ready, Turning, CroupierSets)
