"""The bets: banco alone or in association, con la mesa, partial stakes, and who gets the cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from novamas.errors import Figure
from novamas.families.passing_bank.acts import Banco
from novamas.families.passing_bank.cloth import BANCA, BankMoves
from novamas.families.passing_bank.phases import BankersTurn, BankPhase, Stage, too_much
from novamas.games.chemin_de_fer.acts import (
    Accept,
    BancoAsociado,
    BancoConLaMesa,
    Completar,
    NoVanMas,
    PassBank,
    Reject,
    RemoveLate,
    Repartir,
    Stake,
    StakeOnLine,
    UltimoCompleto,
)
from novamas.games.chemin_de_fer.cloth import LATE, PUNTO, UNCOVERED, Cloth, Coup
from novamas.games.chemin_de_fer.phases import bank, cards
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.offers import Offer, Range
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.roles import CROUPIER, Who


class Betting(BankPhase[Cloth], frozen=True):
    """A player may go banco. If none does, the players complete the bank with their stakes."""

    pause: ClassVar[bool] = True
    stage: ClassVar[Stage] = Stage.BETS
    public: ClassVar[tuple[str, ...]] = (
        *("asked", "caller", "partner", "part", "mesa", "completes", "missing"),
    )

    asked: bool = False  # no one went banco, and the croupier has invited the players to complete the bank
    caller: int = 0  # the player who goes banco
    partner: int = 0  # the partner in the banco
    part: int = 0  # the partner's stake
    mesa: int = 0  # the player who goes banco con la mesa
    completes: int = 0  # the player who said "con la mesa y último completo"

    def offers(self, who: Who) -> Iterable[Offer]:
        felt = self.felt
        if who is CROUPIER:
            asks = not self.asked and not self.caller
            yield Offer(Completar(), self.clause) if asks else Offer(NoVanMas(), self.clause)
        elif isinstance(who, int) and who not in (felt.banker, *felt.partners, *felt.away):
            yield from self.bancos(who)
            if self.asked:
                yield from self.parts(who)

    def rank(self, person: int) -> tuple[int, int, int]:
        """Return the priority of a player. The player who may repeat a banco comes first."""
        return (-1, 0, 0) if person == self.felt.seguido else self.felt.rank(person)

    @property
    def missing(self) -> int:
        """The part of the bank that is not yet covered."""
        return self.felt.bank - self.felt.against

    @property
    def half_bank(self) -> int:
        """The total stake of a banco con la mesa."""
        return -(-self.felt.bank // 2)

    def has(self, person: int) -> int:
        """Return the most that a player can stake in total."""
        return self.felt.purse(person) + self.felt.on(person, PUNTO)

    @law("IB05.08.V.25", "IB05.08.VII.8", "IB05.08.VII.9", "IB05.08.VII.18")
    def bancos(self, who: int) -> Iterable[Offer]:
        """Yield the bancos of a player.

        A banco alone comes before one in association. Among equals the order of priority decides.
        """
        felt = self.felt
        outranks = not self.caller or self.partner or self.rank(who) < self.rank(self.caller)
        if outranks and who != self.caller and self.has(who) >= felt.bank:
            yield Offer(Banco(who), felt.course.seguido if who == felt.seguido else felt.course.banco)
        if self.caller or self.asked:
            return
        for other in range(1, felt.rules.people + 1):
            if other in (who, felt.banker, *felt.partners, *felt.away):
                continue
            least, most = max(1, felt.bank - felt.purse(who)), min(felt.purse(other), felt.bank - 1)
            if least <= most:
                cents = Range(least, most, 1, felt.course.maximum)
                yield Offer(BancoAsociado(who, other, least), felt.course.association, {"cents": cents})

    @law("IB05.08.V.23", "IB05.08.V.24", "IB05.08.VII.10", "IB05.08.VII.12", "IB05.08.VIII.4.14")
    def parts(self, who: int) -> Iterable[Offer]:
        """Yield the stakes against a part of the bank: half, the missing part, an amount, or on the line."""
        felt, rules = self.felt, self.felt.rules
        missing, purse = self.missing, felt.purse(who)
        half = self.half_bank - felt.on(who, PUNTO)
        freed = felt.on(self.mesa, PUNTO) if self.mesa else 0
        outranks = not self.mesa or felt.rank(who) < felt.rank(self.mesa)
        if outranks and who != self.mesa and 0 < half <= min(missing + freed, purse):
            yield Offer(BancoConLaMesa(who), felt.course.con_la_mesa)
        first = not self.completes or felt.rank(who) < felt.rank(self.completes)
        if self.mesa and first and who not in (self.mesa, self.completes) and 0 < missing <= purse:
            yield Offer(UltimoCompleto(who), felt.course.ultimo_completo)
        least, most = rules.minimum, rules.in_chips(min(purse, missing))
        if most >= least:
            cents = Range(least, most, rules.chip, felt.course.minimum, felt.course.maximum)
            yield Offer(Stake(who, least), self.clause, {"cents": cents})
        most = min(rules.in_chips(purse), 2 * most)
        if most >= 2 * least:
            cents = Range(2 * least, most, rules.chip, felt.course.on_the_line, felt.course.maximum)
            yield Offer(StakeOnLine(who, 2 * least), felt.course.on_the_line, {"cents": cents})

    @law("IB05.08.V.3", "IB05.08.V.24", "IB05.08.VII.8", "IB05.08.VIII.1.1", "IB05.08.VII.25")
    def own_reason(self, act: Act) -> Refusal | None:
        felt = self.felt
        if isinstance(act, Repartir):
            return Refusal("betting_open", felt.course.late)
        if isinstance(act, PassBank) and act.by == felt.banker and not felt.has_dealt:
            return Refusal("must_deal", felt.course.must_deal)
        if not isinstance(act, felt.kinds.bets) or not isinstance(act.by, int):
            return None
        if act.by in felt.partners:
            return Refusal("associate", felt.course.associate)
        if act.by in felt.away:
            return Refusal("stepped_away", felt.course.stepped_away)
        if isinstance(act, Stake | StakeOnLine | BancoConLaMesa | UltimoCompleto) and not self.asked:
            return Refusal("banco_first", self.clause)
        if isinstance(act, Banco) and self.has(act.by) < felt.bank:
            return Refusal("bank_not_covered", felt.course.banco, figures={"bank": felt.bank})
        if isinstance(act, Banco) and self.caller not in (0, act.by):
            return Refusal("no_priority", felt.course.priority, figures={"seat": self.caller})
        if isinstance(act, Stake) and act.cents > self.missing:
            return self.above_bank(act.cents)
        if isinstance(act, Stake | StakeOnLine):
            return too_much(self, act.by, act.cents, 2 * self.missing, felt.course.maximum)
        return None

    def above_bank(self, cents: int) -> Refusal:
        """Return the refusal of stakes that exceed the bank."""
        clause, has = self.felt.course.maximum, self.felt.against
        values: dict[str, Figure] = {"bet": PUNTO, "has": has}
        return Refusal(
            "above_maximum", clause, dial="cents", given=has + cents, most=self.felt.bank, figures=values
        )

    def after(self, act: Act) -> Step:
        moves, felt = BankMoves(self.felt), self.felt
        match act:
            case Banco(int(person)):
                if person == felt.seguido:
                    moves.say("Banco seguido.", felt.course.seguido, who=person)
                else:
                    moves.say("Banco.", felt.course.banco, who=person)
                return moves.to(self.now(moves, caller=person, partner=0, part=0))
            case BancoAsociado(int(person), partner, cents):
                moves.say("Banco en asociación.", felt.course.association, who=person)
                return moves.to(Consenting(felt, person, partner, cents))
            case Completar():
                moves.say("Completen la banca.", self.clause)
                return moves.to(self.now(moves, asked=True))
            case BancoConLaMesa(int(person)):
                return self.with_the_table(moves, person)
            case UltimoCompleto(int(person)):
                moves.say("Con la mesa y último completo.", felt.course.ultimo_completo, who=person)
                return moves.to(self.now(moves, completes=person))
            case Stake(int(person), cents):
                moves.stake(person, PUNTO, cents, self.clause)
            case StakeOnLine(int(person), cents):
                self.on_the_line(moves, person, cents)
            case NoVanMas():
                return close_betting(moves, self)
            case _:
                raise AssertionError(act)
        return moves.to(self.now(moves))

    def now(self, moves: BankMoves[Cloth], **fields: object) -> Betting:
        """Return the betting phase after these changes."""
        return replace(self, felt=moves.felt, **fields)

    @law("IB05.08.VII.10")
    def with_the_table(self, moves: BankMoves[Cloth], person: int) -> Step:
        """Stake half of the bank. A player with priority replaces an earlier caller."""
        if self.mesa:
            staked = self.felt.on(self.mesa, PUNTO)
            moves.withdraw(self.mesa, PUNTO, staked, self.felt.course.priority)
        moves.say("Banco con la mesa.", self.felt.course.con_la_mesa, who=person)
        moves.stake(person, PUNTO, self.half_bank - self.felt.on(person, PUNTO), self.felt.course.con_la_mesa)
        return moves.to(self.now(moves, mesa=person, completes=0))

    @law("IB05.08.VIII.4.14")
    def on_the_line(self, moves: BankMoves[Cloth], person: int, cents: int) -> None:
        """Stake half of the chips, rounded up to a whole chip. The croupier returns the rest at once."""
        chip = self.felt.rules.chip
        plays = -(-cents // (2 * chip)) * chip
        moves.stake(person, PUNTO, cents, self.felt.course.on_the_line)
        if cents > plays:
            moves.withdraw(person, PUNTO, cents - plays, self.felt.course.on_the_line)


class Consenting(BankPhase[Cloth], frozen=True):
    """A player is asked to go banco together with another player."""

    stage: ClassVar[Stage] = Stage.BETS
    public: ClassVar[tuple[str, ...]] = ("person", "partner", "cents")

    person: int
    partner: int
    cents: int

    @property
    def turn(self) -> Who:
        return self.partner

    def offers(self, who: Who) -> Iterable[Offer]:
        if who == self.turn:
            yield Offer(Reject(who), self.clause)  # first, so that silence stakes nothing
            yield Offer(Accept(who), self.clause)

    def own_reason(self, act: Act) -> Refusal | None:
        return Refusal("proposal_pending", self.clause, figures={"seat": self.partner})

    def after(self, act: Act) -> Step:
        if isinstance(act, Accept):
            return Betting(self.felt, caller=self.person, partner=self.partner, part=self.cents), ()
        return Betting(self.felt), ()


@law("IB05.08.VII.11", "IB05.08.VII.17", "IB05.08.VII.24")
def close_betting(moves: BankMoves[Cloth], bets: Betting) -> Step:
    """Close the betting. A banco replaces all other stakes, and one player gets the cards."""
    felt = moves.felt
    moves.say("No van más apuestas.", bets.clause)
    if bets.caller:
        for person, cents in felt.stakes.items():
            moves.withdraw(person, PUNTO, cents, felt.course.late_seguido)
        moves.stake(bets.caller, PUNTO, felt.bank - bets.part, felt.course.banco)
        if bets.partner:
            moves.stake(bets.partner, PUNTO, bets.part, felt.course.association)
        seguido = bets.caller == felt.seguido
        moves.change(coup=Coup(punto=bets.caller, banco=True, seguido=seguido))
        return moves.to(Ready(moves.felt))
    missing = bets.missing
    completed = bets.completes if missing else 0
    if completed:
        moves.stake(completed, PUNTO, missing, felt.course.ultimo_completo)
    if not moves.felt.against:
        phase, _ = bank.keep_bank(moves)
        moves.end_round()
        return moves.to(phase)
    moves.change(coup=Coup(punto=who_gets_cards(moves, completed or bets.mesa)))
    return moves.to(Ready(moves.felt))


@law("IB05.08.VII.12", "IB05.08.VII.14", "IB05.08.VII.15", "IB05.08.VII.16", "IB05.08.V.16")
def who_gets_cards(moves: BankMoves[Cloth], caller: int) -> int:
    """Return the player who gets the cards.

    A player who called banco has a right to them. Otherwise they go to the highest single stake. Seated
    players come first.
    """
    felt, stakes = moves.felt, moves.felt.stakes
    if felt.former_banco in stakes:
        return felt.former_banco
    if caller:
        return caller
    return min(stakes, key=lambda one: (not felt.is_seated(one), -stakes[one], felt.rank(one)))


class Ready(BankersTurn[Cloth], frozen=True):
    """Bets are closed. The banker may have late stakes removed, and then deals."""

    def own_reason(self, act: Act) -> Refusal | None:
        return Refusal("no_cards_yet", self.clause) if isinstance(act, self.felt.kinds.words) else None

    @law("IB05.08.VII.25")
    def offers(self, who: Who) -> Iterable[Offer]:
        if who == self.turn:
            yield Offer(Repartir(who), self.clause)
            if any(bet == LATE for _, bet, _ in self.felt.chips):
                yield Offer(RemoveLate(who), self.felt.course.late)

    @law("IB05.08.V.b.1", "IB05.08.VII.25")
    def after(self, act: Act) -> Step:
        """Deal, or remove the late stakes. The uncovered part of the bank is out of play for this coup."""
        moves, felt = BankMoves(self.felt), self.felt
        late = [(seat, cents) for seat, bet, cents in felt.chips if bet == LATE]
        if isinstance(act, RemoveLate):
            for seat, cents in late:
                moves.withdraw(seat, LATE, cents, felt.course.late)
            return moves.to(Ready(moves.felt))
        for seat, _ in late:
            moves.slide(seat, LATE, PUNTO, felt.course.late)
        if idle := moves.felt.bank - moves.felt.against:
            moves.slide(felt.banker, BANCA, UNCOVERED, felt.course.uncovered, cents=idle)
        moves.change(has_dealt=True, fresh=False, early=False)
        return moves.to(cards.Serving(moves.felt))
