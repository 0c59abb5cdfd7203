"""The most helpful reason, if a deed is refused in several successive phases.

`Sitting.do` and `Sitting.round` try a deed in the present phase, and in the following phases that
need no decision. The reasons differ. The best reason is one that a person can change: first a wrong
value, then a fact about the person or the act, then another person's turn. That a phase has not
begun yet is the last reason to give.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from novamas.errors import InvalidInput
from novamas.table.deeds import Deed, Drawn
from novamas.table.offers import Offer
from novamas.table.phases import game_of
from novamas.table.refusals import Refusal, Refused
from novamas.table.roles import CHANCE, NOBODY
from novamas.table.session import Session

WRONG_VALUE, FACT, TURN, CLOSED, WAIT, TOO_EARLY = 5, 4, 3, 2, 1, 0  # ranks, the best first

# The phase for such a deed has not begun: the croupier and chance go there without anyone's decision.
EARLY = {
    *("not_open", "no_shoe", "no_game", "no_hand", "no_cards_yet", "no_bets_yet"),
    *("ball_first", "betting_open", "not_your_turn", "not_chance", "cannot_have_happened"),
}
# The phase for such a deed is over. If only a later phase says so, the deed was refused before it.
LATE = {
    *("no_va_mas", "no_van_mas", "ya_no_va_mas", "closed_already", "ball_runs", "window_closed"),
    *("cards_dealt", "cards_are_dealt", "cards_seen", "cards_untouchable", "bank_exposed"),
    *("betting_over", "between_hands", "hand_has_begun", "game_has_begun", "coup_under_way"),
}


class MetRefusals:
    """The refusals that one deed met in successive phases."""

    def __init__(self, deed: Deed) -> None:
        self.deed = deed
        self._found: list[tuple[int, int, Refusal]] = []  # ranks, valid dials
        self._is_timely = False  # whether some phase had such an offer
        self._game = ""

    def __bool__(self) -> bool:
        return bool(self._found)

    def note(self, session: Session, refusal: Refusal) -> None:
        """Add a refusal. If the seat does not exist, raise `Refused` at once, because waiting cannot help."""
        self._game = game_of(session.phase)
        if refusal.code == "no_such_seat":
            raise Refused(refusal, self._game)
        valid = max(self._valid_dials(session), default=-1)
        self._is_timely |= valid >= 0
        rank = WRONG_VALUE if valid > 0 else self._rank(session, refusal)
        self._found.append((rank, max(valid, 0), refusal))

    def _valid_dials(self, session: Session) -> list[int]:
        """Return, for each offer of the same act in this phase, how many values of the deed it allows."""
        if isinstance(self.deed, Drawn):
            return [0] if session.phase.turn is CHANCE else []
        given = [offer for offer in session.offers(self.deed.by) if type(offer.act) is type(self.deed)]
        return [_valid_before_fault(offer, self.deed) for offer in given]

    def _rank(self, session: Session, refusal: Refusal) -> int:
        code, is_present = refusal.code, not self._found
        if session.phase.turn is NOBODY:
            return CLOSED
        if code == "not_your_turn" and isinstance(self.deed.by, int) and isinstance(session.phase.turn, int):
            return TURN
        if code == "bets_first" or (code == "not_now" and is_present):
            return WAIT
        if code in EARLY or code == "not_now" or (code in LATE and not is_present):
            return TOO_EARLY
        return FACT

    @contextmanager
    def script_ending(self) -> Iterator[None]:
        """Pass on the error at the end of scripted draws, or a refusal of the deed's values."""
        try:
            yield
        except InvalidInput:
            if self._is_timely:
                raise self.refused() from None
            raise

    def refused(self) -> Refused:
        """Return the most helpful refusal as an error: the first one of the highest rank."""
        return Refused(max(self._found, key=lambda found: found[:2])[2], self._game)


def _valid_before_fault(offer: Offer, deed: Deed) -> int:
    """Return how many values of a deed an offer allows before the first that it does not."""
    fault = offer.fault(deed) if offer.speaks_of(deed) else None
    return 0 if fault is None else fault[0]
