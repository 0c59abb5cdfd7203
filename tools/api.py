"""Print docs/api.md: the reference of `import novamas`, generated from its public names."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import get_args, get_type_hints

import msgspec

import novamas

HEAD = (
    "# What `import novamas` gives\n\n"
    "Printed from the program; [library.md](library.md) shows how it is used. Amounts are céntimos.\n"
)
KINDS = ("Functions", "Classes", "Errors", "Rooms and lists")
PARTS = "Parts of these classes"


def reference() -> str:
    """Return the reference page: every public name with its signature and its docstring."""
    entries: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for name in sorted(novamas.__all__, key=str.casefold):
        thing = getattr(novamas, name)
        entries[_kind(thing)].append("\n".join(_entry(name, thing)))
    parts = ["\n".join(_part(kind)) for kind in parts_of_public_classes()]
    sections = (f"## {kind}\n\n" + "\n".join(found) for kind, found in {**entries, PARTS: parts}.items())
    return HEAD + "\n" + "\n".join(sections)


def parts_of_public_classes() -> list[type[msgspec.Struct]]:
    """Return structs without a public name that occur in the fields of public classes, at any depth."""
    public = {thing for name in novamas.__all__ if inspect.isclass(thing := getattr(novamas, name))}
    found, queue = set[type[msgspec.Struct]](), [kind for kind in public if issubclass(kind, msgspec.Struct)]
    while queue:
        for hint in get_type_hints(queue.pop()).values():
            new = {kind for kind in _structs(hint) if kind not in public | found}
            found |= new
            queue += new
    return sorted(found, key=lambda kind: (kind.__name__.casefold(), kind.__module__))


def _structs(hint: object) -> Iterator[type[msgspec.Struct]]:
    """Yield the structs of novamas that an annotation mentions."""
    if inspect.isclass(hint) and issubclass(hint, msgspec.Struct) and hint.__module__.startswith("novamas"):
        yield hint
    for inner in get_args(hint):
        yield from _structs(inner)


def _part(kind: type[msgspec.Struct]) -> Iterator[str]:
    yield f"### `{kind.__module__.removeprefix('novamas.')}.{kind.__name__}`"
    yield ""
    yield inspect.getdoc(kind) or ""
    yield ""
    yield from _fields(kind)
    yield from _methods(kind)


def _kind(thing: object) -> str:
    if inspect.isclass(thing):
        return "Errors" if issubclass(thing, Exception) else "Classes"
    return "Functions" if inspect.isfunction(thing) else "Rooms and lists"


def _entry(name: str, thing: object) -> Iterator[str]:
    yield f"### `novamas.{name}`"
    yield ""
    if inspect.isfunction(thing):
        yield from _code(f"{name}{_signature(thing)}")
    if isinstance(thing, tuple):
        yield ", ".join(f"`{one}`" for one in thing)
    else:
        yield inspect.getdoc(thing) or ""
    yield ""
    if isinstance(thing, ModuleType):
        yield from _names(thing)
    if inspect.isclass(thing):
        yield from _fields(thing)
        yield from _methods(thing)


def _code(text: str) -> Iterator[str]:
    yield "```python"
    yield text
    yield "```"
    yield ""


def _names(room: ModuleType) -> Iterator[str]:
    """Yield the public names of a module: its `__all__`, or its own functions and classes."""
    own = [name for name, value in vars(room).items() if getattr(value, "__module__", "") == room.__name__]
    names = getattr(room, "__all__", [name for name in own if not name.startswith("_")])
    yield ", ".join(f"`{name}`" for name in names)
    yield ""


def _fields(kind: type) -> Iterator[str]:
    """Yield the fields of a struct with their types, or the annotations of another class."""
    if not issubclass(kind, msgspec.Struct):
        held = [name for name in vars(kind).get("__slots__", ()) if not name.startswith("_")]
        if held:
            yield f"It holds {', '.join(f'`{name}`' for name in held)}."
            yield ""
        return
    hints = {name: hint for base in reversed(kind.__mro__) for name, hint in _annotations(base)}
    for name in kind.__struct_fields__:
        yield f"- `{name}: {hints[name]}`"
    yield ""


def _annotations(kind: type) -> Iterator[tuple[str, str]]:
    yield from ((name, str(hint)) for name, hint in vars(kind).get("__annotations__", {}).items())


def _methods(kind: type) -> Iterator[str]:
    """Yield the methods and properties of a class, and those it inherits, each with its first line."""
    ours = [base for base in kind.__mro__ if base.__module__.startswith("novamas")]
    names = {name: None for base in ours for name in vars(base) if not name.startswith("_")}
    said = [(name, inspect.getattr_static(kind, name)) for name in names]
    lines = [line for name, member in said if (line := _method(name, member))]
    if lines:
        yield from lines
        yield ""


def _method(name: str, member: object) -> str:
    if isinstance(member, property):
        return f"- `{name}`: {_first_line(member)}"
    function = member.__func__ if isinstance(member, classmethod | staticmethod) else member
    if not inspect.isfunction(function) or not function.__doc__:
        return ""
    return f"- `{name}{_signature(function)}`: {_first_line(function)}"


class _Bare(str):
    """A type as the source writes it, without the quotes of an unevaluated annotation."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _signature(function: Callable[..., object]) -> inspect.Signature:
    """Return the signature of a function as the source writes it, without `self` and `cls`."""
    written = inspect.signature(function)
    taken = [
        each.replace(annotation=_Bare(each.annotation))
        for each in written.parameters.values()
        if each.name not in ("self", "cls")
    ]
    return written.replace(parameters=taken, return_annotation=_Bare(written.return_annotation))


def _first_line(thing: object) -> str:
    return (inspect.getdoc(thing) or "").partition("\n")[0]
