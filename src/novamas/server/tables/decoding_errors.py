"""Errors about messages that cannot be decoded. They name the invalid field."""

from __future__ import annotations

import re

import msgspec

from novamas.errors import InvalidInput, quoted

_PATH = re.compile(r"at `\$\.?([^`]*)`")
_NAMED = re.compile(r"(?:unknown|required) field `([^`]*)`")


def unreadable(fault: Exception) -> InvalidInput:
    """Return the error for a message that is not JSON or has an invalid field."""
    if not isinstance(fault, msgspec.ValidationError):
        return InvalidInput("message_unreadable")
    path, named = _PATH.search(str(fault)), _NAMED.search(str(fault))
    parts = [part for part in (path and path[1], named and named[1]) if part]
    return InvalidInput("message_field", field=quoted(".".join(parts) or "type"))


def id_of(message: str | bytes) -> str:
    """Return the id of a message that cannot be decoded, or an empty string."""
    try:
        found = msgspec.json.decode(message, type=_HasId).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
    return found if len(found) <= 64 else ""


class _HasId(msgspec.Struct):
    id: str = ""
