"""Hand histories in the PHH format: one hand of poker as TOML (`.phh`), or many, numbered (`.phhs`).

The format counts in units of any currency. Here a unit is a hundred céntimos, so that amounts are whole
numbers. Players are numbered from 1 in order of position. Fields that novamas does not use are kept and
written back.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, time
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from tomllib import TOMLDecodeError
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from novamas.equipment.cards import card as card_named
from novamas.equipment.cards import name as card_name
from novamas.errors import InvalidInput
from novamas.record.bounded_files import read_bounded
from novamas.toml_text import load

UNIT = 100  # céntimos in one unit of a hand history
DEALER = 0
HOLE, BOARD, BRING_IN, RAISE, CALL = "dh", "db", "pb", "cbr", "cc"
FOLD, DRAW, SHOW = "f", "sd", "sm"
SAME = "-"  # shows the cards as dealt, without naming them

Cards = tuple[int | None, ...]  # None is a card unknown to the history

AMOUNTS = ("bring_in", "small_bet", "big_bet", "min_bet")
BLINDS, TRIMS = "blinds_or_straddles", "ante_trimming_status"
MAX_UNITS = 10**13  # limit of an amount in a hand
_PARTS = re.compile(r"\s*(?:(d|p\d{1,3})\s+([a-z]+)((?:\s+[^\s#]+)*))?\s*(?:#\s*(.*?))?\s*")
MAX_VALUES = 2_000_000  # of a file: fifty thousand hands
LONG_HAND = 500  # lines, beyond which the wrong one is not looked for by trying
_AT_LINE = re.compile(r"at line (\d+)")
_FEW_WORDS = {BRING_IN: 0, CALL: 0, FOLD: 0, RAISE: 1, BOARD: 1, HOLE: 2}


class Action(Struct, frozen=True):
    """One line of a hand: the actor (0 is the croupier), the action with its details, and a comment."""

    by: int
    does: str  # the format's abbreviation, empty if there is only a remark
    to: int = 0
    cards: Cards | None = None
    cents: int = 0
    same: bool = False  # shows the cards as dealt
    remark: str = ""


class History(Struct, frozen=True, kw_only=True):
    """One hand. Amounts are in céntimos, and amounts of players are in the order of the players."""

    variant: str
    antes: tuple[int, ...]
    stacks: tuple[int | None, ...]  # None is a stack unknown to the history
    actions: tuple[Action, ...]
    blinds: tuple[int, ...] = ()
    posts: tuple[int, ...] = ()  # of players who join in between; they do not change who speaks first
    trims: bool | None = None  # whether an unmatched part of an ante is returned. By default it is not
    bring_in: int = 0
    small_bet: int = 0
    big_bet: int = 0
    min_bet: int = 0
    finishing: tuple[int, ...] | None = None
    players: tuple[str, ...] = ()
    more: Mapping[str, Any] = {}  # other fields, as in TOML

    @property
    def count(self) -> int:
        """The number of players in the hand."""
        return len(self.stacks)


# ---------------------------------------------------------------- reading


def read_histories(path: Path) -> Iterator[tuple[str, History]]:
    """Yield the hands of a file, each named like the file, with a number if there are several."""
    try:
        text = read_bounded(path).decode("utf-8")
    except OSError as fault:
        raise InvalidInput("no_history", path=str(path), errno=fault.errno) from None
    except UnicodeDecodeError:
        raise InvalidInput("no_history", text_key="history_no_text", path=str(path)) from None
    try:
        found = _toml_of(text, path)
    except TOMLDecodeError:
        line = _first_wrong_line(text)
        raise InvalidInput("no_history", text_key="history_no_toml", path=str(path), line=line) from None
    if not found:
        raise InvalidInput("no_history", text_key="history_empty", path=str(path))
    if "variant" in found:
        yield str(path), history_of(found, str(path))
        return
    for number, fields in found.items():
        where = f"{path} [{number}]"
        if not isinstance(fields, dict):
            raise InvalidInput("no_variant", path=str(path))
        yield where, history_of(fields, where)


def _toml_of(text: str, path: Path | None = None) -> dict[str, Any]:
    return load(text, path, parse_float=Decimal, most=MAX_VALUES)


def _first_wrong_line(text: str) -> int:
    """Return the first line of a file that is not valid TOML, counted from 1."""
    lines = text.split("\n")
    hands = [0, *(place for place, line in enumerate(lines) if place and line.startswith("[")), len(lines)]
    last = bisect_left(hands, True, lo=1, key=lambda end: not _is_toml(lines[:end]))
    start, end = hands[last - 1], hands[min(last, len(hands) - 1)]
    if _is_toml(lines[start:end]):
        return start + 1  # the number of this hand was used before
    if end - start > LONG_HAND:
        found = _AT_LINE.search(_fault_in(lines[start:end]))
        return start + (int(found[1]) if found else 1)
    return next(place for place in range(end, start, -1) if _is_toml(lines[start : place - 1]))


def _is_toml(lines: Iterable[str]) -> bool:
    return not _fault_in(lines)


def _fault_in(lines: Iterable[str]) -> str:
    """Return the parser's message on these lines, or nothing if they are valid."""
    try:
        _toml_of("\n".join(lines))
    except TOMLDecodeError as fault:
        return str(fault)
    return ""


def history_of(fields: Mapping[str, Any], where: str) -> History:
    """Return the hand with these fields. If one is missing or malformed, raise an error that names it."""
    left = dict(fields)

    def take(name: str, *, needed: bool = False) -> Any:
        if needed and name not in left:
            raise InvalidInput("field_missing", where=where, field=name)
        return left.pop(name, None)

    def amounts(name: str, *, needed: bool = False, signed: bool = False) -> tuple[int | None, ...] | None:
        values = take(name, needed=needed)
        if values is None:
            return None
        if not isinstance(values, list):
            raise InvalidInput("not_amounts", where=where, field=name)
        return tuple(_cents(value, f"{where}: {name}", signed=signed) for value in values)

    variant = str(take("variant", needed=True))
    stacks = amounts("starting_stacks", needed=True) or ()
    lines = take("actions", needed=True)
    if not isinstance(lines, list):
        raise InvalidInput("not_actions", where=where)
    single = {name: _known(_cents(take(name) or 0, f"{where}: {name}"), name, where) for name in AMOUNTS}
    lists = {
        name: None if found is None else tuple(_known(one, name, where) for one in found)
        for name in ("antes", BLINDS, "finishing_stacks")
        for found in [amounts(name, needed=name == "antes", signed=name == BLINDS)]
    }
    trims = take(TRIMS)
    if not isinstance(trims, bool | None):
        raise InvalidInput("not_a_flag", where=where, field=TRIMS, given=str(trims))
    named = take("players")
    if not isinstance(named, list | None):
        raise InvalidInput("not_names", where=where, field="players")
    players = tuple(map(str, named or ()))
    for name, values in [*lists.items(), ("players", players)]:
        if values and len(values) != len(stacks):
            raise InvalidInput(
                "wrong_number", where=where, field=name, given=len(values), players=len(stacks)
            )
    by_position = lists[BLINDS] or ()
    posts = tuple(max(-cents, 0) for cents in by_position)
    return History(
        variant=variant,
        antes=lists["antes"] or (),
        blinds=tuple(max(cents, 0) for cents in by_position),
        posts=posts if any(posts) else (),
        trims=trims,
        stacks=stacks,
        actions=tuple(read_action(str(line), where, len(stacks)) for line in lines),
        finishing=lists["finishing_stacks"],
        players=players,
        more=left,
        **single,
    )


def read_action(line: str, where: str, players: int) -> Action:
    """Return the action in a line. If it is malformed, raise an error with the name of the hand."""
    try:
        return _action(line, players)
    except InvalidInput as fault:
        raise InvalidInput(fault.code, text_key="in_history", where=where, why=fault) from None


@lru_cache(maxsize=100_000)
def _action(line: str, players: int) -> Action:
    """Return the action in a line. It is cached, because most lines recur in a large file."""
    found = _PARTS.fullmatch(line)
    if found is None:
        raise InvalidInput("action_unreadable", line=line)
    actor, does, rest, remark = found.groups()
    if actor is None:
        return Action(DEALER, "", remark=remark or "")
    by = DEALER if actor == "d" else int(actor[1:])
    words = rest.split()
    if by > players or (by == DEALER) != (does in (HOLE, BOARD)):
        raise InvalidInput("nobody", line=line, actor=actor, players=players)
    if does not in (DRAW, SHOW) and len(words) != _FEW_WORDS.get(does, -1):
        raise InvalidInput("action_unreadable", line=line)
    action = Action(by, does, remark=remark or "")
    if does == RAISE:
        cents = _known(_cents(_number(words[0], line), line), does, line)
        return replace(action, cents=cents)
    if does == HOLE:
        to = int(words[0][1:]) if re.fullmatch(r"p\d{1,3}", words[0]) else 0
        if not 1 <= to <= players:
            raise InvalidInput("nobody", text_key="deals_to_nobody", line=line, players=players)
        return replace(action, to=to, cards=_cards(words[1], line))
    if words == [SAME] and does == SHOW:
        return replace(action, same=True)
    return replace(action, cards=_cards("".join(words), line)) if words else action


def _number(word: str, where: str) -> Decimal:
    try:
        return Decimal(word)
    except ArithmeticError:
        raise InvalidInput("not_an_amount", where=where, given=word) from None


def _cents(value: object, where: str, *, signed: bool = False) -> int | None:
    """Return an amount in céntimos, or None for infinity, which marks an unknown amount in a history."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise InvalidInput("not_an_amount", where=where, given=str(value))
    if isinstance(value, Decimal):
        if value.is_infinite() and value > 0:
            return None
        if value.is_nan():
            raise InvalidInput("not_an_amount", text_key="not_hundredths", where=where, given=str(value))
    if not -MAX_UNITS <= value <= MAX_UNITS:
        raise InvalidInput("not_an_amount", text_key="amount_too_large", where=where, most=MAX_UNITS * UNIT)
    if isinstance(value, Decimal) and value != value.quantize(Decimal("0.01")):
        raise InvalidInput("not_an_amount", text_key="not_hundredths", where=where, given=str(value))
    cents = int(value * UNIT)
    if cents < 0 and not signed:
        raise InvalidInput("not_an_amount", text_key="below_nothing", where=where, given=str(value))
    return cents


def _known(cents: int | None, name: str, where: str) -> int:
    if cents is None:
        raise InvalidInput("not_an_amount", text_key="amount_unknown", where=where, field=name)
    return cents


def _cards(text: str, line: str) -> Cards:
    if len(text) % 2:
        raise InvalidInput("card_unreadable", text_key="half_a_card", line=line)
    pairs = [text[place : place + 2] for place in range(0, len(text), 2)]
    try:
        return tuple(None if pair == "??" else card_named(pair) for pair in pairs)
    except InvalidInput as fault:
        raise InvalidInput(fault.code, text_key="in_history", where=line, why=fault) from None


# ---------------------------------------------------------------- writing


def write_history(history: History) -> str:
    """Return a hand as the text of a file."""
    fields: dict[str, Any] = {"variant": history.variant}
    if history.trims is not None:
        fields[TRIMS] = history.trims
    fields["antes"] = _amounts(history.antes)
    if history.blinds:
        posts = history.posts or (0,) * history.count
        fields[BLINDS] = _amounts(blind - post for blind, post in zip(history.blinds, posts, strict=True))
    fields |= {name: _amount(cents) for name in AMOUNTS if (cents := getattr(history, name))}
    fields["starting_stacks"] = _amounts(history.stacks)
    fields["actions"] = [write_action(action) for action in history.actions]
    if history.finishing is not None:
        fields["finishing_stacks"] = _amounts(history.finishing)
    if history.players:
        fields["players"] = list(history.players)
    fields |= history.more
    return "".join(f"{_key(name)} = {_toml(value)}\n" for name, value in fields.items())


def write_histories(histories: Iterable[History]) -> str:
    """Return several hands as the text of one file, numbered from 1."""
    return "\n".join(f"[{n}]\n{write_history(each)}" for n, each in enumerate(histories, start=1))


def write_action(action: Action) -> str:
    """Return an action as one line."""
    words: list[str] = []
    if action.does:
        words = ["d" if action.by == DEALER else f"p{action.by}", action.does]
    if action.to:
        words.append(f"p{action.to}")
    if action.does == RAISE:
        words.append(str(_amount(action.cents)))
    if action.same:
        words.append(SAME)
    elif action.cards is not None:
        words.append("".join("??" if card is None else card_name(card) for card in action.cards))
    if action.remark:
        words.append(f"# {action.remark}")
    return " ".join(words)


def _amount(cents: int | None) -> int | Decimal:
    if cents is None:
        return Decimal("inf")
    return Decimal(cents).scaleb(-2).normalize() if cents % UNIT else cents // UNIT


def _amounts(values: Iterable[int | None]) -> list[int | Decimal]:
    return [_amount(value) for value in values]


def _toml(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case Decimal():
            if not value.is_finite():
                return "nan" if value.is_nan() else "inf" if value > 0 else "-inf"
            text = f"{value:f}"
            return text if "." in text else f"{text}.0"
        case int():
            return str(value)
        case date() | time():
            return value.isoformat()
        case list():
            return f"[{', '.join(map(_toml, value))}]"
        case dict():
            return "{" + ", ".join(f"{_key(name)} = {_toml(one)}" for name, one in value.items()) + "}"
        case _:
            return _text(str(value))


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _text(name)


def _text(text: str) -> str:
    return msgspec.json.encode(text).decode().replace("\x7f", "\\u007f")
