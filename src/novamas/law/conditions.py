"""Conditions of the law on a set-up, as written in the figures: `minimum >= authorised_minimum`.

The evaluation is safe. A condition can name the house's choices and, by dotted path, the figures of the
same game. It can call only the functions listed here. It computes with whole numbers and fractions, never
with floats.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from math import ceil, floor
from typing import Any

from novamas.errors import NovamasError, quoted
from novamas.law.figures import Table

MAX_LENGTH = 1_000  # characters: three times the longest condition of ours
_CALLS: dict[str, Callable[..., Any]] = {"min": min, "max": max, "ceil": ceil, "floor": floor, "len": len}


def _number(value: Any) -> Any:
    """Return a number. Raise an error for a text, because Python would multiply it by repeating it."""
    if not isinstance(value, int | Fraction):
        raise TypeError(f"{value!r} is no number")
    return value


_COUNTING: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: lambda one, other: one + other,
    ast.Sub: lambda one, other: one - other,
    ast.Mult: lambda one, other: _number(one) * _number(other),
    ast.Div: lambda one, other: Fraction(one) / Fraction(other),
    ast.FloorDiv: lambda one, other: one // other,
    ast.Mod: lambda one, other: one % other,
}
_COMPARING: dict[type[ast.AST], Callable[[Any, Any], bool]] = {
    ast.Eq: lambda one, other: one == other,
    ast.NotEq: lambda one, other: one != other,
    ast.Lt: lambda one, other: one < other,
    ast.LtE: lambda one, other: one <= other,
    ast.Gt: lambda one, other: one > other,
    ast.GtE: lambda one, other: one >= other,
    ast.In: lambda one, other: one in other,
    ast.NotIn: lambda one, other: one not in other,
}


_ALLOWED = (
    *(ast.Constant, ast.Name, ast.Attribute, ast.Tuple, ast.List, ast.UnaryOp, ast.Not, ast.USub, ast.BinOp),
    *(ast.BoolOp, ast.And, ast.Or, ast.IfExp, ast.Compare, ast.Load),
)


class ConditionFault(NovamasError, ValueError):
    """Raised when a condition cannot be parsed or evaluated."""


def value_of(condition: str, chosen: Mapping[str, object], figures: Mapping[str, object]) -> Any:
    """Evaluate a condition. The result is true or false, an amount or a name.

    Raise `ConditionFault` if it contains an unknown name, divides by zero or compares different types.
    """
    try:
        return _value(_read(condition), {**figures, **chosen})
    except ConditionFault:
        raise
    except LookupError as missing:
        given = quoted(missing.args[0] if missing.args else "")
        raise ConditionFault("condition_name", condition=quoted(condition), given=given) from None
    except ZeroDivisionError:
        raise ConditionFault("condition_division", condition=quoted(condition)) from None
    except (ArithmeticError, AttributeError, RecursionError, TypeError, ValueError):
        raise ConditionFault("condition_unreadable", condition=quoted(condition)) from None


def check_condition(condition: str) -> None:
    """Raise `ConditionFault` if a condition contains anything that the evaluation does not allow."""
    for node in ast.walk(_read(condition)):
        is_call = isinstance(node, ast.Call)
        if isinstance(node, ast.Call) and not (isinstance(node.func, ast.Name) and node.func.id in _CALLS):
            raise ConditionFault("condition_unreadable", condition=quoted(condition))
        if not is_call and not isinstance(node, (*_ALLOWED, *_COUNTING, *_COMPARING)):
            raise ConditionFault("condition_unreadable", condition=quoted(condition))


@cache
def names_in(condition: str) -> frozenset[str]:
    """Return the choices of the house and the groups of figures that a condition names."""
    calls = {node.func for node in ast.walk(_read(condition)) if isinstance(node, ast.Call)}
    return frozenset(
        node.id for node in ast.walk(_read(condition)) if isinstance(node, ast.Name) and node not in calls
    )


@cache
def _read(condition: str) -> ast.expr:
    """Parse a condition. Its length is limited, which also limits its depth and the time to evaluate it."""
    if len(condition) > MAX_LENGTH:
        raise ConditionFault("condition_too_long", most=MAX_LENGTH)
    try:
        return ast.parse(condition.strip(), mode="eval").body
    except (MemoryError, RecursionError, SyntaxError, ValueError):
        raise ConditionFault("condition_unreadable", condition=quoted(condition)) from None


def _value(node: ast.expr, known: Table) -> Any:
    match node:
        case ast.Constant(value=bool() | int() | str() as constant):
            return constant
        case ast.Name(id=name):
            return known[name]
        case ast.Attribute(value=of, attr=name):
            return _figure(_value(of, known)[name])
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return tuple(_value(part, known) for part in parts)
        case ast.UnaryOp(op=ast.Not(), operand=one):
            return not _value(one, known)
        case ast.UnaryOp(op=ast.USub(), operand=one):
            return -_value(one, known)
        case ast.BinOp(left=one, op=sign, right=other) if type(sign) in _COUNTING:
            return _COUNTING[type(sign)](_value(one, known), _value(other, known))
        case ast.BoolOp(op=ast.And(), values=parts):
            return all(_value(part, known) for part in parts)
        case ast.BoolOp(op=ast.Or(), values=parts):
            return any(_value(part, known) for part in parts)
        case ast.IfExp(test=test, body=one, orelse=other):
            return _value(one, known) if _value(test, known) else _value(other, known)
        case ast.Compare(left=left, ops=signs, comparators=rights):
            sides = [_value(side, known) for side in (left, *rights)]
            return all(
                _COMPARING[type(sign)](one, other)
                for sign, one, other in zip(signs, sides, sides[1:], strict=False)
            )
        case ast.Call(func=ast.Name(id=name), args=parts, keywords=[]) if name in _CALLS:
            return _CALLS[name](*(_value(part, known) for part in parts))
    raise ValueError(f"a condition cannot say {ast.unparse(node)!r}")


def _figure(written: object) -> object:
    """Return a figure as a value for calculations. The file writes fractions as text."""
    if isinstance(written, str) and written.replace("/", "", 1).isdecimal():
        return Fraction(written)
    return written
