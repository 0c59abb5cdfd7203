"""Pots of circle poker: no chip is lost, and no player wins more than the player matched."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.support.circle import circle

from novamas.equipment.cards import cards
from novamas.families.circle.pots import gather, house_part, share_pot, split_pots
from novamas.hands import Hand, best_hand
from novamas.table.events import POT, Payment, Took
from novamas.table.felt import Chips
from novamas.table.moves import Moves

CHIP = 50
START = circle(purses=(0,) * 6).felt
FIVE = ("2c 3d 4h 5s 7c", "As Ad 9c 8c 7h", "Ks Kd 9h 8h 7d", "Qs Qd Jh 3s 2s")
HANDS: list[Hand] = [best_hand(START.ranking, cards(text)) for text in FIVE]

put = st.lists(st.integers(0, 12), min_size=6, max_size=6)


def shared(
    chips: list[int], alive: set[int], hands: list[int], carried: int, rake: Fraction
) -> tuple[list[Any], dict[int, int], Any]:
    """Return the payments from a pot to which the players contributed these chips."""
    laid = tuple(Chips(seat, "bote", cents * CHIP) for seat, cents in enumerate(chips, start=1) if cents)
    if carried:
        laid = (Chips(POT, "bote", carried * CHIP), *laid)
    players = tuple(sorted(alive))
    felt = replace(
        START, chips=laid, players=players, dealt=(1, 2, 3, 4, 5, 6), rules=replace(START.rules, rake=rake)
    )
    moves = Moves(felt)
    ranked = {seat: HANDS[hands[seat - 1]] for seat in players} if len(players) > 1 else {}
    for pot in split_pots(moves):
        share_pot(moves, pot, ranked)
    paid: dict[int, int] = {}
    for event in moves.events:
        if isinstance(event, Payment):
            paid[event.seat] = paid.get(event.seat, 0) + event.returned
    return moves.events, paid, moves.felt


@settings(max_examples=300, deadline=None)
@given(
    put,
    st.sets(st.integers(1, 6), min_size=1),
    st.lists(st.integers(0, 3), min_size=6, max_size=6),
    st.integers(0, 20),
    st.sampled_from([Fraction(0), Fraction(1, 50), Fraction(1, 20)]),
)
def test_pots_are_paid_out_whole_and_by_what_was_matched(
    chips: list[int], alive: set[int], hands: list[int], carried: int, rake: Fraction
) -> None:
    alive = {seat for seat in alive if chips[seat - 1]} or {1}
    chips = [max(cents, 1) if seat in alive else cents for seat, cents in enumerate(chips, start=1)]
    events, paid, left = shared(chips, alive, hands, carried, rake)
    total = (sum(chips) + carried) * CHIP
    taken = sum(event.cents for event in events if isinstance(event, Took))
    assert left.chips == ()
    assert sum(paid.values()) + taken == total
    assert taken <= total * rake
    assert {seat for seat, cents in paid.items() if cents} <= alive
    best = max(HANDS[hands[seat - 1]].strength for seat in alive)
    deepest = max(chips[seat - 1] for seat in alive)
    for seat in alive:
        if len(alive) > 1 and chips[seat - 1] < deepest:
            matched = sum(min(cents, chips[seat - 1]) for cents in chips)
            assert paid.get(seat, 0) <= (matched + carried) * CHIP
    for seat in alive:  # the best hand that matched everything loses nothing but its rake
        if len(alive) > 1 and HANDS[hands[seat - 1]].strength == best and chips[seat - 1] == deepest:
            assert paid.get(seat, 0) > 0


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(0, 9), min_size=6, max_size=6), st.sets(st.integers(1, 6), min_size=1))
def test_what_nobody_matched_goes_back(bets: list[int], alive: set[int]) -> None:
    chips = tuple(Chips(seat, "apuesta", cents * CHIP) for seat, cents in enumerate(bets, start=1) if cents)
    moves = Moves(replace(START, chips=chips, players=tuple(sorted(alive)), dealt=(1, 2, 3, 4, 5, 6)))
    gather(moves)
    after = {seat: cents for seat, _, cents in moves.felt.chips}
    assert all(bet == "bote" for _, bet, _ in moves.felt.chips)
    top = sorted(bets)
    for seat, cents in enumerate(bets, start=1):
        unmatched = seat in alive and cents == top[-1] > top[-2]
        assert after.get(seat, 0) == (top[-2] if unmatched else cents) * CHIP


@given(st.integers(0, 10_000), st.integers(0, 200))
def test_the_house_never_takes_more_than_its_part(size: int, set_aside: int) -> None:
    rules = replace(START.rules, rake=Fraction(1, 20))
    by_hand = house_part(replace(START, rules=rules), size * CHIP)
    assert by_hand <= size * CHIP * Fraction(1, 20) < by_hand + CHIP
    each = replace(START, rules=replace(rules, rake_at="intervalo"), cagnotte=set_aside * CHIP)
    assert house_part(each, size * CHIP) <= set_aside * CHIP
