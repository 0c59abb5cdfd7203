"""Refusals: an unlawful act is answered with a code, a clause and figures, and changes nothing.

Where several would apply, the first of this order is given:

 1. not_yours             a deed of somebody else than who speaks (`Session.submit`): nothing more is said
 2. stale                 a deed meant at another state than the present one (`Session.submit`)
 3. closed                the session is over, in the phase's own words where the law has them
 4. no_such_seat          nobody sits there
 5. cannot_have_happened  an incident that cannot occur at this moment
 6. not_chance            a draw when nothing is to be drawn
 7. cannot_be_drawn       a draw that is not there to be drawn
 8. the phase's own       an act that is not offered, where the law has words for it (`Phase.reason`)
 9. not_your_turn         an act by somebody for whom nothing is offered now
10. not_now               an act that is not offered now
11. not_listed            a thing that is not on the closed list
12. not_whole             an amount that is not a whole number of céntimos
13. below_minimum         an amount under the least
14. above_maximum         an amount over the most
15. broken_chip           an amount that the chips in use cannot make
16. not_enough_chips      a stake the player has not the chips for (the live table alone knows purses)
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from novamas.errors import Figure, NovamasError


class Refusal(Struct, frozen=True):
    """Why an act is not lawful now; where a dial was turned too far, with what it may show."""

    code: str
    clause: str
    dial: str = ""  # the part of the act that is at fault, such as `cents`
    given: int | str | None = None
    least: int | None = None
    most: int | None = None
    step: int | None = None
    near: tuple[str, ...] = ()  # what may have been meant
    figures: Mapping[str, Figure] = {}  # what else its sentence tells


class Refused(NovamasError):
    """Somebody tried all the same, at a table of this game, which may have words of its own for it."""

    def __init__(self, refusal: Refusal, game: str = "") -> None:
        super().__init__(refusal.code, clause=refusal.clause or None)
        self.refusal = refusal
        self.game = game

    def __reduce__(self) -> tuple[type[Refused], tuple[Refusal, str]]:
        return Refused, (self.refusal, self.game)
