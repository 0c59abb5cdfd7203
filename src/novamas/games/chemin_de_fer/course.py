"""The course of the bank: how it goes from one holder to the next, and the talla that ends.

Bank, bets and cards follow each other in a circle; it is closed here, where each step names its next phase.
"""

from __future__ import annotations

from novamas.games.chemin_de_fer.cloth import GARAGE, PART, UNCOVERED, Table
from novamas.games.chemin_de_fer.phases.seating import lose_seat_absent, salute
from novamas.law import law
from novamas.rounds.passing_bank.cloth import BANCA, aloud
from novamas.table.phases import Step


@law("IB05.08.V.1", "IB05.08.V.6", "IB05.08.V.8", "IB05.08.V.13", "IB05.08.V.14", "IB05.08.V.19")
def offer_bank(moves: Table) -> Step:
    """The bank is offered from the right of its anchor on, then to the standing.

    The anchor is the compartment of the last seated holder, or of the last seated one who passed the hand:
    whoever acquired a passed hand and loses leaves the turn where it was.
    """
    felt = moves.felt
    around = felt.from_right_of(felt.anchor)
    standing = tuple(person for person in felt.by_rank() if not felt.is_seated(person))
    if not felt.passer:
        return offer_next(moves, (*around, *standing))
    ready = [one for one in around if one not in (*felt.unsaluted, *felt.away)]
    last = [one for one in around if one in felt.unsaluted and one not in felt.away]
    return offer_next(moves, tuple(one for one in (*ready, *standing, *last) if one != felt.passer))


def offer_next(moves: Table, queue: tuple[int, ...]) -> Step:
    """The first of the queue is asked; in the ordinary turn some let it pass or have lost their seat."""
    in_turn = not moves.felt.passer
    while queue:
        if in_turn and queue[0] in moves.felt.unsaluted:
            salute(moves, queue[0])
        elif in_turn and queue[0] in moves.felt.away:
            lose_seat_absent(moves, queue[0])
        elif queue[0] not in moves.felt.away:
            break
        queue = queue[1:]
    felt = moves.felt
    if not felt.has_enough:
        return suspend(moves)
    from novamas.games.chemin_de_fer.phases.taking import Auction, Offering, Pooling

    if queue:
        return moves.to(Offering(felt, queue))
    return moves.to(Pooling(felt) if felt.passer else Auction(felt))


@law("IB05.08.VII.1")
def suspend(moves: Table) -> Step:
    """There are too few seated players: the game waits."""
    from novamas.games.chemin_de_fer.phases.holding import Suspended

    moves.say("Faltan jugadores.", "IB05.08.VII.1")
    return moves.to(Suspended(moves.felt))


def hold_bank(moves: Table, person: int, cents: int, clause: str, *, least: int, in_turn: bool) -> Step:
    """A player has the bank, and puts so much in it; it must come to `least`."""
    from novamas.games.chemin_de_fer.phases.holding import Forming

    felt = moves.felt
    if in_turn and felt.is_seated(person):
        moves.change(anchor=felt.behind[person - 1])
    refusals = tuple(0 if n == person else many for n, many in enumerate(felt.refusals, 1))
    away = tuple(one for one in felt.away if one != person)
    moves.change(
        away=away, banker=person, own=cents, associates=(), won=0, has_dealt=False, refusals=refusals
    )
    moves.stake(person, BANCA, cents, clause)
    return moves.to(Forming(moves.felt, least))


@law("IB05.08.V.3", "IB05.08.III.2.2")
def dissolve(moves: Table, clause: str) -> None:
    """Bank and garage go back to the banker and his associates, by what they put in."""
    felt = moves.felt
    for bet in (GARAGE, UNCOVERED):
        if felt.on(felt.banker, bet):
            moves.slide(felt.banker, bet, BANCA, clause)
    total = moves.felt.bank
    put_in = felt.own + sum(cents for _, cents in felt.associates)
    for person, cents in felt.associates:
        if part := total * cents // put_in:
            moves.hand_over(felt.banker, BANCA, person, PART, part, "IB05.08.V.3")
            moves.withdraw(person, PART, part, "IB05.08.V.3")
    if left := moves.felt.bank:
        moves.withdraw(felt.banker, BANCA, left, clause)
    moves.change(banker=0, associates=(), own=0, won=0, has_dealt=False, early=False)


@law("IB05.08.V.4", "IB05.08.V.19")
def lose_bank(moves: Table) -> Step:
    """The banker has lost: the bank goes on to the right."""
    dissolve(moves, "IB05.08.V.4")
    moves.change(passer=0, passed=0, barred=(), seguido=0, former_banco=0)
    return end_talla(moves) if moves.felt.need_shoe.has_reached_cut else offer_bank(moves)


@law("IB05.08.V.5", "IB05.08.V.7", "IB05.08.V.17", "IB05.08.V.13", "IB05.08.V.14")
def pass_bank(moves: Table) -> Step:
    """The banker passes the hand; the next must put up at least what was in the bank, garage left out."""
    felt = moves.felt
    banker, bank, barred = felt.banker, felt.bank, (felt.banker, *felt.partners)
    if felt.is_seated(banker):
        moves.change(anchor=felt.behind[banker - 1])
    dissolve(moves, "IB05.08.V.5")
    moves.change(passer=banker, passed=bank, barred=barred, former_banco=felt.seguido, seguido=0)
    return offer_bank(moves)


@law("IB05.08.V.c.1", "IB05.08.VII.28")
def keep_bank(moves: Table) -> Step:
    """The banker has not lost: what is above the bank's maximum goes to the garage."""
    from novamas.games.chemin_de_fer.phases.holding import Keeping

    felt = moves.felt
    if felt.rules.maximum_banca and felt.bank > felt.rules.maximum_banca:
        over = felt.bank - felt.rules.maximum_banca
        moves.slide(felt.banker, BANCA, GARAGE, "IB05.08.V.c.1", cents=over)
    if moves.felt.need_shoe.has_reached_cut:
        return end_talla(moves)
    return moves.to(Keeping(moves.felt))


@law("IB05.08.VII.5", "IB05.08.VII.29")
def end_talla(moves: Table) -> Step:
    """The stop card has come: no more coups from this shoe."""
    from novamas.games.chemin_de_fer.phases.holding import TallaOver

    moves.say("Fin de la talla.", "IB05.08.VII.5")
    moves.use(None)
    moves.change(fresh=True, passer=0, passed=0, barred=(), seguido=0, former_banco=0, unsaluted=())
    return moves.to(TallaOver(moves.felt))


@law("IB05.08.VII.7", "IB05.08.V.24")
def open_betting(moves: Table) -> Step:
    """The croupier announces what is in the bank: no more than that can be staked."""
    from novamas.games.chemin_de_fer.phases.betting import Betting

    if not moves.felt.has_enough:
        return suspend(moves)
    moves.say(f"Hay {aloud(moves.felt.bank)} en la banca.", "IB05.08.VII.7")
    return moves.to(Betting(moves.felt))


@law("IB05.08.V.18")
def force(moves: Table, queue: tuple[int, ...]) -> Step:
    """Nobody took the bank: the player at the right must, or give up his seat; then the next."""
    from novamas.games.chemin_de_fer.phases.taking import Forced

    moves.change(passer=0, passed=0, barred=(), former_banco=0)
    if not queue or not moves.felt.has_enough:
        return suspend(moves)
    return moves.to(Forced(moves.felt, queue))


@law("IB05.08.V.1")
def begin_talla(moves: Table) -> Step:
    """A talla begins without a banker: the first compartment is asked first."""
    moves.change(anchor=moves.felt.rules.seats)
    return offer_bank(moves)


def close_table(moves: Table) -> Step:
    """The bank goes back to its owners, and everybody leaves with his chips."""
    from novamas.games.chemin_de_fer.phases.holding import Closed

    if moves.felt.banker:
        dissolve(moves, "IB05.08.VII.5")
    for person, purse in enumerate(moves.felt.purses, 1):
        if purse:
            moves.leave(person, "IB05.08.VII.5")
    moves.use(None)
    return moves.to(Closed(moves.felt))
