"""The report on simulated sessions: how players ended, and their results along the way."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import novamas
from novamas.documents import Bars, Block, Document, Key, Keys, Paragraph, Rows
from novamas.house.simulation.document import SHOWN_HASH
from novamas.house.simulation.text import wager_text
from novamas.sim.sessions import SessionsReport
from novamas.words import Voice

ENDS = ("ruined", "reached", "over", "done")
MONEY = ("result", "drawdown")  # the other rows are numbers of rounds


def sessions_document(found: SessionsReport, voice: Voice) -> Document:
    """Return the report on the sessions at a table in the voice's language."""
    name, voice = voice.game_name(found.game), voice.at(voice.game, found.norm)
    return Document(
        language=voice.language,
        title=voice.say("simulate.sessions_title", game=name[:1].upper() + name[1:]),
        about=voice.say("par.about", norm=found.norm, edition=found.edition[:SHOWN_HASH]),
        blocks=tuple(_blocks(found, voice)),
        foot=voice.say("simulate.foot", version=novamas.__version__, seed=found.seed),
    )


def _blocks(found: SessionsReport, voice: Voice) -> Iterator[Block]:
    yield Paragraph(_asked(found, voice))
    ends = {end: getattr(found, end) for end in ENDS}
    yield Keys(
        (
            *(
                Key(voice.text(f"simulate.{end}"), voice.percent(part, 3))
                for end, part in ends.items()
                if part
            ),
            Key(voice.text("simulate.mean_won"), voice.gain(round(found.mean))),
            Key(voice.text("simulate.mean_staked"), voice.money(round(found.staked))),
        )
    )
    expected = round(found.edge * found.staked)
    yield Paragraph(voice.say("simulate.house_keeps", edge=voice.percent(found.edge, 5), expected=expected))
    yield Paragraph(voice.text("simulate.fared"), is_note=True)
    parts = tuple(voice.percent(Fraction(str(share)), 0) for share, _ in found.result)
    rows = tuple(
        (
            voice.text(f"simulate.fared_{what}"),
            *((voice.money if what in MONEY else voice.number)(most) for _, most in getattr(found, what)),
        )
        for what in (*MONEY, "rounds", "losing")
    )
    yield Rows(("", *parts), rows, figures=tuple(range(1, len(parts) + 1)))
    bars = tuple(
        (voice.text(f"simulate.{end}"), float(part), voice.percent(part, 1)) for end, part in ends.items()
    )
    yield Bars(voice.say("simulate.came", bet=wager_text(found.bet, voice)), bars)


def _asked(found: SessionsReport, voice: Voice) -> str:
    """Return the plan of the sessions as sentences."""
    plan = found.evening
    sentences = [
        voice.say(
            "simulate.evening",
            players=found.players,
            purse=plan.purse,
            bet=wager_text(found.bet, voice),
            unit=found.unit,
            most=found.most,
            system=voice.text(f"simulate.system_{plan.system}"),
            rounds=plan.rounds,
        )
    ]
    if plan.target is not None:
        sentences.append(voice.say("simulate.evening_target", target=plan.target))
    return " ".join(sentences)
