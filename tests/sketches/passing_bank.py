"""A sketch: the bank that goes round the table (chemin de fer, IB05 epigraph 08), seated players only.

Left out: standing players, associations, the auction, banco con la mesa, voluntary garage, buying chips.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from tests.sketches.passing_bank_cloth import (
    Abatir,
    AnyAct,
    Banco,
    Carta,
    Choices,
    Cloth,
    Decline,
    Drawing,
    Give,
    Keep,
    Moment,
    No,
    NoVanMas,
    PassBank,
    Serve,
    Stake,
    TakeBank,
    bank_draws,
    full_shoe,
    points,
    settle,
)
from tests.sketches.sketching import bare_layout, no_faults, no_wagers

from novamas.table.game import Game
from novamas.table.moves import Moves
from novamas.table.offers import Offer, Range
from novamas.table.people import CROUPIER, Who
from novamas.table.phases import Incident, Past, Step, happens_in
from novamas.table.refusals import Refusal

# ---------------------------------------------------------------- the bank


class Offering(Moment, frozen=True):
    """The bank is offered to a seat, for no less than `least`; then to the next at the right."""

    clause: ClassVar[str] = "IB05.08.V.1"
    rest: ClassVar[bool] = True
    public: ClassVar[tuple[str, ...]] = ("seat", "least", "former", "forced")

    seat: int
    least: int
    former: int
    forced: bool = False  # nobody wanted it: it must be taken at the minimum

    @property
    def turn(self) -> Who:
        return self.seat

    def offers(self, who: Who) -> Iterable[Offer]:
        if who != self.seat:
            return
        felt, least = self.felt, self.least
        able = self.purse(who) >= least
        if able:
            retakes = who == felt.passer == self.former and not self.forced
            most = least if retakes else max(least, min(self.purse(who), felt.rules.most))
            cents = Range(least, most, 1, "IB05.08.V.7", "IB05.08.V.26")
            yield Offer(TakeBank(who, least), self.clause, {"cents": cents})
        if not (able and self.forced):
            yield Offer(Decline(who), "IB05.08.V.6")

    def after(self, act: AnyAct) -> Step:
        if not isinstance(act, TakeBank):
            return self.pass_on(), ()
        moves = Moves(self.felt)
        moves.change(banker=self.seat, passer=0 if self.seat == self.former else self.felt.passer)
        moves.stake(self.seat, "banca", act.cents, "IB05.08.VII.6")
        moves.say(f"Hay {act.cents} en la banca.", "IB05.08.VII.7")
        return ask(moves)

    def pass_on(self) -> Offering:
        """To the next at the right; when even the former banker does not want it, somebody must."""
        nobody = self.seat == self.former and not self.forced
        least = self.felt.rules.minimum if nobody else self.least
        after = self.felt.right_of(self.seat)
        return Offering(self.felt, after, least, self.former, forced=nobody or self.forced)


class Keeping(Moment, frozen=True):
    """The banker did not lose: he keeps the bank or passes it."""

    clause: ClassVar[str] = "IB05.08.V.4"
    rest: ClassVar[bool] = True

    @property
    def turn(self) -> Who:
        return self.felt.banker

    def offers(self, who: Who) -> Iterable[Offer]:
        if who == self.turn:
            yield Offer(Keep(who), self.clause)
            yield Offer(PassBank(who), "IB05.08.V.5")

    def after(self, act: AnyAct) -> Step:
        felt, moves = self.felt, Moves(self.felt)
        if isinstance(act, Keep):
            return ask(moves)
        moves.withdraw(felt.banker, "banca", felt.bank, "IB05.08.V.5")
        moves.say("Paso la mano.", "IB05.08.V.5", who=felt.banker)
        moves.change(passer=felt.banker)
        return moves.to(Offering(moves.felt, felt.right_of(felt.banker), felt.bank, former=felt.banker))


# ---------------------------------------------------------------- the bets


def ask(moves: Moves[Cloth]) -> Step:
    """Who goes banco? First who lost a banco, then from the banker's right."""
    felt = moves.felt
    order = sorted(felt.others, key=lambda seat: seat != felt.seguido)
    return moves.to(Asking(felt, tuple(order)))


class Asking(Moment, frozen=True):
    """Each player in turn may go banco."""

    clause: ClassVar[str] = "IB05.08.VII.8"
    public: ClassVar[tuple[str, ...]] = ("waiting",)

    waiting: tuple[int, ...]

    @property
    def turn(self) -> Who:
        return self.waiting[0]

    def offers(self, who: Who) -> Iterable[Offer]:
        if who != self.turn:
            return
        yield Offer(No(who), self.clause)
        if self.purse(who) >= self.felt.bank:
            yield Offer(Banco(who), "IB05.08.V.25")

    def reason(self, act: AnyAct) -> Refusal | None:
        if isinstance(act, Banco) and act.by == self.turn:
            says = f"Banco is the whole bank of {self.felt.bank}; these chips do not reach."
            return Refusal("bank_not_covered", "IB05.08.V.25", says)
        return None

    def after(self, act: AnyAct) -> Step:
        moves = Moves(self.felt)
        match act:
            case Banco(int(seat)):
                moves.say(
                    "Banco seguido." if seat == self.felt.seguido else "Banco.", "IB05.08.V.25", who=seat
                )
                moves.stake(seat, "punto", self.felt.bank, "IB05.08.V.25")
                return deal(moves, seat, banco=True)
            case No():
                rest = self.waiting[1:]
                return (Asking(self.felt, rest) if rest else Staking(self.felt)), ()
            case _:
                raise AssertionError(act)


class Staking(Moment, frozen=True):
    """Partial stakes, together no more than the bank."""

    clause: ClassVar[str] = "IB05.08.VII.11"
    pause: ClassVar[bool] = True

    def offers(self, who: Who) -> Iterable[Offer]:
        felt = self.felt
        if who is CROUPIER:
            yield Offer(NoVanMas(), self.clause)
        elif isinstance(who, int) and who != felt.banker:
            least, most = felt.rules.minimum, min(self.purse(who), felt.bank - felt.against)
            if most >= least:
                cents = Range(least, most, 1, "IB05.08.V.23", "IB05.08.V.24")
                yield Offer(Stake(who, least), self.clause, {"cents": cents})

    def after(self, act: AnyAct) -> Step:
        moves = Moves(self.felt)
        match act:
            case Stake(int(seat), cents):
                moves.stake(seat, "punto", cents, self.clause)
                return moves.to(Staking(moves.felt))
            case NoVanMas():
                moves.say("No van más apuestas.", self.clause)
                highest = max(self.felt.others, key=lambda seat: self.felt.on(seat, "punto"))
                if self.felt.on(highest, "punto"):
                    return deal(moves, highest, banco=False)
                moves.end_round()  # nobody plays against him
                return moves.to(Keeping(moves.felt))
            case _:
                raise AssertionError(act)


# ---------------------------------------------------------------- the cards


def deal(moves: Moves[Cloth], punto: int, *, banco: bool) -> Step:
    """What the puntos do not cover is out of play; then the cards."""
    felt = moves.felt
    if idle := felt.bank - felt.against:
        moves.slide(felt.banker, "banca", "garage", "IB05.08.V.b.1", cents=idle)
    moves.change(punto=punto, banco=banco, bound=False, stood=False)
    return moves.to(Dealing(moves.felt))


class Dealing(Moment, frozen=True):
    """Two and two, face down, alternately, the punto first."""

    clause: ClassVar[str] = "IB05.08.VII.24"

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            yield Offer(Serve(), self.clause)

    def after(self, act: AnyAct) -> Step:
        assert isinstance(act, Serve)
        felt, moves = self.felt, Moves(self.felt)
        served, own = felt.held(felt.punto), felt.held(felt.banker)
        if len(served) == len(own):
            moves.deal_blank(felt.punto)
            return moves.to(Dealing(moves.felt))
        moves.deal_blank(felt.banker)
        if served[-1].up:  # the banker exposed the punto's card, and must expose his own
            return moves.to(Exposing(moves.felt, felt.banker))
        return on_from_deal(moves)


def on_from_deal(moves: Moves[Cloth]) -> Step:
    """More cards; or, when both have two, whoever has not seen his looks at them."""
    felt = moves.felt
    if len(felt.held(felt.banker)) < 2:
        return moves.to(Dealing(felt))
    for owner in (felt.punto, felt.banker):
        if None in [held.card for held in felt.held(owner)]:
            return moves.to(Looking(felt, owner))
    return moves.to(PuntoSpeaks(felt))


class Exposing(Drawing, frozen=True):
    """The card just served is turned over."""

    clause: ClassVar[str] = "IB05.08.VIII.3.7"
    public: ClassVar[tuple[str, ...]] = ("owner",)

    owner: int

    def drawn(self, what: int) -> Step:
        felt, moves = self.felt, Moves(self.felt)
        moves.turn_up(self.owner, what, self.clause, nth=len(felt.held(self.owner)) - 1)
        exposed = [held.up for held in moves.felt.held(felt.punto)]
        moves.change(bound=exposed == [True, True])
        return on_from_deal(moves)


class Looking(Drawing, frozen=True):
    """A player lifts his cards."""

    clause: ClassVar[str] = "IB05.08.VI.4"
    public: ClassVar[tuple[str, ...]] = ("owner",)

    owner: int

    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        moves.look(self.owner, what)
        return on_from_deal(moves)


class PuntoSpeaks(Moment, frozen=True):
    """The punto shows a natural, or says «carta» or «no»."""

    clause: ClassVar[str] = "IB05.08.VI.6"

    @property
    def turn(self) -> Who:
        return self.felt.punto

    def offers(self, who: Who) -> Iterable[Offer]:
        if who != self.turn:
            return
        total = points(self.felt.cards(who))
        if total >= 8:
            yield Offer(Abatir(who), "IB05.08.VI.5")
            return
        if total <= 5:
            yield Offer(Carta(who), "IB05.08.VI.7" if total < 5 else "IB05.08.VI.8")
        if total >= 5:
            yield Offer(No(who), "IB05.08.VI.8" if total == 5 else "IB05.08.VI.9")

    def reason(self, act: AnyAct) -> Refusal | None:
        if act.by != self.turn:
            return None
        match act:
            case No():
                return Refusal("must_draw", "IB05.08.VI.7", "With 0 to 4 the punto must draw.")
            case Carta():
                return Refusal("must_stand", "IB05.08.VI.9", "With 6 or 7 the punto must stand.")
        return None

    def after(self, act: AnyAct) -> Step:
        moves = Moves(self.felt)
        match act:
            case Abatir():
                return finish(moves)
            case Carta():
                moves.say("Carta.", self.clause)
            case No():
                moves.say("No.", self.clause)
                moves.change(stood=True)
            case _:
                raise AssertionError(act)
        return moves.to(BankAnswers(moves.felt))


class BankAnswers(Moment, frozen=True):
    """The punto has spoken: the banker shows a natural, or lets him have his way."""

    clause: ClassVar[str] = "IB05.08.VI.5"

    @property
    def turn(self) -> Who:
        return self.felt.banker

    def offers(self, who: Who) -> Iterable[Offer]:
        if who == self.turn:
            natural = points(self.felt.cards(who)) >= 8
            yield Offer(Abatir(who), self.clause) if natural else Offer(Give(who), "IB05.08.VI.12")

    def after(self, act: AnyAct) -> Step:
        felt = self.felt
        if isinstance(act, Abatir):
            return finish(Moves(felt))
        return (BankSpeaks(felt) if felt.stood else Third(felt, felt.punto)), ()


class BankSpeaks(Moment, frozen=True):
    """The banker is free, but draws with zero; bound, he follows the table of play."""

    clause: ClassVar[str] = "IB05.08.VI.11"

    @property
    def turn(self) -> Who:
        return self.felt.banker

    def offers(self, who: Who) -> Iterable[Offer]:
        felt = self.felt
        if who != self.turn:
            return
        total = points(felt.cards(who))
        third = None if felt.stood else felt.cards(felt.punto)[2]
        must_draw = bank_draws(total, third) if felt.bound else total == 0
        clause = "IB05.08.VIII.3.8" if felt.bound else self.clause
        if must_draw or not felt.bound:
            yield Offer(Carta(who), clause)
        if not must_draw:
            yield Offer(No(who), clause)

    def after(self, act: AnyAct) -> Step:
        if isinstance(act, Carta):
            return Third(self.felt, self.felt.banker), ()
        return finish(Moves(self.felt))


class Third(Drawing, frozen=True):
    """A third card, face up."""

    clause: ClassVar[str] = "IB05.08.VI.12"
    public: ClassVar[tuple[str, ...]] = ("to",)

    to: int

    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        moves.deal(self.to, what, up=True)
        return finish(moves) if self.to == self.felt.banker else moves.to(BankSpeaks(moves.felt))


def finish(moves: Moves[Cloth]) -> Step:
    """Both hands are shown and the stakes paid or collected."""
    felt = moves.felt
    moves.show(felt.punto, "IB05.08.VII.26")
    moves.show(felt.banker, "IB05.08.VII.26")
    edge = points(felt.cards(felt.banker)) - points(felt.cards(felt.punto))
    settle(moves, edge)
    return end_coup(moves, lost=edge < 0)


def end_coup(moves: Moves[Cloth], *, lost: bool) -> Step:
    """The cards are gathered; a shoe that has reached its stop card is loaded anew; the bank may pass."""
    moves.clear()
    moves.change(punto=0, banco=False, bound=False, stood=False)
    felt = moves.felt
    if felt.need_shoe.has_reached_cut:
        moves.use(full_shoe())
        moves.say("Fin de la talla.", "IB05.08.VII.29")
    moves.end_round()
    if lost:
        if felt.bank:
            moves.withdraw(felt.banker, "banca", felt.bank, "IB05.08.V.4")
        giver = felt.passer or felt.banker  # IB05.08.V.19
        moves.change(banker=0, passer=0)
        return moves.to(Offering(moves.felt, felt.right_of(giver), felt.rules.minimum, former=giver))
    if (over := felt.bank - felt.rules.most) > 0:
        moves.withdraw(felt.banker, "banca", over, "IB05.08.V.c.1")
    return moves.to(Keeping(moves.felt))


# ---------------------------------------------------------------- what can go wrong


@happens_in(Dealing)
class BankerExposes(Incident[Dealing], frozen=True):
    """Dealing, the banker exposes a card of the punto's: he must expose his own corresponding one."""

    clause: ClassVar[str] = "IB05.08.VIII.3.7"

    @classmethod
    def could(cls, now: Dealing, past: Past) -> Iterable[Offer]:
        served, own = now.felt.held(now.felt.punto), now.felt.held(now.felt.banker)
        if len(served) > len(own) and not served[-1].up:
            both = len(served) == 2 and served[0].up
            yield Offer(cls(), "IB05.08.VIII.3.8" if both else cls.clause)

    def happen(self, now: Dealing, past: Past) -> Step:
        return Exposing(now.felt, now.felt.punto), ()


@happens_in(BankSpeaks)
class WrongCarta(Incident[BankSpeaks], frozen=True):
    """The croupier announces «carta» though the punto said «no», and cards come out."""

    clause: ClassVar[str] = "IB05.08.VIII.2.4"

    cards: int = 1

    @classmethod
    def could(cls, now: BankSpeaks, past: Past) -> Iterable[Offer]:
        if now.felt.stood:
            yield Offer(cls(), cls.clause, {"cards": Range(1, 2, 1, "IB05.08.VIII.2.5")})

    def happen(self, now: BankSpeaks, past: Past) -> Step:
        """With 0 to 5 the first card is the banker's; every other card is discarded."""
        return Restoring(now.felt, self.cards, keeps=points(now.felt.cards(now.felt.banker)) <= 5), ()


class Restoring(Drawing, frozen=True):
    """Cards that should not have come out go where the table of play says."""

    clause: ClassVar[str] = "IB05.08.VIII.2.5"
    public: ClassVar[tuple[str, ...]] = ("out",)

    out: int
    keeps: bool  # betrays the banker's cards: nobody is shown it

    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        if self.keeps:
            moves.deal(self.felt.banker, what, up=True)
        else:
            moves.discard(what, self.clause)
        if self.out > 1:
            return moves.to(Restoring(moves.felt, self.out - 1, keeps=False))
        return finish(moves)


# ---------------------------------------------------------------- the game


def opening(choices: Choices | None = None) -> Offering:
    """The first phase of a table: everybody has bought chips, and the bank is offered to seat 1."""
    rules = choices or Choices()
    felt = Cloth(rules=rules, shoe=full_shoe(), purses=(rules.purse,) * rules.seats)
    return Offering(felt, seat=1, least=rules.minimum, former=rules.seats)


GAME = Game(
    slug="sketch_passing_bank",
    says="The bank goes round the table; one plays against it for all.",
    choices=Choices,
    faults=no_faults,
    opening=lambda frame, choices: opening(choices),
    wagers=no_wagers,
    layout=bare_layout,
    felt=Cloth,
    phases=(
        *(Offering, Keeping, Asking, Staking, Dealing, Exposing, Looking),
        *(PuntoSpeaks, BankAnswers, BankSpeaks, Third, Restoring),
    ),
    acts=(*(TakeBank, Decline, Banco, Stake, NoVanMas, Serve), *(Abatir, Carta, No, Give, Keep, PassBank)),
    incidents=(BankerExposes, WrongCarta),
)
