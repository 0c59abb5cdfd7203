"""Acts of circle poker."""

from __future__ import annotations

from novamas.table.deeds import Act, Call, Order

# ---------------------------------------------------------------- between hands


class Buy(Act, frozen=True):
    """A player buys chips between hands. The first purchase brings the player into the game."""

    cents: int


class Leave(Act, frozen=True):
    """A player leaves the game with all remaining chips."""


class Rest(Act, frozen=True):
    """A player asks to rest for two hands and keeps the place."""


class Return(Act, frozen=True):
    """A resting player comes back into the game."""


class Tip(Act, frozen=True):
    """A player tips the staff between hands. The tip goes into its own slot."""

    cents: int


class Agree(Act, frozen=True):
    """A player agrees to keep the places of the last game."""


class DrawPlaces(Call, frozen=True):
    """The players draw their places by lot, and the game begins."""


class KeepPlaces(Call, frozen=True):
    """The same players begin another game in the same places, because all of them agreed."""


class AssignPlace(Call, frozen=True):
    """The table chief assigns a free place to a newcomer, and the croupier shows the newcomer to it."""

    seat: int = 0
    place: int = 0


class HourUp(Order, frozen=True):
    """An hour of play is over. The session ends after two more hands."""


class ChangeMinimum(Order, frozen=True):
    """The director announces a new minimum bet for the table, valid from the next hand."""

    cents: int = 0


class ChangeMaximum(Order, frozen=True):
    """The director announces a new maximum for the table, valid from the next hand."""

    cents: int = 0


class ChangeLimit(Order, frozen=True):
    """The director announces another limit structure for the table, valid from the next hand."""

    limit: str = ""


class Expel(Order, frozen=True):
    """The table chief expels a player who was warned and has offended again."""

    seat: int = 0


class EndGame(Call, frozen=True):
    """The game has reached its required length and ends."""


# ---------------------------------------------------------------- in a hand


class Deal(Call, frozen=True):
    """The mano passes to the next player, the cards are shuffled and cut, and antes or blinds are placed."""


class Check(Act, frozen=True):
    """The player says "paso" and does not bet. This is allowed only if no one has bet."""


class Match(Act, frozen=True):
    """A player calls the highest bet, or goes all in with a smaller stack."""


class RaiseTo(Act, frozen=True):
    """A player bets or raises to this total in the betting round."""

    cents: int


class Fold(Act, frozen=True):
    """A player leaves the hand and loses the chips already bet."""


class ClaimTurn(Act, frozen=True):
    """A player whose turn was skipped objects in time."""


class RuleOnTurn(Order, frozen=True):
    """The table chief decides whether a player whose turn was skipped acts now. The decision is final."""

    seat: int = 0
    speaks: bool = True


class Show(Act, frozen=True):
    """A player turns the cards face up."""


class Renounce(Act, frozen=True):
    """A player throws the cards away face down and gives up the pot."""


class AskToSee(Act, frozen=True):
    """A player in the hand asks to see the cards of a player who gave up the pot."""

    seat: int


class OrderToShow(Order, frozen=True):
    """The table chief asks to see the cards of a player who gave up the pot."""

    seat: int = 0


class PayPot(Call, frozen=True):
    """The croupier reads the hands, pays the pot and collects the cards."""


AROUND = (
    *(Buy, Leave, Rest, Return, Tip, Agree, DrawPlaces, KeepPlaces, AssignPlace),
    *(HourUp, ChangeMinimum, ChangeMaximum, ChangeLimit, Expel, EndGame),
)
BETWEEN = tuple(act for act in AROUND if act not in (Buy, Leave))  # never while a hand is under way
SPOKEN = (Check, Match, RaiseTo, Fold)
SHOWN = (Show, Renounce, AskToSee, OrderToShow)
IN_HAND = (Deal, *SPOKEN, ClaimTurn, RuleOnTurn, *SHOWN, PayPot)
