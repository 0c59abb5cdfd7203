"""Refusals: an unlawful act is answered with a code, a clause and values, and changes nothing.

If several refusals apply, the first in this order is given:

 1. no_deed               something that is not a deed
 2. not_yours             a deed of another person (`Session.submit`); nothing else is revealed
 3. stale                 a deed meant for another state than the present one (`Session.submit`)
 4. wrong_part            a field of a wrong type or with an excessive value
 5. not_whole             an amount that is not a whole number of céntimos
 6. closed                a deed after the session (the phase's own reason if the law gives one)
 7. no_such_seat          a seat that the table does not have
 8. cannot_have_happened  an incident that cannot happen in this phase
 9. not_chance            a draw when chance does not decide
10. cannot_be_drawn       a draw that is not possible now
11. the phase's own       an act that is not offered, for a reason in the law (`Phase.reason`)
12. not_your_turn         an act of a person who has no offers now
13. not_now               an act that is not offered now
14. not_listed            a value that is not on the closed list
15. below_minimum         an amount below the minimum
16. above_maximum         an amount above the maximum
17. broken_chip           an amount that the chips in use cannot make
18. not_enough_chips      a stake greater than the player's chips, if the session knows them
19. not_enough_cash       chips for more than the player's remaining cash, if the session knows it
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from novamas.errors import Figure, NovamasError


class Refusal(Struct, frozen=True):
    """The reason why an act is not lawful now. For a dial out of range, it includes the allowed values."""

    code: str
    clause: str
    dial: str = ""  # the field of the act that is wrong, such as `cents`
    given: int | str | None = None
    least: int | None = None
    most: int | None = None
    step: int | None = None
    near: tuple[str, ...] = ()  # similar values that are allowed
    figures: Mapping[str, Figure] = {}  # other values that its text shows


class Refused(NovamasError):
    """Raised when a deed is not lawful. `game` selects the game's own texts, if it has any."""

    def __init__(self, refusal: Refusal, game: str = "") -> None:
        super().__init__(refusal.code, clause=refusal.clause or None)
        self.refusal = refusal
        self.game = game

    def __reduce__(self) -> tuple[type[Refused], tuple[Refusal, str]]:
        return Refused, (self.refusal, self.game)
