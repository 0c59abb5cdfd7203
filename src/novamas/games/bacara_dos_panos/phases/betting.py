"""The bets on two sides: on one, on both, half of a stake, or one banco against both hands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from novamas.equipment.chance import UniformDraw as Lots
from novamas.families.passing_bank.acts import Banco, Serve
from novamas.families.passing_bank.cloth import BankMoves
from novamas.families.passing_bank.phases import BankPhase, Drawing, Stage, too_little, too_much
from novamas.games.bacara_dos_panos.acts import (
    LeaveBank,
    Stake,
    StakeHalf,
    StakeOnBoth,
    YaNoVaMas,
)
from novamas.games.bacara_dos_panos.cloth import PANOS, Cloth, Coup
from novamas.games.bacara_dos_panos.phases import bank, cards
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.offers import Dial, Offer, OneOf, Range
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.roles import CROUPIER, Who


class Betting(BankPhase[Cloth], frozen=True):
    """Players place stakes on both sides until "ya no va más"."""

    pause: ClassVar[bool] = True
    stage: ClassVar[Stage] = Stage.BETS
    public: ClassVar[tuple[str, ...]] = ("callers",)

    callers: tuple[int, ...] = ()  # per side, the player with priority who goes banco

    @law("IB05.09.VI.12", "IB05.09.IV.3")
    def offers(self, who: Who) -> Iterable[Offer]:
        """Return the offers of a player. Everyone but the banker may bet, on either side and alone."""
        if who is CROUPIER:
            yield Offer(YaNoVaMas(), self.clause)
        elif isinstance(who, int) and who != self.felt.banker:
            yield from self.stakes(who)
            yield from self.bancos(who)

    @law("IB05.09.V.1.14", "IB05.09.V.2.1", "IB05.09.VII.5", "IB05.09.VII.7", "IB05.09.II.3.4")
    def stakes(self, who: int) -> Iterable[Offer]:
        """Yield a player's stakes: on a side, on the line between the sides, or on the player's own line."""
        rules, purse = self.felt.rules, self.felt.purse(who)
        room = [self.room(who, pano) for pano in PANOS]
        for pano, left in zip(PANOS, room, strict=True):
            if left >= rules.minimum:
                dials: dict[str, Dial] = {
                    "cents": self.range(rules.minimum, left),
                    "pano": OneOf((pano,), self.clause),
                }
                yield Offer(Stake(who, pano, rules.minimum), self.clause, dials)
        most = min(2 * min(room), rules.in_chips(purse))
        if most >= 2 * rules.minimum:
            dials = {"cents": self.range(2 * rules.minimum, most)}
            yield Offer(StakeOnBoth(who, 2 * rules.minimum), self.felt.course.on_the_line, dials)
        most = min(2 * room[self.felt.cloth_of(who)], rules.in_chips(purse))
        if most >= 2 * rules.minimum:
            dials = {"cents": self.range(2 * rules.minimum, most)}
            yield Offer(StakeHalf(who, 2 * rules.minimum), self.felt.course.on_the_line, dials)

    def room(self, who: int, pano: str) -> int:
        """Return how many more chips a player may add on a side, in whole chips."""
        rules, purse = self.felt.rules, self.felt.purse(who)
        most = min(purse, rules.maximum - self.felt.on(who, pano)) if rules.maximum else purse
        return rules.in_chips(most)

    def range(self, least: int, most: int) -> Range:
        return Range(least, most, self.felt.rules.chip, self.felt.course.limits, self.felt.course.limits)

    @law("IB05.09.VI.8", "IB05.09.VI.10", "IB05.09.IV.4", "IB05.09.IV.8")
    def bancos(self, who: int) -> Iterable[Offer]:
        """Yield the offer of banco, which a player may call once, at the start.

        After a void coup its caller may repeat it twice.
        """
        felt = self.felt
        may = felt.repeater == who if felt.repeats else felt.banco_open
        mates = [one for one in self.callers if felt.cloth_of(one) == felt.cloth_of(who)]
        outranks = all(felt.rank(who) < felt.rank(one) for one in mates)
        has = felt.purse(who) + sum(felt.on(who, pano) for pano in PANOS)
        if may and outranks and has >= felt.bank:
            yield Offer(Banco(who), felt.course.banco_void if felt.repeats else felt.course.banco)

    @law("IB05.09.V.1.6")
    def own_reason(self, act: Act) -> Refusal | None:
        felt, by = self.felt, act.by
        if isinstance(act, LeaveBank) and by == felt.banker:
            return bank.why_not_leave(felt)
        match act:
            case Banco(int()):
                return Refusal("no_banco", felt.course.banco, figures={"bank": felt.bank})
            case Serve():
                return Refusal("betting_open", felt.course.no_cards_yet)
            case Stake(int(person), pano, cents) if pano in PANOS:
                room = felt.rules.maximum - felt.on(person, pano) if felt.rules.maximum else None
                return self.why_no_stake(person, cents, felt.rules.minimum, room)
            case StakeOnBoth(int(person), cents) | StakeHalf(int(person), cents):
                return self.why_no_stake(
                    person, cents, 2 * felt.rules.minimum, self.room_on_the_line(person, act)
                )
        return None

    @law("IB05.09.V.1.14")
    def why_no_stake(self, person: int, cents: int, least: int, room: int | None) -> Refusal | None:
        """Explain why a stake is too high or too low, or return None."""
        limits = self.felt.course.limits
        return too_much(self, person, cents, room, limits) or too_little(cents, least, limits)

    def room_on_the_line(self, person: int, act: StakeOnBoth | StakeHalf) -> int | None:
        """Return the most that a player may place on a line, or None if there is no maximum."""
        felt, most = self.felt, self.felt.rules.maximum
        panos = PANOS if isinstance(act, StakeOnBoth) else (PANOS[felt.cloth_of(person)],)
        return 2 * min(most - felt.on(person, pano) for pano in panos) if most else None

    def after(self, act: Act) -> Step:
        moves, felt = BankMoves(self.felt), self.felt
        match act:
            case Stake(int(person), pano, cents):
                moves.stake(person, pano, cents, self.clause)
            case StakeOnBoth(int(person), cents):
                self.on_both(moves, person, cents)
            case StakeHalf(int(person), cents):
                self.half(moves, person, cents)
            case Banco(int(person)):
                moves.say("Banco.", felt.course.banco, who=person)
                others = [one for one in self.callers if felt.cloth_of(one) != felt.cloth_of(person)]
                return moves.to(Betting(felt, tuple(sorted((*others, person), key=felt.cloth_of))))
            case YaNoVaMas():
                moves.say("Ya no va más.", self.clause)
                return close_betting(moves, self.callers)
            case _:
                raise AssertionError(act)
        return moves.to(Betting(moves.felt, self.callers))

    @law("IB05.09.VII.7", "IB05.09.VII.8", "IB05.09.II.3.4")
    def on_both(self, moves: BankMoves[Cloth], person: int, cents: int) -> None:
        """Place equal parts on both sides. An odd chip plays on the first."""
        chip = self.felt.rules.chip
        first = -(-cents // (2 * chip)) * chip
        moves.stake(person, PANOS[0], first, self.felt.course.odd_chip)
        moves.stake(person, PANOS[1], cents - first, self.felt.course.on_the_line)

    @law("IB05.09.VII.7")
    def half(self, moves: BankMoves[Cloth], person: int, cents: int) -> None:
        """Place half of the chips on the player's own side, rounded up to a chip, and return the rest."""
        chip, pano = self.felt.rules.chip, PANOS[self.felt.cloth_of(person)]
        plays = -(-cents // (2 * chip)) * chip
        moves.stake(person, pano, cents, self.felt.course.on_the_line)
        moves.withdraw(person, pano, cents - plays, self.felt.course.on_the_line)


@law("IB05.09.VII.5", "IB05.09.IV.5", "IB05.09.VI.2", "IB05.09.VII.10")
def close_betting(moves: BankMoves[Cloth], callers: tuple[int, ...]) -> Step:
    """Continue with the cards. If players called banco on both sides, decide between them by lot."""
    felt = moves.felt
    if len(callers) > 1:
        return moves.to(BancoLot(felt, callers))
    if callers:
        return go_banco(moves, callers[0])
    if not any(felt.stakes(pano) for pano in PANOS):
        phase, _ = bank.after_coup(moves)
        moves.end_round()
        return moves.to(phase)
    moves.change(coup=Coup(holders=(felt.holder(0), felt.holder(1))), repeats=0, repeater=0)
    return deal(moves)


@law("IB05.09.VI.9", "IB05.09.IV.8")
def go_banco(moves: BankMoves[Cloth], person: int) -> Step:
    """Return all other stakes. The caller stakes the whole bank, half on each side, and holds both hands."""
    felt = moves.felt
    for pano in PANOS:
        for other, cents in felt.stakes(pano).items():
            moves.withdraw(other, pano, cents, felt.course.banco_stakes)
    first = -(-felt.bank // 2)
    moves.stake(person, PANOS[0], first, felt.course.banco_stakes)
    if felt.bank > first:
        moves.stake(person, PANOS[1], felt.bank - first, felt.course.banco_stakes)
    left = felt.repeats - 1 if felt.repeats else felt.rules.bank.banco_repeats
    moves.change(coup=Coup(holders=(person, person), banco=person), repeats=left, repeater=person)
    return deal(moves)


def deal(moves: BankMoves[Cloth]) -> Step:
    """Begin the banker's deal."""
    moves.change(has_dealt=True, banco_open=False, early=False)
    return moves.to(cards.Serving(moves.felt))


class BancoLot(Drawing[Cloth], frozen=True):
    """Players called banco on both sides. The choice between them is made by lot."""

    stage: ClassVar[Stage] = Stage.BETS
    public: ClassVar[tuple[str, ...]] = ("callers",)

    callers: tuple[int, ...]

    def draws(self) -> Lots:
        return Lots(len(self.callers))

    @law("IB05.09.IV.5")
    def drawn(self, what: int) -> Step:
        return go_banco(BankMoves(self.felt), self.callers[what])
