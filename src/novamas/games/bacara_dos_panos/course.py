"""The course of the bank: how it is made, left, broken and put up again; tallas and their end.

Bank, bets and cards follow each other in a circle; it is closed here, where each step names its next phase.
"""

from __future__ import annotations

from novamas.games.bacara_dos_panos.cloth import Table
from novamas.law import law
from novamas.rounds.passing_bank.cloth import BANCA, aloud, full_shoe
from novamas.table.phases import Step


@law("IB05.09.VII.4", "IB05.09.VI.8")
def hold_bank(moves: Table, person: int, cents: int, clause: str) -> Step:
    """A player has the bank: it is handed to the croupier in chips."""
    moves.change(banker=person, initial=cents, put_in=cents, held_days=0, held_tallas=0, has_dealt=False)
    moves.change(banco_open=True, repeats=0, repeater=0)
    deposit(moves, person, cents, clause)
    name_banker(moves)
    return open_betting(moves)


@law("IB05.09.V.1.5", "IB05.09.VII.4")
def deposit(moves: Table, person: int, cents: int, clause: str) -> None:
    """What the banker has deposited is handed to the croupier: his chips, and what he still has to change."""
    short = cents - moves.felt.purse(person)
    if short > 0:
        moves.buy(person, short, "IB05.09.V.1.5")
    moves.stake(person, BANCA, cents, clause)


@law("IB05.09.V.1.1")
def name_banker(moves: Table) -> None:
    """The chief announces who the banker is, and what is in the bank."""
    felt = moves.felt
    moves.say(f"La banca es de s{felt.banker}, con {aloud(felt.bank)}.", "IB05.09.V.1.1")


@law("IB05.09.VII.1")
def open_betting(moves: Table) -> Step:
    """Stakes are placed, if there are two players at each cloth."""
    from novamas.games.bacara_dos_panos.phases.bank import Suspended
    from novamas.games.bacara_dos_panos.phases.betting import Betting

    if not moves.felt.has_enough:
        moves.say("Faltan jugadores.", "IB05.09.VII.1")
        return moves.to(Suspended(moves.felt))
    moves.say("Hagan juego.", "IB05.09.VII.5")
    return moves.to(Betting(moves.felt))


@law("IB05.09.V.1.6", "IB05.09.V.1.7")
def take_leave(moves: Table, clause: str) -> None:
    """The banker leaves with what is in the bank; if he has won he may not come back during this shoe."""
    felt = moves.felt
    banker, bank = felt.banker, felt.bank
    moves.say(f"Retiro {aloud(bank)}.", clause, who=banker)
    if bank:
        moves.withdraw(banker, BANCA, bank, clause)
    won = bank > felt.put_in
    left = (*felt.left_winning, banker) if won and banker not in felt.left_winning else felt.left_winning
    moves.change(banker=0, put_in=0, has_dealt=False, early=False, left_winning=left)


@law("IB05.09.V.1.11")
def offer_bank(moves: Table) -> Step:
    """The bank that was left is offered to another for the same initial amount."""
    from novamas.games.bacara_dos_panos.phases.bank import Offering

    return moves.to(Offering(moves.felt))


@law("IB05.09.V.1.8", "IB05.09.VII.3", "IB05.09.VII.17")
def after_coup(moves: Table) -> Step:
    """The bank is broken, the talla is over, or the banker says whether he goes on."""
    from novamas.games.bacara_dos_panos.phases.bank import Between, Broken

    felt = moves.felt
    if not felt.bank:
        moves.say("La banca ha saltado.", "IB05.09.V.1.8")
        return moves.to(Broken(felt))
    if felt.need_shoe.has_reached_cut:
        return end_talla(moves)
    return moves.to(Between(felt))


@law("IB05.09.VII.3")
def end_talla(moves: Table) -> Step:
    """The stop card has come; a bank that was awarded for so many tallas is put up again."""
    from novamas.games.bacara_dos_panos.phases.bank import TallaOver

    moves.say("Fin de la talla.", "IB05.09.VII.3")
    moves.use(None)
    felt, rules = moves.felt, moves.felt.rules
    session_over = felt.tallas_played + 1 == rules.tallas
    sessions = felt.sessions_played + session_over
    day_over = session_over and sessions % rules.sessions == 0
    moves.change(
        sessions_played=sessions,
        tallas_played=felt.tallas_played + 1,
        held_days=felt.held_days + day_over,
        held_tallas=felt.held_tallas + 1,
    )
    moves.change(repeats=0, repeater=0, early=False)
    if felt.banker and is_award_over(moves):
        take_leave(moves, "IB05.09.V.1.4")
    moves.change(left_winning=())
    return moves.to(TallaOver(moves.felt))


@law("IB05.09.V.1.4")
def is_award_over(moves: Table) -> bool:
    """The bank is awarded for so many tallas, or, at the director's discretion, for so many days."""
    felt, rules = moves.felt, moves.felt.rules
    if rules.award_days:
        return felt.held_days >= rules.award_days
    return felt.held_tallas >= rules.award_tallas


@law("IB05.09.V.2.3", "IB05.09.V.1.1")
def open_session(moves: Table) -> Step:
    """Another session, after dinner or on the next day; a bank that lasts is announced again."""
    from novamas.games.bacara_dos_panos.phases.bank import TallaOver

    moves.change(tallas_played=0)
    if moves.felt.banker:
        name_banker(moves)
    return moves.to(TallaOver(moves.felt))


@law("IB05.09.VII.2", "IB05.09.V.1.1", "IB05.09.V.1.2", "IB05.09.VI.8")
def begin_talla(moves: Table) -> Step:
    """A shoe is loaded; if there is no banker, nor one named for the opening, the bank is auctioned."""
    from novamas.games.bacara_dos_panos.phases.bank import Auction

    moves.say("Señores, las cartas pasan.", "IB05.09.VII.2")
    felt, rules = moves.felt, moves.felt.rules
    moves.use(full_shoe(rules.frame))
    moves.change(banco_open=True)
    if felt.banker:
        return open_betting(moves)
    if not rules.named_banker or felt.initial:  # there has been a bank already
        return moves.to(Auction(moves.felt))
    return hold_bank(moves, rules.named_banker, rules.named_bank, "IB05.09.V.1.1")


def close_table(moves: Table, clause: str) -> Step:
    """The bank goes back to the banker, and everybody leaves with his chips."""
    from novamas.games.bacara_dos_panos.phases.bank import Closed

    if moves.felt.banker:
        take_leave(moves, clause)
    for person, purse in enumerate(moves.felt.purses, 1):
        if purse:
            moves.leave(person, clause)
    moves.use(None)
    return moves.to(Closed(moves.felt))
