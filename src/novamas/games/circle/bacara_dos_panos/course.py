"""The course of the bank: how it is made, left, broken and put up again; tallas and their end.

Bank, bets and cards follow each other in a circle; it is closed here, where each step names its next phase.
"""

from __future__ import annotations

from novamas.games.circle.bacara_dos_panos.cloth import BANCA, Table, full_shoe
from novamas.games.circle.banking import aloud
from novamas.law import law
from novamas.table.phases import Step


@law("IB05.09.VII.4", "IB05.09.V.1.4", "IB05.09.VI.8")
def hold_bank(moves: Table, person: int, cents: int, clause: str) -> Step:
    """A player has the bank: it is handed to the croupier in chips."""
    moves.change(banker=person, initial=cents, put_in=cents, held_tallas=0, has_dealt=False)
    moves.change(banco_open=True, repeats=0, repeater=0)
    moves.stake(person, BANCA, cents, clause)
    moves.say(f"La banca es de s{person}, con {aloud(cents)}.", "IB05.09.V.1.1")
    return open_betting(moves)


@law("IB05.09.VII.1")
def open_betting(moves: Table) -> Step:
    """Stakes are placed, if there are two players at each cloth."""
    from novamas.games.circle.bacara_dos_panos.bank import Suspended
    from novamas.games.circle.bacara_dos_panos.betting import Betting

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
    from novamas.games.circle.bacara_dos_panos.bank import Offering

    return moves.to(Offering(moves.felt))


@law("IB05.09.V.1.8", "IB05.09.VII.3", "IB05.09.VII.17")
def after_coup(moves: Table) -> Step:
    """The bank is broken, the talla is over, or the banker says whether he goes on."""
    from novamas.games.circle.bacara_dos_panos.bank import Between, Broken

    felt = moves.felt
    if not felt.bank:
        moves.say("La banca ha saltado.", "IB05.09.V.1.8")
        return moves.to(Broken(felt))
    if felt.need_shoe.has_reached_cut:
        return end_talla(moves)
    return moves.to(Between(felt))


@law("IB05.09.VII.3", "IB05.09.V.1.4")
def end_talla(moves: Table) -> Step:
    """The stop card has come; a bank that was awarded for so many tallas is put up again."""
    from novamas.games.circle.bacara_dos_panos.bank import TallaOver

    moves.say("Fin de la talla.", "IB05.09.VII.3")
    moves.use(None)
    felt = moves.felt
    moves.change(tallas_played=felt.tallas_played + 1, held_tallas=felt.held_tallas + 1, left_winning=())
    moves.change(repeats=0, repeater=0, early=False)
    if felt.banker and felt.held_tallas + 1 >= felt.rules.award_tallas:
        take_leave(moves, "IB05.09.V.1.4")
        moves.change(left_winning=())
    return moves.to(TallaOver(moves.felt))


@law("IB05.09.VII.2", "IB05.09.V.1.2", "IB05.09.VI.8")
def begin_talla(moves: Table) -> Step:
    """A shoe is loaded; if there is no banker the bank is auctioned."""
    from novamas.games.circle.bacara_dos_panos.bank import Auction

    moves.say("Señores, las cartas pasan.", "IB05.09.VII.2")
    moves.use(full_shoe(moves.felt.rules.norm))
    moves.change(banco_open=True)
    return open_betting(moves) if moves.felt.banker else moves.to(Auction(moves.felt))


def close_table(moves: Table, clause: str) -> Step:
    """The bank goes back to the banker, and everybody leaves with his chips."""
    from novamas.games.circle.bacara_dos_panos.bank import Closed

    if moves.felt.banker:
        take_leave(moves, clause)
    for person, purse in enumerate(moves.felt.purses, 1):
        if purse:
            moves.leave(person, clause)
    moves.use(None)
    return moves.to(Closed(moves.felt))
