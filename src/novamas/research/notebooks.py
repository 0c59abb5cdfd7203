"""Display of tables, hands, odds and simulations in notebooks: `%load_ext novamas.research`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from html import escape
from typing import Any

from novamas.documents import Document, Keys, Paragraph, Rows
from novamas.hands import Hand
from novamas.house.simulation.document import simulation_document
from novamas.house.simulation.sessions_document import sessions_document
from novamas.house.sitting import Sitting
from novamas.law.texts import Language
from novamas.odds.report import BetOdds
from novamas.record import Record
from novamas.sim.sessions import SessionsReport
from novamas.sim.simulation import SimulationReport
from novamas.table.roles import write_who
from novamas.words import Voice, voice_for

MAX_ROWS = 60


def table_html(titles: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> str:
    """Return rows of text as an HTML table."""
    head = "".join(f"<th>{escape(title)}</th>" for title in titles)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in list(rows)[:MAX_ROWS]
    )
    caption_html = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{caption_html}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def of_sitting(sitting: Sitting, voice: Voice) -> str:
    """Return a session as seat 1 sees it: its chips and cards, and whose turn it is."""
    view, own = sitting.view(1), voice.under(sitting.table.frame)
    name = f"{own.game_name(sitting.table.game.slug)} · {sitting.table.frame.norm} · {own.phase(view.phase)}"
    chips = [(write_who(seat), own.bet(bet), own.money(cents)) for seat, bet, cents in view.chips]
    piles = [
        (
            own.owner(pile.owner),
            own.cards(held.card for held in pile.cards),
            "",
        )
        for pile in view.piles
    ]
    return table_html(("", "", write_who(view.turn)), [*chips, *piles], name)


def of_odds(odds: BetOdds, voice: Voice) -> str:
    """Return the edge of a bet, and the probability of each outcome."""
    edge = f"{voice.text('par.edge')}: {voice.percent(odds.edge, 5)} ({odds.edge})"
    titles = (voice.text("par.net"), voice.text("par.chance"), "")
    rows = [
        (voice.decimal(net), voice.percent(chance, 5), _short(chance))
        for net, chance in odds.distribution or ()
    ]
    return table_html(titles, rows, edge)


def _short(chance: Fraction) -> str:
    return str(chance) if chance.denominator < 10**9 else ""


def of_hand(hand: Hand, voice: Voice) -> str:
    """Return a hand: its cards, the croupier's call, and the clause that ranks the hand."""
    return table_html((voice.cards(hand.cards),), [(hand.call,), (hand.clause,)])


def of_record(record: Record, voice: Voice) -> str:
    """Return a summary of a record: game, norm, and number of deeds."""
    own = voice.under(record.table.frame)
    cells = (own.game_name(record.table.game.slug), record.table.frame.norm, str(len(record.deeds)))
    return table_html(cells, [])


def of_document(document: Document) -> str:
    """Return the tables and sentences of a document, without the surrounding page."""
    parts = [f"<h4>{escape(document.title)}</h4>"]
    for block in document.blocks:
        if isinstance(block, Rows):
            parts.append(table_html(block.columns, block.rows))
        elif isinstance(block, Paragraph):
            parts.append(f"<p>{escape(block.text)}</p>")
        elif isinstance(block, Keys):
            keys = " · ".join(f"{escape(key.name)}: <b>{escape(key.value)}</b>" for key in block.keys)
            parts.append(f"<p>{keys}</p>")
    return "".join(parts)


def of_simulation(found: SimulationReport, voice: Voice) -> str:
    """Return the report of simulated rounds."""
    return of_document(simulation_document([found], voice.at(found.game)))


def of_sessions(found: SessionsReport, voice: Voice) -> str:
    """Return the report of simulated sessions."""
    return of_document(sessions_document(found, voice.at(found.game)))


SHOWN: dict[type[Any], Callable[[Any, Voice], str]] = {
    Sitting: of_sitting,
    BetOdds: of_odds,
    Hand: of_hand,
    Record: of_record,
    SimulationReport: of_simulation,
    SessionsReport: of_sessions,
}


def html_of(thing: object, language: Language = "en") -> str:
    """Return a value as HTML. `SHOWN` lists the types that can be displayed."""
    return SHOWN[type(thing)](thing, voice_for(language))


def load_ipython_extension(shell: Any, language: Language = "en") -> None:
    """Register the HTML display of tables, hands, odds, records and simulations in a notebook."""
    formatter = shell.display_formatter.formatters["text/html"]
    for kind in SHOWN:
        formatter.for_type(kind, lambda thing: html_of(thing, language))
