"""What is wrong with a message that cannot be read: which field, in one sentence."""

from __future__ import annotations

import re

import msgspec

from novamas.errors import InvalidInput, quoted

_PATH = re.compile(r"at `\$\.?([^`]*)`")
_NAMED = re.compile(r"(?:unknown|required) field `([^`]*)`")


def unreadable(fault: Exception) -> InvalidInput:
    """Why a message cannot be read: it is no JSON, or which of its fields is wrong."""
    if not isinstance(fault, msgspec.ValidationError):
        return InvalidInput("message_unreadable")
    path, named = _PATH.search(str(fault)), _NAMED.search(str(fault))
    parts = [part for part in (path and path[1], named and named[1]) if part]
    return InvalidInput("message_field", field=quoted(".".join(parts) or "type"))


def id_of(message: str | bytes) -> str:
    """The id of a message that cannot be read, where it has one."""
    try:
        found = msgspec.json.decode(message, type=_HasId).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
    return found if len(found) <= 64 else ""


class _HasId(msgspec.Struct):
    id: str = ""
