"""A refused act gets a specific reason, not only «not now».

The search plays random lawful deeds at a small table of every game. In each phase the acting player and a
neighbour try every kind of act that occurred so far. The test counts phases and verbs that are refused with a
bare `not_now`. Each bound is the last count: it may go down, never up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from tests.support.every_game import GAMES, played

from novamas.law.texts import LANGUAGES
from novamas.table.deeds import Act
from novamas.table.phases import AnyPhase
from novamas.table.refusals import Refusal
from novamas.table.roles import CROUPIER, FLOOR, NOBODY
from novamas.testing.rehearsal import rehearse
from novamas.words import voice_for
from novamas.words.problems import refused

STEPS, ENOUGH = 600, 25  # deeds of blind play, and how often each moment is looked at

BOUNDS = {  # the rest are mostly calls of the croupier out of order; the refusal names the allowed ones
    "bacara_dos_panos": 45, "blackjack": 2, "chemin_de_fer": 46, "craps": 1, "cubierto": 6,
    "pai_gow_domino": 14, "pai_gow_poker": 12, "punto_y_banca": 1,
}  # fmt: skip


def asked(slug: str) -> Iterator[tuple[AnyPhase, Act, Refusal]]:
    """Yield refusals: each kind of act met so far, tried by the player whose turn it is and the next seat."""
    met: dict[type[Act], Act] = {}
    looked = Counter[str]()
    for session in played(slug, 14, STEPS, incidents=0.02):
        deed, phase = session.deeds[-1], session.phase
        if isinstance(deed, Act):
            met[type(deed)] = deed
        looked[phase.tag()] += 1
        if looked[phase.tag()] > ENOUGH or phase.turn is NOBODY:
            continue
        first = phase.turn if isinstance(phase.turn, int) else 1
        for act in met.values():
            for who in (first, first % phase.seats() + 1) if isinstance(act.by, int) else (act.by,):
                wanted = replace(act, by=who)
                if (refusal := session.why_not(wanted)) is not None:
                    yield phase, wanted, refusal


@pytest.mark.parametrize("slug", GAMES)
def test_few_moments_are_left_that_say_no_more_than_not_now(slug: str) -> None:
    bare = set[tuple[str, str, str]]()
    for phase, act, refusal in asked(slug):
        if refusal.code == "not_now":
            who = "croupier" if act.by is CROUPIER else "floor" if act.by is FLOOR else "player"
            bare.add((phase.tag(), act.verb(), who))
            for language in LANGUAGES:
                assert refused(refusal, voice_for(language, slug))
    assert len(bare) <= BOUNDS.get(slug, 0), sorted(bare)


FIRST_EVENING = [  # the phase in which a person tries an act
    ("ruleta", "IB05", "Waiting", "croupier launch", "not_open", "IB05.01.IV.3.b.1"),
    ("blackjack", "IB05", "Waiting", "s1 stand", "not_open", ""),
    ("blackjack", "IB05", "Cutting", "s1 hit", "no_shoe", "IB05.03.V.3.b.2"),
    ("blackjack", "IB05", "Betting", "s1 hit", "bets_first", ""),
    ("blackjack", "IB05", "Betting", "s1 cut", "shoe_not_ended", "IB05.03.V.3.c.3"),
    ("tres_cartas", "IB09", "Betting", "s1 go", "bets_first", ""),
    ("sin_descarte", "IB05", "Betting", "s1 fold", "bets_first", ""),
    ("trijoker", "IB05", "Betting", "s1 leave apuesta_1", "bets_first", ""),
    ("holdem_bonus", "AR10", "Betting", "s1 check", "bets_first", ""),
    ("pai_gow_poker", "IB09", "Offering", "s2 take_bank 500", "bank_offered", "IB09.16.VII.11"),
    ("pai_gow_poker", "IB09", "Offering", "croupier no_va_mas", "bank_offered", "IB09.16.VII.11"),
    ("pai_gow_poker", "IB09", "Waiting", "s1 take_bank 500", "bank_not_offered", ""),
    ("craps", "IB05", "Betting", "s2 take_dice", "dice_with_shooter", "IB05.06.IV.3.2"),
    ("holdem", "IB09", "Gathering", "s1 check", "no_hand", ""),
    ("holdem", "IB09", "Gathering", "s1 rest", "no_game", "IB09.12.VII.1"),
]


@pytest.mark.parametrize(("slug", "norm", "at", "line", "code", "clause"), FIRST_EVENING)
def test_what_a_newcomer_asks_too_early(
    slug: str, norm: str, at: str, line: str, code: str, clause: str
) -> None:
    table = rehearse(slug, norm, **({"player_bank": True} if slug.startswith("pai_gow") else {}))
    for _ in range(20):
        if table.at != at:
            table.step()
    assert table.at == at
    refusal = table.refused(line, code, clause)
    for language in LANGUAGES:
        assert refusal.clause in refused(refusal, voice_for(language, slug))


def test_who_may_do_something_else_is_told_what() -> None:
    table = rehearse("pai_gow_domino", "CM16", seats=2)
    table.play("croupier hagan_juego; s1 bet casilla:1 500; croupier no_va_mas")
    refusal = table.refused("croupier expose", "not_now")
    assert refusal.figures["may"] == ("make_hands",)
    said = refused(refusal, voice_for("es", "pai_gow_domino"))
    assert said.startswith("Esto no se puede hacer ahora. Sí se puede: «")
