"""Texts of an audit: each departure as a sentence, and as steps from the cards to the law.

A departure is any object with the fields of `novamas.house.audit.departures`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, TypeAlias

from novamas.equipment.draws import read_draw
from novamas.errors import NovamasError
from novamas.hands import best_hand
from novamas.record.claims import UNSEEN
from novamas.table.deeds import Drawn
from novamas.table.events import Came, Dealt, Event, Owner, Shown
from novamas.table.game import Table
from novamas.table.refusals import Refused
from novamas.words.events import rate_text, result_text
from novamas.words.hands import hand_text
from novamas.words.problems import cited
from novamas.words.transcript import deed_line
from novamas.words.voice import BACK, Voice, capital
from novamas.words.why import arithmetic

Departure: TypeAlias = Any
BOARD = "board"


def place_text(found: Departure, voice: Voice) -> str:
    """Return where a departure occurred: file, line, round, table and croupier."""
    is_action = found.file.endswith((".phh", ".phhs"))
    parts = [voice.say("audit.at_action" if is_action else "audit.at", file=found.file, line=found.line)]
    if is_action and not found.line:
        parts = [str(found.file)]
    for name in ("round", "table", "croupier"):
        if value := getattr(found, name):
            parts.append(voice.say(f"audit.{name}", **{name: value}))
    return " · ".join(parts)


def departure_text(found: Departure, voice: Voice) -> str:
    """Return one to three sentences on a departure: the problem, its clause, and each player's gain."""
    sentences = [_sentence(found, voice)]
    if found.gained:
        sentences.append(voice.say(f"audit.gained_{found.gained}", gain=found.gain))
    if found.cents and not (found.gained and found.cents == found.gain):
        sentences.append(voice.say("audit.at_stake", cents=found.cents))
    return " ".join(sentences)


def _sentence(found: Departure, voice: Voice) -> str:
    own = _of_kind(found, voice)
    if own:
        return cited(own, [found.clause])
    why = found.problem.figures.get("why") if found.problem is not None else None
    if isinstance(why, Refused) and found.found:
        return voice.say("audit.refused", deed=_deed(found, voice), why=why)
    assert found.problem is not None
    return voice.error(found.problem)


def _of_kind(found: Departure, voice: Voice) -> str:
    """Return the text for this kind of departure, or an empty string if the engine's message suffices."""
    if found.due is not None and found.seat is not None:
        code = "payout_irregular" if found.kind == "misapplied_irregularity" else "payout"
        figures = {"who": found.seat, "due": found.due, "claimed": found.claimed}
        if not found.bet:
            return capital(voice.say("audit.stack", **figures))
        return capital(voice.say(f"audit.{code}", bet=found.bet, stake=found.stake, **figures))
    match found.kind:
        case "missing_step" if found.found:
            return voice.say("audit.missing_step", deed=_deed(found, voice))
        case "missing_burn":
            code = "missing_burn_before" if found.found else "missing_burn"
            return voice.say(f"audit.{code}", found=card_text(found.found, voice))
        case "card_out_of_order" if found.problem is None:
            return _disorder(found, voice)
        case "impossible_card" if found.problem is None or isinstance(found.deed, Drawn):
            return voice.say("audit.impossible", found=card_text(found.found, voice))
        case "other_draw" if found.expected and found.clause:
            drawn, expected = card_text(found.found, voice), card_text(found.expected, voice)
            return voice.say("audit.other_draw", found=drawn, expected=expected)
    return ""


def _deed(found: Departure, voice: Voice) -> str:
    """Return the text of the deed of a departure. A draw is quoted from the file."""
    if found.deed is None or isinstance(found.deed, Drawn):
        return str(found.found)
    with suppress(AssertionError, LookupError):  # a nonsensical deed has no text
        return deed_line(found.deed, voice).removesuffix(".")
    return str(found.found)


def card_text(word: str, voice: Voice) -> str:
    """Return the text of a card and its owner from a word such as `punto=9h`.

    A word that is not a card is returned unchanged.
    """
    owner, _, card = word.rpartition("=")
    if not owner and card.isdecimal():
        return word  # the number of a wheel
    with suppress(NovamasError):
        shown = BACK if card == UNSEEN else voice.cards([read_draw(card)])
        whose = int(owner) if owner.isdecimal() and len(owner) < 4 else owner
        return f"{voice.owner(whose)} {shown}" if owner else shown
    return word


def _disorder(found: Departure, voice: Voice) -> str:
    expected, drawn = card_text(found.expected, voice), card_text(found.found, voice)
    if found.expected and found.found:
        return capital(voice.say("audit.out_of_order", expected=expected, found=drawn))
    if found.expected:
        return voice.say("audit.card_missing", expected=expected)
    if found.found:
        return voice.say("audit.card_too_many", found=drawn)
    return voice.text("audit.any_card_missing")


# ---------------------------------------------------------------- the chain from cards to law


def chain_text(found: Departure, table: Table | None, voice: Voice) -> Iterator[str]:
    """Yield the steps of a departure: cards or number, rank, rule, clauses, arithmetic."""
    yield place_text(found, voice)
    yield f"  {voice.named('departures', found.kind)}"
    yield f"  {departure_text(found, voice)}"
    for came in _came(found.showed, table, voice):
        yield f"  {voice.text('audit.came')}: {came}"
    paid = found.payment
    if paid is not None:
        rate = "" if paid.rate is None else f" · {rate_text(paid.rate, voice)}"
        yield f"  {voice.text('audit.rule')}: {voice.bet(paid.bet)}{rate}"
        yield f"  {voice.text('audit.reckoning')}: {arithmetic(paid, voice)}"
    elif found.due is not None and found.bet:
        yield f"  {voice.text('audit.nothing_due')}"
    if found.due is not None:
        yield "  " + voice.say(
            "audit.difference", due=found.due, claimed=found.claimed, cents=abs(found.claimed - found.due)
        )
    for id in dict.fromkeys((*(paid.clauses if paid is not None else ()), found.clause)):
        if id:
            text = voice.clause(id)
            yield f"  {id}: {text.says}"
            if text.reading:
                yield f"    {voice.say('why.our_reading', applies=text.reading.applies)}"


def _came(events: Iterable[Event], table: Table | None, voice: Voice) -> Iterator[str]:
    """Yield the text of a result on the table: a number, or the cards of each owner and their rank."""
    cards: dict[Owner, tuple[int, ...]] = {}
    for event in events:
        match event:
            case Came(result):
                yield result_text(result, voice)
            case Dealt(owner, int(card), True):
                cards[owner] = (*cards.get(owner, ()), card)
            case Shown(owner, shown):
                new = tuple(card for card in shown if card is not None and card not in cards.get(owner, ()))
                cards[owner] = (*cards.get(owner, ()), *new)
    board = cards.get(BOARD, ())
    for owner, held in cards.items():
        rank = _rank(held, board if owner != BOARD else (), table, voice)
        yield f"{capital(voice.owner(owner))} {voice.cards(held)}{f' · {rank}' if rank else ''}"


def _rank(cards: tuple[int, ...], board: tuple[int, ...], table: Table | None, voice: Voice) -> str:
    """Return the rank or the points of some cards, or an empty string if they have none."""
    if table is None:
        return ""
    ranking = getattr(table.opening.felt, "ranking", None)
    with suppress(NovamasError, AssertionError, LookupError, ValueError):
        if ranking is not None:
            return hand_text(best_hand(ranking, cards, board), voice)
        if table.game.points is not None:
            return str(table.game.points(cards).points)
    return ""
