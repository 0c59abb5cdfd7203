"""The result of a coup of punto y banca: the hand nearer to nine wins, and a tie is void."""

from __future__ import annotations

from novamas.families.banked.phases import end_round
from novamas.games.punto_y_banca.cloth import BANCA, EMPATE, PUNTO, Cloth, say_who_deals
from novamas.hands import baccarat_points
from novamas.law import law
from novamas.money import times
from novamas.table.moves import Moves
from novamas.table.phases import Step
from novamas.table.results import Points

ALOUD = {PUNTO: "el jugador", BANCA: "la banca"}


@law("IB05.07.VI.1.4", "IB05.07.VII.13", "IB05.07.V.1", "IB05.07.I.2")
def settle(moves: Moves[Cloth]) -> Step:
    """Collect the losing bets and pay the winning ones. The hand nearer to nine wins.

    On a tie the bets on punto and banca stay.
    """
    felt = moves.felt
    won = announce(moves, *points(felt))
    decided = (PUNTO, BANCA, EMPATE) if won != EMPATE else (EMPATE,)
    for seat, bet, _ in felt.chips:
        if bet in decided and bet != won:
            moves.collect(seat, bet, *felt.course.lost)
    for seat, bet, cents in felt.chips:
        if bet == won:
            pay(moves, seat, bet, cents)
    moves.change(declined=0)
    if won == PUNTO and felt.rules.players_deal:
        pass_on(moves)
    return end_round(moves)


def points(felt: Cloth) -> tuple[int, int]:
    """Return the points of the punto and of the bank."""
    return baccarat_points(felt.cards(PUNTO)), baccarat_points(felt.cards(BANCA))


@law("IB05.07.VI.1.5", "IB05.07.VII.14")
def announce(moves: Moves[Cloth], punto: int, bank: int) -> str:
    """Announce the winning hand and return the name of its bet. On a tie only bets on the tie are decided."""
    course = moves.felt.course
    counted = Points(((PUNTO, punto), (BANCA, bank)))
    moves.show_result(counted, course.tie if punto == bank else course.result)
    if punto == bank:
        moves.say(f"Empate a {punto}: jugada nula.", course.tie)
        return EMPATE
    won, high, low = (PUNTO, punto, bank) if punto > bank else (BANCA, bank, punto)
    moves.say(f"Gana {ALOUD[won]}: {high} a {low}.", course.result)
    return won


@law("IB05.07.V.2")
def pay(moves: Moves[Cloth], seat: int, bet: str, cents: int) -> None:
    """Pay a winning bet. The house keeps 5 % of the win on the bank."""
    spot = moves.felt.boxes[bet].spot
    prize = times(cents, spot.to_one, moves.felt.rules.rounding)
    moves.pay(seat, bet, prize, *spot.clauses, rate=spot.to_one)


@law("IB05.07.IV.6")
def pass_on(moves: Moves[Cloth]) -> None:
    """Pass the shoe to the next player because the bank has lost. On a tie it stays."""
    felt = moves.felt
    to = felt.right_of(felt.deals_next)
    if to != felt.deals_next:
        moves.change(deals_next=to)
        say_who_deals(moves, felt.course.passed_on)
