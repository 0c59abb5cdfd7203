"""A validator of JSON Schema for our schemas. An unknown keyword is an error."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "docs" / "schema"
NOTES = {
    *("$schema", "$defs", "title", "description", "default", "discriminator", "format", "contentEncoding"),
    *("then", "else"),  # read with the `if` before them
}
KINDS: Mapping[str, Any] = {
    "object": dict,
    "array": (list, tuple),
    "string": str,
    "integer": int,
    "number": (int, float, Decimal),
    "boolean": bool,
    "null": type(None),
}


class Validator:
    """A comparison of values with a schema and the schemas in the same folder."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self.schema = schema

    @classmethod
    def of(cls, name: str) -> Validator:
        """Return the validator of a schema in the docs."""
        return cls(json.loads((FOLDER / name).read_text("utf-8")))

    def faults(self, value: object, schema: Mapping[str, Any] | None = None, at: str = "") -> Iterator[str]:
        """Yield every place where a value does not match the schema."""
        schema = self.schema if schema is None else schema
        for keyword, said in schema.items():
            if keyword not in NOTES:
                yield from self._keyword(keyword, said, value, schema, at)

    def fits(self, value: object, schema: Mapping[str, Any]) -> bool:
        return not any(True for _ in self.faults(value, schema))

    def named(self, name: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.schema["$defs"][name]
        return found

    def _resolved(self, reference: str) -> tuple[Validator, Mapping[str, Any]]:
        file, _, path = reference.partition("#/")
        validator = Validator.of(file) if file else self
        found: Any = validator.schema
        for step in path.split("/"):
            found = found[step]
        return validator, found

    def _keyword(
        self, keyword: str, said: Any, value: object, schema: Mapping[str, Any], at: str
    ) -> Iterator[str]:
        match keyword:
            case "$ref":
                validator, meant = self._resolved(said)
                yield from validator.faults(value, meant, at)
            case "allOf":
                for each in said:
                    yield from self.faults(value, each, at)
            case "anyOf":
                if not any(self.fits(value, each) for each in said):
                    yield f"{at}: none of {len(said)} kinds"
            case "if":
                chosen = schema.get("then" if self.fits(value, said) else "else", {})
                yield from self.faults(value, chosen, at)
            case _:
                yield from self._of_value(keyword, said, value, schema, at)

    def _of_value(
        self, keyword: str, said: Any, value: Any, schema: Mapping[str, Any], at: str
    ) -> Iterator[str]:
        is_text, is_list, is_object = isinstance(value, str), _is(value, "array"), isinstance(value, dict)
        is_number = _is(value, "number")
        match keyword:
            case "type":
                good = any(_is(value, kind) for kind in ([said] if isinstance(said, str) else said))
            case "enum":
                good = any(value == each and type(value) is type(each) for each in said)
            case "const":
                good = value == said
            case "pattern":
                good = not is_text or re.search(said, value) is not None
            case "minLength" | "minItems":
                good = not (is_text if keyword == "minLength" else is_list) or len(value) >= said
            case "maxLength" | "maxItems":
                good = not (is_text if keyword == "maxLength" else is_list) or len(value) <= said
            case "minimum":
                good = not is_number or value >= said
            case "maximum":
                good = not is_number or value <= said
            case "propertyNames":
                good = not is_object or all(self.fits(name, said) for name in value)
            case "required":
                good = not is_object or set(said) <= value.keys()
            case "properties" | "additionalProperties" | "items" | "prefixItems":
                yield from self._inside(keyword, said, value, schema, at)
                return
            case _:
                raise AssertionError(f"the validator does not know {keyword!r}")
        if not good:
            yield f"{at}: {keyword}"

    def _inside(
        self, keyword: str, said: Any, value: Any, schema: Mapping[str, Any], at: str
    ) -> Iterator[str]:
        if isinstance(value, dict) and keyword == "properties":
            for name in said.keys() & value.keys():
                yield from self.faults(value[name], said[name], f"{at}.{name}")
        elif isinstance(value, dict) and keyword == "additionalProperties":
            for name in value.keys() - schema.get("properties", {}).keys():
                if said is False:
                    yield f"{at}.{name}: unknown"
                elif said is not True:
                    yield from self.faults(value[name], said, f"{at}.{name}")
        elif isinstance(value, list | tuple) and keyword == "prefixItems":
            for nth, each in enumerate(said[: len(value)]):
                yield from self.faults(value[nth], each, f"{at}[{nth}]")
        elif isinstance(value, list | tuple) and keyword == "items":
            after = len(schema.get("prefixItems", ()))
            for nth, each in enumerate(value[after:], start=after):
                if said is False:
                    yield f"{at}[{nth}]: too many"
                else:
                    yield from self.faults(each, said, f"{at}[{nth}]")


def _is(value: object, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, KINDS[kind]) and not isinstance(value, date)
