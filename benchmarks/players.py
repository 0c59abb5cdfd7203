"""Players of rounds on the engine, one for each game, for a comparison with the odds.

Each player is alone at a table, places the minimum bet, and plays by a strategy with exact odds. This is best
play or, if best play is not a table, a stated strategy. The player looks acts up and computes nothing, so the
engine takes the time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np

from novamas.equipment.cards import rank, suit
from novamas.families.banked.acts import Fold, Withdraw
from novamas.families.banked_poker.acts import Go
from novamas.families.banked_poker.bets import BANK, BOARD
from novamas.families.house_holdem import acts as holdem
from novamas.families.house_holdem.figures import BONUS, FLOP
from novamas.games import game
from novamas.games.trijoker.acts import Leave
from novamas.games.trijoker.cloth import FIRST
from novamas.hands import baccarat_points, ladder, row_points
from novamas.law import catalogue
from novamas.odds import BetOdds, table_odds
from novamas.odds.report import placed
from novamas.table.deeds import Deed
from novamas.table.events import Dealt, Event, Payment, Shown, Staked, Withdrew
from novamas.table.game import Table, open_table
from novamas.table.phases import AnyPhase, do, follow
from novamas.table.roles import CHANCE

SEAT = 1
Decide = Callable[[Any], Deed]
Outcome = Callable[[AnyPhase, list[Event]], Hashable]


class Player(NamedTuple):
    """A player of one game, with a phase before the cards come and the expected outcomes."""

    strategy: str
    ready: AnyPhase
    decide: Decide
    outcome: Outcome
    chances: Mapping[Hashable, Fraction]
    value: Callable[[Any], Fraction]  # of an outcome: what the mean is taken of


def player_of(slug: str, norm: str | None = None) -> Player:
    """Return the player of a game, under the given norm or the game's usual one."""
    usual, make = PLAYERS[slug]
    return make(slug, norm or usual)


def opened(slug: str, norm: str, **choices: object) -> Table:
    frame = catalogue.under(norm)[slug]
    return open_table(game(slug), frame, {**frame.examples, **choices})


def ready(phase: AnyPhase) -> AnyPhase:
    """Take everyone's first offer until chance decides."""
    while phase.turn is not CHANCE:
        phase, _ = follow(phase, first_offer(phase))
    return phase


def bet_least(table: Table, bet: str) -> AnyPhase:
    """Place the minimum bet and continue until the cards come."""
    return ready(placed(table.opening, table.game.wagers(table.opening)[bet])[0])


def bettor(start: AnyPhase, odds: BetOdds, strategy: str, decide: Decide, *, aside: str = "") -> Player:
    """Return a player of the minimum bet. An outcome is the player's net win, or that of one side bet."""
    laid, stake = start.felt.on(SEAT, aside) if aside else start.felt.of(SEAT), odds.stake

    def net(end: AnyPhase, told: list[Event]) -> int:
        won = end.felt.of(SEAT) - laid
        for event in told:
            match event:
                case Staked(seat, bet, cents) if seat == SEAT and aside in ("", bet):
                    won -= cents
                case Withdrew(seat, bet, cents) if seat == SEAT and aside in ("", bet):
                    won += cents
                case Payment(seat, bet) if seat == SEAT and aside in ("", bet):
                    won += event.returned - (event.stake if event.stays else 0)
        return won

    assert odds.distribution is not None
    chances: dict[Hashable, Fraction] = {int(unit * stake): chance for unit, chance in odds.distribution}
    return Player(strategy, start, decide, net, chances, lambda cents: Fraction(cents, stake))


def hand(phase: AnyPhase) -> tuple[int, ...]:
    """Return the player's cards in their order."""
    return tuple(sorted(phase.felt.cards(SEAT)))


# ---------------------------------------------------------------- poker against the house


def tres_cartas(slug: str, norm: str) -> Player:
    from novamas.odds.games.tres_cartas import Play

    table = opened(slug, norm, seats=1)
    play = Play(table)
    hands = map(tuple, np.sort(play.census.hands).tolist())
    acts = {cards: Go(SEAT) if goes else Fold(SEAT) for cards, goes in zip(hands, play.goes, strict=True)}
    odds = table_odds(table)["ante"]
    return bettor(bet_least(table, "ante"), odds, "best play", lambda phase: acts[hand(phase)])


def trijoker(slug: str, norm: str) -> Player:
    from novamas.odds.games.trijoker.bets import census

    counted = census(catalogue.under(norm)[slug])
    keeps: dict[tuple[int, ...], tuple[bool, list[bool]]] = {}
    for cards, first, second in zip(
        counted.hands.tolist(), (counted.first > 0).tolist(), counted.second > 0, strict=True
    ):
        for suits in permutations(range(4)):
            moved = np.array([card & ~3 | suits[card & 3] for card in range(52)])
            key = tuple(sorted(int(moved[card]) for card in cards))
            if key not in keeps:
                by_card = np.zeros(52, bool)
                by_card[moved] = second
                keeps[key] = first, by_card.tolist()

    def decide(phase: Any) -> Deed:
        first, second = keeps[hand(phase)]
        stays = first if phase.bet == FIRST else second[phase.felt.cards(BOARD)[0]]
        return acts[phase.bet][stays]

    table = opened(slug, norm, seats=1)
    stake = table.game.wagers(table.opening)["trijoker"].stake
    acts = {bet: (Withdraw(SEAT, bet, stake), Leave(SEAT, bet)) for bet in ("apuesta_1", "apuesta_2")}
    return bettor(bet_least(table, "trijoker"), table_odds(table)["trijoker"], "best play", decide)


def sin_descarte(slug: str, norm: str) -> Player:
    from novamas.odds.games.sin_descarte.bets import best_play, bets
    from novamas.odds.games.sin_descarte.census import Deal
    from novamas.odds.games.sin_descarte.kernels import GO
    from novamas.odds.games.sin_descarte.payouts import Pays

    table = opened(slug, norm, seats=1)
    odds, play = bets(table)["apuesta_inicial"], best_play(Pays(table))
    rungs, plays, pair = ladder(play.census.ladder.shape), play.census.bank_plays, play.pair
    going: set[tuple[int, ...]] = set()  # hands from ace and king to the pair; less folds, more goes
    for up in play.census.ups:
        deal = Deal(play.census, up)
        goes = play.decide(deal).acts == GO
        assert not goes[deal.hands.strengths < plays].any()
        assert goes[deal.hands.strengths >= pair].all()
        doubtful = goes & (deal.hands.strengths >= plays) & (deal.hands.strengths < pair)
        going.update((up, *cards) for cards in np.sort(deal.hands.fives[doubtful], axis=1).tolist())

    def decide(phase: Any) -> Deed:
        held = hand(phase)
        strength = rungs.strength_of_ranks(tuple(map(rank, held)), len(set(map(suit, held))) == 1)
        if plays <= strength < pair:
            return Go(SEAT) if alike(held, *phase.felt.cards(BANK)) in going else Fold(SEAT)
        return Go(SEAT) if strength >= pair else Fold(SEAT)

    return bettor(bet_least(table, "apuesta_inicial"), odds, "best play", decide)


def alike(held: tuple[int, ...], up: int) -> tuple[int, ...]:
    """Return the bank's card and a hand, with suits renamed so that the bank's suit is clubs."""
    others = [each for each in range(4) if each != up & 3]
    has = [sum(1 << (card >> 2) for card in held if card & 3 == each) for each in range(4)]
    others.sort(key=lambda each: -has[each])
    renamed = {each: n for n, each in enumerate((up & 3, *others))}
    return (up & ~3, *sorted(card & ~3 | renamed[card & 3] for card in held))


def house_holdem(slug: str, norm: str) -> Player:
    from novamas.hands.kernels import compiled
    from novamas.odds.engine_payouts import odds_of
    from novamas.odds.games.house_holdem.bets import Play, totals
    from novamas.odds.games.house_holdem.kernels import bets_simply

    table = opened(slug, norm, seats=1)
    play, simply = Play(table), compiled(bets_simply)
    bet = {street: holdem.BetOn(SEAT, street) for street in ("flop", "turn", "river")}
    fold, check = Fold(SEAT), holdem.Check(SEAT)

    def decide(phase: Any) -> Deed:
        one, other = hand(phase)
        if phase.street == FLOP:
            low, high = one >> 2, other >> 2
            kind = high * 13 + low if one & 3 == other & 3 else low * 13 + high
            return bet[FLOP] if play.goes[kind] else fold
        board = np.array(phase.felt.cards(BOARD), np.uint8)
        return bet[phase.street] if simply(one, other, board, len(board)) else check

    if slug == "holdem_bonus":
        odds, strategy = table_odds(table)[BONUS], "the bonus, beside an ante that is always given up"
        return bettor(bet_least(table, BONUS), odds, strategy, lambda phase: fold, aside=BONUS)
    odds = odds_of(play.distribution(totals().simple), play.wager.per, play.stake)
    strategy = "flop bets for the best, turn and river by the short rule"
    return bettor(bet_least(table, "ante"), odds, strategy, decide)


# ---------------------------------------------------------------- pai gow


def pai_gow(slug: str, norm: str) -> Player:
    table = opened(slug, norm, seats=1)
    odds = table_odds(table)["casilla"]
    return bettor(bet_least(table, "casilla"), odds, "the house way", first_offer)


def first_offer(phase: AnyPhase) -> Deed:
    """Return the default act: to set the hand by the house way, or to continue."""
    return next(iter(phase.offers(phase.turn))).act


# ---------------------------------------------------------------- games of other kinds


def blackjack(slug: str, norm: str) -> Player:
    from novamas.families.banked.acts import Bet, HaganJuego, NoVaMas
    from novamas.games.blackjack.cloth import main
    from novamas.odds.games.blackjack.basic_strategy import basic_strategy
    from novamas.odds.games.blackjack.bets import basic_odds, rules_of, terms_of
    from novamas.odds.games.blackjack.engine_rounds import act_of

    table = opened(slug, norm, places=1, seats=1, shuffler="continuous")
    terms = terms_of(rules_of(table))
    stake, start = rules_of(table).minimum, table.opening
    for act in (HaganJuego(), Bet(SEAT, main(1), stake), NoVaMas()):
        start, _ = do(start, act)
    advice = basic_strategy(terms).advice
    return bettor(start, basic_odds(terms, stake), "basic strategy", lambda phase: act_of(phase, advice))


def punto_y_banca(slug: str, norm: str) -> Player:
    from novamas.families.baccarat import ThirdCard
    from novamas.families.coups.setup import fresh_shoe
    from novamas.odds.games.baccarat import counts_of
    from novamas.odds.games.punto_y_banca import census

    frame = catalogue.under(norm)[slug]
    found = census(counts_of(fresh_shoe(frame)), frame.group("third_card", ThirdCard))
    chances = {points: Fraction(ways, found.whole) for points, ways in found.ways.items()}
    return watcher(slug, norm, ("punto", "banca"), baccarat_points, chances)


def treinta_y_cuarenta(slug: str, norm: str) -> Player:
    from novamas.odds.games.treinta_y_cuarenta.bets import fresh_rows

    return watcher(slug, norm, ("negra", "roja"), row_points, fresh_rows(catalogue.under(norm)[slug]).chances)


def watcher(
    slug: str,
    norm: str,
    sides: tuple[str, str],
    points: Callable[[list[int]], int],
    chances: Mapping[tuple[int, int], Fraction],
) -> Player:
    """Return an observer of coups from a full shoe. An outcome is the points of both sides."""

    def ends(end: AnyPhase, told: list[Event]) -> tuple[int, int]:
        held: dict[object, list[int]] = {side: [] for side in sides}
        for event in told:
            match event:
                case Shown(owner, (int(code),)) | Dealt(owner, int(code)) if owner in held:
                    held[owner].append(code)
        return points(held[sides[0]]), points(held[sides[1]])

    start = ready(opened(slug, norm).opening)
    return Player(
        "coups from a full shoe, the mean is that of ties",
        start,
        first_offer,
        ends,
        dict[Hashable, Fraction](chances.items()),
        lambda pair: Fraction(pair[0] == pair[1]),
    )


PLAYERS: dict[str, tuple[str, Callable[[str, str], Player]]] = {
    "blackjack": ("IB05", blackjack),
    "holdem_bonus": ("AR10", house_holdem),
    "holdem_contrapartida": ("AR10", house_holdem),
    "pai_gow_domino": ("CM16", pai_gow),
    "pai_gow_poker": ("IB09", pai_gow),
    "punto_y_banca": ("IB05", punto_y_banca),
    "sin_descarte": ("AR10", sin_descarte),
    "treinta_y_cuarenta": ("IB05", treinta_y_cuarenta),
    "tres_cartas": ("AR10", tres_cartas),
    "trijoker": ("AR10", trijoker),
}
