"""What people do at a table of circle poker."""

from __future__ import annotations

from novamas.table.deeds import Act, Call, Order

# ---------------------------------------------------------------- around the table


class Buy(Act, frozen=True):
    """A player buys chips, between hands only; his first purchase makes him a player."""

    cents: int


class Leave(Act, frozen=True):
    """A player leaves the game with all his chips."""


class Rest(Act, frozen=True):
    """A player asks to rest for two hands, keeping his place."""


class Return(Act, frozen=True):
    """A player who rests comes back."""


class Tip(Act, frozen=True):
    """A player gives the staff a tip, between hands; it goes into its own slot."""

    cents: int


class Agree(Act, frozen=True):
    """A player agrees to keep the places of the last game."""


class DrawPlaces(Call, frozen=True):
    """The places are drawn by lot, and the game begins."""


class KeepPlaces(Call, frozen=True):
    """The same players begin another game in the same places, since all agree."""


class AssignPlace(Call, frozen=True):
    """The table chief gives a newcomer a place that is free; the croupier shows him to it."""

    seat: int = 0
    place: int = 0


class HourUp(Order, frozen=True):
    """An hour has been played: two more hands end the session."""


class ChangeMinimum(Order, frozen=True):
    """The director changes the least bet of the table from the next hand on, announced beforehand."""

    cents: int = 0


class Expel(Order, frozen=True):
    """A player who was warned and did it again does not go on in the game: the floor decides."""

    seat: int = 0


class EndGame(Call, frozen=True):
    """The game has lasted as long as it must, and ends."""


# ---------------------------------------------------------------- in a hand


class Deal(Call, frozen=True):
    """The mano moves on, the cards are shuffled and cut, and the initial bets are laid."""


class Check(Act, frozen=True):
    """«Paso»: a player does not bet, and nobody has."""


class Match(Act, frozen=True):
    """A player matches the highest bet, or puts in all he has."""


class RaiseTo(Act, frozen=True):
    """A player bets, or raises, to so much in this interval."""

    cents: int


class Fold(Act, frozen=True):
    """A player leaves the hand and what he has bet in it."""


class ClaimTurn(Act, frozen=True):
    """A player whose turn was skipped tells the croupier in time."""


class RuleOnTurn(Order, frozen=True):
    """The floor decides whether a player whose turn was skipped speaks now; there is no appeal."""

    seat: int = 0
    speaks: bool = True


class Show(Act, frozen=True):
    """A player lays his cards face up."""


class Renounce(Act, frozen=True):
    """A player throws his cards face down and gives up the pot."""


class AskToSee(Act, frozen=True):
    """Somebody in the hand asks to see the cards of a player who renounced."""

    seat: int


class OrderToShow(Order, frozen=True):
    """The floor asks to see the cards of a player who renounced."""

    seat: int = 0


class PayPot(Call, frozen=True):
    """The croupier reads the cards, hands over the pot and gathers the cards."""


AROUND = (
    *(Buy, Leave, Rest, Return, Tip, Agree, DrawPlaces, KeepPlaces, AssignPlace),
    *(HourUp, ChangeMinimum, Expel, EndGame),
)
BETWEEN = tuple(act for act in AROUND if act not in (Buy, Leave))  # never while a hand is under way
SPOKEN = (Check, Match, RaiseTo, Fold)
SHOWN = (Show, Renounce, AskToSee, OrderToShow)
IN_HAND = (Deal, *SPOKEN, ClaimTurn, RuleOnTurn, *SHOWN, PayPot)
