"""Bots play lawfully, know only their view, keep their style, and play better than mere callers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from itertools import combinations
from time import process_time
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from novamas.bots.circle import MINDS, Bot, bots_for, minds_for
from novamas.equipment.cards import card, cards, deck
from novamas.equipment.chance import Seeded
from novamas.families.circle.cloth import Party
from novamas.families.circle.phases.between import Between
from novamas.games.cubierto import Discard, Served
from novamas.table.deeds import Deed, Drawn
from novamas.table.felt import Held, Pile
from novamas.table.offers import Offer, OneOf
from novamas.table.roles import CHANCE, CROUPIER
from novamas.table.session import Session
from novamas.table.views import View
from novamas.testing.rehearsal import opened

Player = Callable[[View], Deed]
TWO_PLAYERS: Any = SimpleNamespace(players=(1, 2))  # all that a bot asks of what is shown
BLINDS = {"ante": 0, "small_blind": 100, "big_blind": 200}


def seated(slug: str, players: int = 4, seed: int = 1, purse: int = 10_000, **choices: Any) -> Session:
    """Return a hand about to be dealt, with all players on equal stacks."""
    opening = opened(slug, "AR10", seats=players, **choices).opening
    seats = tuple(range(1, players + 1))
    party = Party(places=seats, starters=seats, manos=(0,) * players)
    felt: Any = replace(opening.felt, purses=(purse,) * players, party=party)
    return Session(Between(felt), Seeded(seed), automatic=())


def step(session: Session, players: Mapping[int, Player]) -> None:
    """Do one more deed."""
    turn = session.phase.turn
    if turn is CHANCE:
        session.do(Drawn(what=session.source.draw(session.phase.draws())))
    elif turn is CROUPIER:
        session.do(session.offers(CROUPIER)[0].act)
    else:
        assert isinstance(turn, int)
        session.do(players[turn](session.view(turn)))


def play_hand(session: Session, players: Mapping[int, Player]) -> None:
    """Play a hand to its end."""
    step(session, players)
    while not session.phase.rest:
        step(session, players)


@pytest.mark.parametrize(
    ("slug", "choices"),
    [
        ("holdem", BLINDS),
        ("holdem", {}),
        ("omaha", {"limit": "bote_con_limite"}),
        ("five_stud", {}),
        ("seven_stud", {}),
        ("sintetico", {}),
        ("cubierto", {}),
    ],
)
def test_bots_do_only_what_is_lawful(slug: str, choices: dict[str, Any]) -> None:
    bots = {seat: Bot(slug, seat, norm="AR10") for seat in range(1, 5)}
    verbs: Counter[str] = Counter()
    for seed in range(12):
        session = seated(slug, seed=seed, **choices)
        play_hand(session, bots)  # an unlawful deed would be refused
        verbs.update(deed.verb() for deed in session.deeds)
        felt = session.phase.felt  # a pot that no one opened stays on the cloth
        assert sum(felt.purses) + felt.cloth + session.ledger.house == 40_000
    assert {"fold", "raise_to", "match"} <= verbs.keys()


def test_a_bot_knows_only_his_view() -> None:
    """A bot makes the same decision whatever cards the other players hold."""
    session = seated("holdem", **BLINDS)
    bots = {seat: Bot("holdem", seat) for seat in range(1, 5)}
    while session.phase.turn in (CHANCE, CROUPIER):
        step(session, bots)
    seat = session.phase.turn
    assert isinstance(seat, int)
    phase: Any = session.phase
    left = iter(phase.felt.shoe.left)
    others = tuple(
        pile
        if pile.owner == seat
        else Pile(pile.owner, tuple(Held(next(left), held.up, held.place) for held in pile.cards))
        for pile in phase.felt.piles
    )
    other_cards = replace(phase, felt=replace(phase.felt, piles=others))
    assert other_cards != phase
    for seed in range(20):
        assert Bot("holdem", seed)(phase.view(seat)) == Bot("holdem", seed)(other_cards.view(seat))


@pytest.mark.parametrize("norm", ["IB09", "AR10"])
@pytest.mark.parametrize("slug", ["holdem", "omaha", "five_stud", "seven_stud", "sintetico", "cubierto"])
def test_bots_buy_sit_down_and_play_by_themselves_without_delay(slug: str, norm: str) -> None:
    opening = opened(slug, norm, seats=4).opening
    bots = bots_for(opening, (1, 2, 3, 4), "evening")
    seconds: list[float] = []

    def timed(bot: Bot, view: View) -> Deed:
        start = process_time()
        deed = bot(view)
        seconds.append(process_time() - start)
        return deed

    session = Session(
        opening, Seeded(5), companions={seat: partial(timed, bot) for seat, bot in bots.items()}
    )
    while session.rounds < 3:
        deed = session.next_deed()
        assert deed is not None
        session.do(deed)
    assert sorted(seconds)[len(seconds) * 9 // 10] < 0.05  # a machine may stop to tidy up now and then


def test_only_circle_poker_has_bots() -> None:
    assert bots_for(opened("chemin_de_fer", "IB05").opening, (2, 3), "evening") == {}


@pytest.mark.parametrize(
    ("cards_held", "changed"),
    [
        ("As Ad Kh Kd 7c", "5"),
        ("As Ad Kh Qd 7c", "345"),
        ("As Qd 9h 8d 7c", "345"),
        ("7c 8d Ts Kh Ad", "123"),
        ("As Ah Ad 8d 7c", "45"),
        ("As Ks 9s 8s 7s", ""),
        ("Js Td 9h 8d 7c", ""),
        ("As Ah Ad 8d 8c", ""),
    ],
)
def test_a_bot_keeps_what_makes_a_hand(cards_held: str, changed: str) -> None:
    own = Pile(1, tuple(Held(one, up=False, place=0) for one in cards(cards_held)))
    sets = tuple("".join(each) for n in range(1, 5) for each in combinations("12345", n))
    offers = (Offer(Served(1)), Offer(Discard(1, "1"), "", {"cards": OneOf(sets)}))
    view = View(1, 1, (), (own,), 27, (), TWO_PLAYERS, offers)
    deed = Bot("cubierto", 1, norm="AR10")(view)
    assert deed == (Discard(1, changed) if changed else Served(1))


def test_a_bot_counts_with_the_deck_that_is_played() -> None:
    """With 32 cards a flush beats a full house. With 52 cards it does not."""
    flush = Pile(1, tuple(Held(one, up=False, place=0) for one in cards("As Ks 9s 8s 7s")))
    other = Pile(2, tuple(Held(one, up=True, place=0) for one in cards("Ah Ad Ac Kh Kd")))

    def share(undealt: int) -> Fraction:
        view = View(1, 1, (), (flush, other), undealt, (), TWO_PLAYERS, ())
        return Bot("cubierto", 1, norm="AR10").share(view)

    assert share(22) == 1
    assert share(42) == 0


def test_a_seed_is_a_style() -> None:
    assert Bot("holdem", 3).style == Bot("holdem", 3).style
    assert len({Bot("holdem", seed).style for seed in range(20)}) > 15


def test_at_a_table_no_two_play_alike_as_long_as_there_are_other_minds() -> None:
    opening = opened("holdem", "AR10", seats=7).opening
    for seed in ("one", "another"):
        minds = minds_for(opening, (2, 3, 4, 5, 6, 7), seed)
        assert set(minds.values()) == set(MINDS)
        bots = bots_for(opening, tuple(minds), seed, minds)
        assert {seat: bot.style for seat, bot in bots.items()} == {s: MINDS[m] for s, m in minds.items()}
    assert minds_for(opening, (2, 3, 4), "one") == minds_for(opening, (2, 3, 4), "one")
    assert minds_for(opened("ruleta", "IB05").opening, (2,), "one") == {}


def test_a_bot_keeps_nothing_in_mind() -> None:
    """Earlier decisions have no effect: with the same state and seed a bot makes the same decision."""
    session = seated("holdem", **BLINDS)
    fresh = {seat: Bot("holdem", f"evening.{seat}", mind="bold") for seat in range(1, 5)}
    while not session.phase.rest or session.rounds == 0:
        turn = session.phase.turn
        if isinstance(turn, int):
            view = session.view(turn)
            assert fresh[turn](view) == Bot("holdem", f"evening.{turn}", mind="bold")(view)
        step(session, fresh)


def test_the_minds_differ_in_what_they_do() -> None:
    """Tight bots fold more than loose ones. Bold bots raise more than those that only call."""

    def verbs(mind: str) -> Counter[str]:
        found: Counter[str] = Counter()
        bots = {seat: Bot("holdem", seat, mind=mind) for seat in range(1, 5)}
        for seed in range(25):
            session = seated("holdem", seed=seed, **BLINDS)
            play_hand(session, bots)
            found.update(deed.verb() for deed in session.deeds)
        return found

    told = {mind: verbs(mind) for mind in MINDS}
    assert told["tight"]["fold"] > told["loose"]["fold"]
    assert told["bold"]["raise_to"] > told["steady"]["raise_to"] > told["calling"]["raise_to"]


def caller(view: View) -> Deed:
    """A player who never folds and never raises."""
    offers = {offer.act.verb(): offer.act for offer in view.offers}
    return offers.get("check") or offers.get("match") or view.offers[0].act


def won(players: Mapping[int, Player], seat: int, hands: int) -> list[int]:
    """Return the win of a seat in each of `n` hands, all of which begin with the same stacks."""
    found = []
    for seed in range(hands):
        session = seated("holdem", seed=seed, **BLINDS)
        play_hand(session, players)
        found.append(session.ledger.players[seat])
    return found


def test_a_bot_wins_from_those_who_only_call() -> None:
    gains = won({1: Bot("holdem", 1), 2: caller, 3: caller, 4: caller}, 1, 400)
    mean = sum(gains) / len(gains)
    error = (sum((gain - mean) ** 2 for gain in gains) / len(gains) / (len(gains) - 1)) ** 0.5
    assert mean > 2 * error


def first_act(seed: int, one: str, other: str) -> str:
    """Return the act of the first bot to speak before the flop if it holds these two cards."""
    session = seated("holdem", **BLINDS)
    session.do(session.offers(CROUPIER)[0].act)
    rest = iter(card for card in deck(52) if card not in (*cards(one), *cards(other)))
    for place in range(8):
        mine = {2: one, 6: other}.get(place)  # the third of four players, who speaks first
        session.do(Drawn(what=card(mine) if mine else next(rest)))
    seat = session.phase.turn
    assert isinstance(seat, int)
    return Bot("holdem", seed)(session.view(seat)).verb()


def test_aces_are_raised_and_nothing_is_folded() -> None:
    aces = Counter(first_act(seed, "As", "Ah") for seed in range(20))
    nothing = Counter(first_act(seed, "7d", "2c") for seed in range(20))
    assert aces["raise_to"] >= 18
    assert nothing["fold"] >= 18
