"""Decoding errors of structs: the field at fault and its value."""

from __future__ import annotations

from collections.abc import Mapping
from types import UnionType
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from novamas.errors import quoted


class FieldError(Struct, frozen=True):
    """A field with an invalid value: the kind of error, the field's name and its value."""

    code: str  # no_object, field_missing, field_unknown or field_wrong
    field: str = ""
    given: str = ""


def first_field_error(plain: object, kind: Any) -> FieldError:
    """Return the first error in plain data that could not be decoded as a struct or a union of structs."""
    if not isinstance(plain, Mapping):
        return FieldError("no_object", given=quoted_json(plain))
    if isinstance(kind, UnionType):
        tag = str(get_args(kind)[0].__struct_config__.tag_field)
        kinds = {each.__struct_config__.tag: each for each in get_args(kind)}
        if tag not in plain:
            return FieldError("field_missing", tag)
        if str(plain[tag]) not in kinds:
            return FieldError("field_wrong", tag, quoted_json(plain[tag]))
        kind = kinds[str(plain[tag])]
    return _of_struct(plain, kind)


def _of_struct(plain: Mapping[str, object], kind: type[Struct]) -> FieldError:
    own = {field.encode_name: field for field in fields(kind)}
    hints = get_type_hints(kind)
    for name, field in own.items():
        if name not in plain:
            if field.default is NODEFAULT and field.default_factory is NODEFAULT:
                return FieldError("field_missing", name)
            continue
        if not fits(plain[name], hints[field.name]):
            return FieldError("field_wrong", name, quoted_json(plain[name]))
    unknown = [name for name in plain if name not in own and name != kind.__struct_config__.tag_field]
    return FieldError("field_unknown", next(iter(unknown), ""))


def quoted_json(value: object) -> str:
    """Return a value as JSON, shortened for use in a sentence."""
    try:
        return quoted(msgspec.json.encode(value, enc_hook=str).decode())
    except ValueError:  # the number has more digits than Python writes
        return quoted(value)


def fits(value: object, hint: Any) -> bool:
    """Return whether a plain value can be converted to this type."""
    try:
        msgspec.convert(value, hint, str_keys=True)
    except msgspec.ValidationError:
        return False
    return True
