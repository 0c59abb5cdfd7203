"""Export of circle poker hands from records to hand histories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from novamas.errors import NovamasError
from novamas.families.circle.cloth import BET, Cloth
from novamas.histories import phh
from novamas.histories.phh import Action, History
from novamas.histories.tables import DECK, FREE, TIERS, VARIANTS, Variant
from novamas.record.records import Record
from novamas.record.replay import ReplayedDeed, replay
from novamas.table.conduct import Conduct
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import POT, Dealt, Events, RoundOver
from novamas.table.phases import Incident
from novamas.table.roles import CHANCE

CODES = {
    ("holdem", FREE): "NT",
    ("omaha", "bote_con_limite"): "PO",
    ("seven_stud", TIERS): "F7S",
    ("cubierto", FREE): "N5D",
    ("cubierto", "bote_con_limite"): "P5D",
}
MAX_BETS = 4  # fixed bets in one interval, the limit of the format's readers
BETS = {"check": phh.CALL, "match": phh.CALL, "fold": phh.FOLD, "raise_to": phh.RAISE, "renounce": phh.SHOW}


class ExportedHands(Struct, frozen=True):
    """The hands of a record that the format can express, and the reasons why others are left out."""

    histories: tuple[History, ...]
    left_out: tuple[NovamasError, ...]


def exported_hands(record: Record) -> ExportedHands:
    """Return every hand of a record, including an unfinished last one."""
    if not isinstance(record.table.opening.felt, Cloth):
        raise NovamasError("no_hands_to_write", text_key="game_without_hands", game=record.header.game)
    histories: list[History] = []
    left_out: list[NovamasError] = []
    for hand in _hands_of(record):
        if hand.problem is None:
            histories.append(hand.history())
        else:
            left_out.append(hand.problem)
    return ExportedHands(tuple(histories), tuple(left_out))


def text_of(sessions: Sequence[ExportedHands]) -> str:
    """Return all hands of these sessions as one file. Raise if there are none."""
    hands = [hand for session in sessions for hand in session.histories]
    left_out = [why for session in sessions for why in session.left_out]
    if not hands:
        raise left_out[0] if left_out else NovamasError("no_hands_to_write")
    return phh.write_histories(hands)


def _hands_of(record: Record) -> Iterator[_Writing]:
    """Yield each hand of a record with its deeds."""
    hand: _Writing | None = None
    hands = 0
    for done in replay(record):
        if done.deed.verb() == "deal":
            hands += 1
            hand = _Writing(done.after, hands)
        elif hand is not None:
            hand.enter(done)
            if hand.is_over:
                yield hand
                hand = None
    if hand is not None:
        yield hand


class _Writing:
    """A hand during its export."""

    def __init__(self, began: Any, number: int) -> None:
        felt, rules = began.felt, began.felt.rules
        self.number = number
        self.rules = rules
        self.order: tuple[int, ...] = felt.dealt
        self.stacks = tuple(felt.purse(seat) + felt.of(seat) for seat in self.order)
        self.actions: list[Action] = []
        self.holes: dict[int, list[int]] = {}
        self.board: list[int] = []
        self.cards = felt.ranking.shape.deck
        self.bets: Counter[int] = Counter()  # in each interval
        self.finishing: tuple[int, ...] | None = None
        self.problem: NovamasError | None = None  # the first thing that the format cannot express
        try:
            self.variant = self._variant(felt)
        except NovamasError as fault:
            self.problem = fault

    @property
    def is_over(self) -> bool:
        return self.finishing is not None

    def _variant(self, felt: Any) -> Variant:
        """Return the variant of the hand. Raise if the format cannot express it."""
        if len(self.order) == 2 and self.rules.blinds:
            raise self.fault("two_players_not_in_format")
        if felt.of(POT):
            raise self.fault("carried_pot_not_in_format")
        if any(chips.seat not in self.order for chips in felt.chips):
            raise self.fault("resting_bet_not_in_format")
        game = self.rules.frame.game
        code = CODES.get((game, self.rules.limit))
        if code is None:
            raise self.fault("game_not_in_format", game=game, limit=self.rules.limit)
        return VARIANTS[code]

    def fault(self, text_key: str, **figures: Any) -> NovamasError:
        """Return the reason why the format cannot express this hand."""
        return NovamasError("not_in_the_format", text_key=text_key, hand=self.number, **figures)

    def player(self, seat: int) -> int:
        return self.order.index(seat) + 1

    def enter(self, done: ReplayedDeed) -> None:
        """Add one deed to the hand."""
        try:
            if self.problem is None:
                self._add_actions(done.before, done.deed, done.after, done.events)
        except NovamasError as fault:
            self.problem = fault
        if any(isinstance(event, RoundOver) for event in done.events):
            felt: Any = done.after.felt
            self.finishing = tuple(felt.purse(seat) for seat in self.order)

    def _add_actions(self, before: Any, deed: Deed, after: Any, events: Events) -> None:
        """Add the actions that a deed has in the format."""
        if isinstance(deed, Conduct) and after == before:
            return  # recorded without effect
        if isinstance(deed, Incident):
            raise self.fault("irregularity_not_in_format")
        if isinstance(deed, Drawn):
            for event in events:
                if isinstance(event, Dealt) and event.card is not None:
                    own = self.holes.setdefault(event.to, []) if isinstance(event.to, int) else self.board
                    own.append(event.card)
            if after.turn is not CHANCE or after.felt.street != before.felt.street:
                self.lay()
        elif isinstance(deed.by, int):
            self.speak(before, deed, deed.by)
            if deed.verb() == "renounce":
                self.name_the_last(before.felt, after.felt.players)

    def lay(self) -> None:
        """Add the cards of one deal."""
        for seat in self.order:
            if seat in self.holes:
                cards = tuple(self.holes[seat])
                self.actions.append(Action(phh.DEALER, phh.HOLE, to=self.player(seat), cards=cards))
        if self.board:
            self.actions.append(Action(phh.DEALER, phh.BOARD, cards=tuple(self.board)))
        self.holes, self.board = {}, []

    def speak(self, before: Any, deed: Deed, seat: int) -> None:
        """Add the action of a player."""
        by, verb = self.player(seat), deed.verb()
        cents: int = getattr(deed, "cents", 0)
        if verb == "show":
            self.actions.append(Action(by, phh.SHOW, cards=before.felt.cards(seat)))
        elif verb in ("discard", "served"):
            held = before.felt.cards(seat)
            cards = tuple(held[int(place) - 1] for place in getattr(deed, "cards", ""))
            self.actions.append(Action(by, phh.DRAW, cards=cards or None))
        elif verb in BETS:
            if verb == "raise_to" and self.variant.fixed:
                self._refuse_other_size(before, seat, cents)
                self._refuse_more_bets(before.felt.street)
            self.actions.append(Action(by, BETS[verb], cents=cents))
        else:
            self.actions.append(Action(phh.DEALER, "", remark=f"p{by} {verb}"))

    def name_the_last(self, felt: Any, players: tuple[int, ...]) -> None:
        """Add a show by the last player, if all others gave up at the showdown.

        That player need not show, but the format needs a winner.
        """
        last = self.player(players[0])
        if len(players) == 1 and not any(one.by == last and one.does == phh.SHOW for one in self.actions):
            self.actions.append(Action(last, phh.SHOW, cards=felt.cards(players[0])))

    def _refuse_other_size(self, before: Any, seat: int, cents: int) -> None:
        """Raise if a bet does not have the fixed size of the format."""
        felt, level, rules = before.felt, before.talk.level, self.rules
        unit = rules.minimum if felt.street < self.variant.big_from else rules.maximum
        if cents != min(level + unit, felt.on(seat, BET) + felt.purse(seat)):
            raise self.fault("bet_not_in_format", cents=cents)

    def _refuse_more_bets(self, street: int) -> None:
        """Raise if an interval has more fixed bets than the format allows."""
        self.bets[street] += 1
        if self.bets[street] > MAX_BETS:
            raise self.fault("many_bets_not_in_format", most=MAX_BETS)

    def history(self) -> History:
        """Return the hand so far. It has finishing stacks only if it is over."""
        self.lay()
        rules, players, fixed = self.rules, len(self.order), self.variant.fixed
        more: dict[str, object] = {"hand": self.number, "seats": list(self.order), "currency": "EUR"}
        if rules.frame.game == "cubierto":
            more[DECK] = self.cards
        return History(
            variant=self.variant.code,
            antes=(rules.ante,) * players,
            trims=True,  # no one wins more from another player than they staked
            blinds=(*rules.blinds, *[0] * players)[:players] if self.variant.by_position else (),
            bring_in=rules.chip if fixed else 0,  # the format needs one below a bet, but here no one pays it
            small_bet=rules.minimum if fixed else 0,
            big_bet=rules.maximum if fixed else 0,
            min_bet=0 if fixed else rules.minimum,
            stacks=self.stacks,
            actions=tuple(self.actions),
            finishing=self.finishing,
            more=more,
        )
