"""Seven-card stud: two cards face down, four face up, one face down. Dead cards are set aside."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from novamas.families.circle.acts import Leave
from novamas.families.circle.cloth import FOLDED, Due
from novamas.families.circle.incidents.bets import CardSeen, ShowsCards
from novamas.families.circle.incidents.stud import INCIDENTS
from novamas.families.circle.phases.common import InHand
from novamas.families.circle.phases.hand import Dealing, Interval, deal_on, onward, open_interval
from novamas.families.circle.setup import Rules
from novamas.families.circle.stud import StudCloth
from novamas.families.circle.variant import variant
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import Incident, Past, Step, happens_in
from novamas.table.roles import Who

SEVENTH = 4  # the deal of the seventh card


class SeventhFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """Clauses on the dead cards and on the seventh card."""

    cite: tuple[str, ...]
    mixes: str
    common: str
    skipped: str
    exposed: str
    goes_on: str
    stands_aside: str
    side_pot: str
    two_left: str
    premature: str


class SevenStudRules(Rules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of a seven-card stud table."""

    discards_return: bool


class SevenStudCloth(StudCloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of seven-card stud, with the dead cards."""

    rules: SevenStudRules
    public: ClassVar[tuple[str, ...]] = (*StudCloth.public, "common_seventh", "opened")

    dead: tuple[int, ...] = ()  # positions in the deck of the cards set aside
    premature: bool = False  # whether a card was dealt before the betting ended
    common_seventh: bool = False  # whether one community card is the seventh card of all players
    skipped: int = 0  # the player who was skipped with the seventh card
    opened: int = 0  # the player whose seventh card was dealt face up

    @property
    def seventh(self) -> SeventhFigures:
        return self.rules.frame.group("seventh", SeventhFigures)

    def forgotten(self) -> dict[str, object]:
        return {"dead": (), "premature": False, "common_seventh": False, "skipped": 0, "opened": 0}

    def pattern(self, street: int) -> str:
        whole = super().pattern(street)
        return whole[:-1] if self.common_seventh and street == SEVENTH else whole

    def common_due(self) -> int:
        return int(self.common_seventh)

    @law("AR10.10-2-B-a.III.13", "AR10.10-2-B-a.III.14", "AR10.10-2-B-a.III.a.1", "AR10.10-2-B-a.III.c.1")
    @law("IB09.12-2-a.II.2.11", "IB09.12-2-a.II.2.12", "IB09.12-2-a.II.2.b.1", "IB09.12-2-a.II.2.c.1")
    def before_deal(self, moves: Moves[Any]) -> None:
        """Set a dead card aside. If the deck is too short for this deal, mix the dead cards in."""
        players = len(self.players)
        if self.premature:
            left = moves.felt.need_shoe.undealt
            self.set_aside(moves, min(players, left), self.seventh.premature)
            moves.change(premature=False)
        if moves.felt.need_shoe.undealt > players:
            if self.burns(self.street):
                self.set_aside(moves, 1, self.streets[self.street].clause)
            return
        moves.felt.mix_what_is_left(moves, players)
        if moves.felt.need_shoe.undealt < players:
            moves.note("common_seventh", self.seventh.common)
            moves.change(common_seventh=True)

    def mix_what_is_left(self, moves: Moves[Any], players: int) -> None:
        """Mix the dead cards with the undealt ones.

        If that is not enough and the house so chose, the folded cards are mixed in too.
        """
        undealt, dead = self.need_shoe.undealt, len(self.dead)
        folded = self.cards(FOLDED) if undealt + dead < players else ()
        if undealt and undealt + dead + len(folded) < players:
            return  # one undealt card will be the seventh card of all players
        if folded:
            moves.muck(FOLDED, self.seventh.common)
            moves.note("discards_mixed", self.seventh.common)
        moves.use(self.need_shoe.mix_in(folded, blanks=dead))
        moves.note("dead_cards_mixed", self.seventh.mixes)
        moves.change(dead=())

    def still_needed(self) -> int:
        """Return the smallest number of undealt cards that this hand needs.

        They are the cards of this deal, the up cards of later deals, and one for the seventh. One is
        enough, because the dead cards may be mixed in and the seventh card may be one for all players.
        """
        open_cards = max(SEVENTH - 1 - self.street, 0) * len(self.players)
        return len(self.cards_due()) + open_cards + (self.street < SEVENTH)

    def card_places(self) -> tuple[str, ...]:
        return (*super().card_places(), *((FOLDED,) if self.rules.discards_return else ()))

    def throw(self, moves: Moves[Any], seat: int, clause: str) -> None:
        """Keep folded cards if they may be dealt again."""
        if not self.rules.discards_return:
            super().throw(moves, seat, clause)
            return
        for _ in self.held(seat):
            moves.lay_aside(seat, FOLDED, nth=0, clause=clause)

    @staticmethod
    def set_aside(moves: Moves[Any], cards: int, clause: str) -> None:
        """Set cards aside without showing them."""
        for _ in range(cards):
            place = moves.felt.need_shoe.dealt
            moves.burn(clause)
            moves.change(dead=(*moves.felt.dead, place))

    @law("IB09.12-2-a.II.2.a.2", "AR10.10-2-B-a.III.b.2")
    def cards_due(self) -> tuple[Due, ...]:
        """Return the cards that are still to be dealt. A skipped player gets the seventh card last.

        A seventh card dealt face up by mistake stays face up.
        """
        due = super().cards_due()
        if self.street < SEVENTH:
            return due
        due = tuple(replace(card, up=card.up or card.to == self.opened) for card in due)
        return tuple(sorted(due, key=lambda card: card.to == self.skipped))

    @law("IB09.12-2-a.II.2.a.1", "AR10.10-2-B-a.III.b.1")
    def lay_card(self, moves: Moves[Any], owner: int | str, card: int, *, up: bool) -> None:
        """Deal a card. A skipped player gets the first dead card, so that the others keep their own cards."""
        if self.street == SEVENTH and owner == self.skipped and self.dead:
            moves.deal_set_aside(owner, card, place=self.dead[0])
            moves.change(dead=self.dead[1:])
        else:
            moves.deal(owner, card, up=up)

    @law("AR10.10-2-B-a.IV.2.a.1", "IB09.12-2-a.III.2.a.1")
    def after_deal(self, moves: Moves[Any]) -> Step | None:
        """Ask the owner of a seventh card dealt face up whether to continue.

        With only two players left there is no more betting, and they show.
        """
        if self.street < SEVENTH or not self.opened or self.opened not in self.players:
            return None
        if len(self.players) == 2:
            moves.note("no_more_betting", self.seventh.two_left)
            return onward(moves, replace(moves.felt.talk(), waiting=()))
        return moves.to(Asked(moves.felt))


C = TypeVar("C", bound=SevenStudCloth)


class StayIn(Act, frozen=True):
    """A player whose seventh card was dealt face up stays in. The card is turned face down."""


class StandAside(Act, frozen=True):
    """A player whose seventh card was dealt face up plays only for the bets made so far."""


class Asked(InHand[C], Generic[C], frozen=True):
    """The croupier asks the player whose seventh card was dealt face up whether to continue."""

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.seventh.exposed

    @property
    def turn(self) -> Who:
        return self.felt.opened

    @law("AR10.10-2-B-a.IV.1.b.1", "AR10.10-2-B-a.IV.1.b.1.1", "AR10.10-2-B-a.IV.1.b.2.1")
    @law("IB09.12-2-a.III.1.b.1", "IB09.12-2-a.III.1.b.b-1.1", "IB09.12-2-a.III.1.b.b-2.1")
    def offers(self, who: Who) -> Iterable[Offer]:
        yield from self.departures(who)
        if who == self.turn and isinstance(who, int):
            yield Offer(StayIn(who), self.felt.seventh.goes_on)
            yield Offer(StandAside(who), self.felt.seventh.stands_aside)

    @law("AR10.10-2-B-a.IV.1.b.2.2", "IB09.12-2-a.III.1.b.b-2.2")
    def after(self, act: Act) -> Step:
        if isinstance(act, Leave) and isinstance(act.by, int):
            return self.depart(act.by)
        moves, felt = Moves(self.felt), self.felt
        if isinstance(act, StayIn):
            moves.cover(felt.opened, nth=len(felt.held(felt.opened)) - 1)
            moves.note("card_covered", felt.seventh.goes_on, seat=felt.opened)
        else:
            moves.change(aside=(felt.opened,))
            moves.note("stands_aside", felt.seventh.side_pot, seat=felt.opened)
        return open_interval(moves)


# ---------------------------------------------------------------- irregularities


@happens_in(Dealing)
class SeventhOpen(Incident[Any], frozen=True, kw_only=True):
    """The croupier deals a seventh card face up."""

    seat: int

    @classmethod
    @law("AR10.10-2-B-a.IV.1.b.1", "IB09.12-2-a.III.1.b.1", "AR10.10-2-B-a.IV.2.a.1", "IB09.12-2-a.III.2.a.1")
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        felt, owner = now.felt, now.owner()
        if felt.street < SEVENTH or felt.opened:
            return
        if isinstance(owner, int) and owner != felt.skipped:
            two = len(felt.players) == 2
            yield Offer(cls(seat=owner), felt.seventh.two_left if two else felt.seventh.exposed)

    def happen(self, now: Any, past: Past) -> Step:
        moves = Moves(now.felt)
        moves.change(opened=self.seat)
        return deal_on(moves)


@happens_in(Dealing)
class SeventhSkipped(Incident[Any], frozen=True, kw_only=True):
    """The croupier skips a player with the seventh card. At the end, that player gets the first dead card.

    If the others have not yet seen their cards, these are moved back, and each player gets the right one.
    """

    seat: int
    seen: bool

    @classmethod
    @law("AR10.10-2-B-a.III.b.1", "IB09.12-2-a.II.2.a.1")
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        felt, owner = now.felt, now.owner()
        if felt.street < SEVENTH or felt.skipped or now.due[0].up:
            return
        for seen in (True, False) if felt.dead and isinstance(owner, int) else ():
            yield Offer(cls(seat=owner, seen=seen), felt.seventh.skipped)

    def happen(self, now: Any, past: Past) -> Step:
        moves = Moves(now.felt)
        if not self.seen:
            moves.note("cards_moved_back", now.felt.seventh.skipped, seat=self.seat)
            return moves.to(now)
        moves.change(skipped=self.seat)
        return deal_on(moves)


@happens_in(Interval)
class CardTooEarly(Incident[Any], frozen=True):
    """The croupier deals before the end of the betting. That card and one for each player are burned."""

    @classmethod
    @law("AR10.10-2-B-a.IV.2.b.1", "IB09.12-2-a.III.2.b.1")
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        felt = now.felt
        if felt.street < SEVENTH and not felt.premature and felt.need_shoe.undealt:
            yield Offer(cls(), felt.seventh.premature)

    def happen(self, now: Any, past: Past) -> Step:
        moves = Moves(now.felt)
        SevenStudCloth.set_aside(moves, 1, now.felt.seventh.premature)
        moves.change(premature=True)
        return moves.to(replace(now, felt=moves.felt))


GAME = variant(
    "seven_stud",
    SevenStudCloth,
    SevenStudRules,
    phases=(Asked,),
    own_acts=(StayIn, StandAside),
    without=(ShowsCards, CardSeen),
    incidents=(*INCIDENTS, SeventhOpen, SeventhSkipped, CardTooEarly),
    revision=5,
)
