"""Refusals: an unlawful act is answered with a code, a clause and figures, and changes nothing.

Where several would apply, the first of this order is given:

 1. no_deed               something that is no deed at all
 2. not_yours             a deed of somebody else than who speaks (`Session.submit`): nothing more is said
 3. stale                 a deed meant at another state than the present one (`Session.submit`)
 4. wrong_part            a deed one of whose parts is none: of another kind, or larger than anybody means
 5. not_whole             an amount that is not a whole number of céntimos
 6. closed                the session is over, in the phase's own words where the law has them
 7. no_such_seat          nobody sits there
 8. cannot_have_happened  an incident that cannot occur at this moment
 9. not_chance            a draw when nothing is to be drawn
10. cannot_be_drawn       a draw that is not there to be drawn
11. the phase's own       an act that is not offered, where the law has words for it (`Phase.reason`)
12. not_your_turn         an act by somebody for whom nothing is offered now
13. not_now               an act that is not offered now
14. not_listed            a thing that is not on the closed list
15. below_minimum         an amount under the least
16. above_maximum         an amount over the most
17. broken_chip           an amount that the chips in use cannot make
18. not_enough_chips      a stake the player has not the chips for (the live table alone knows purses)
19. not_enough_cash       chips the player has not the cash for (where it is known what he brought)
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
