"""Print docs/api.md: the reference of `import novamas`, from the names themselves."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from types import ModuleType

import msgspec

import novamas

HEAD = (
    "# What `import novamas` gives\n\n"
    "Printed from the program; [library.md](library.md) shows how it is used. Amounts are céntimos.\n"
)
KINDS = ("Functions", "Classes", "Errors", "Rooms and lists")


def reference() -> str:
    """Return the page: every public name with its signature and its docstring."""
    entries: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for name in sorted(novamas.__all__, key=str.casefold):
        thing = getattr(novamas, name)
        entries[_kind(thing)].append("\n".join(_entry(name, thing)))
    sections = (f"## {kind}\n\n" + "\n".join(found) for kind, found in entries.items())
    return HEAD + "\n" + "\n".join(sections)


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
    """Yield the methods and properties of a class and of its bases in novamas, each with its first line."""
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
    """A type as it is written, without the quotes of an unevaluated annotation."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _signature(function: Callable[..., object]) -> inspect.Signature:
    """Return the signature of a function as it is written, without `self`."""
    written = inspect.signature(function)
    taken = [
        each.replace(annotation=_Bare(each.annotation))
        for each in written.parameters.values()
        if each.name != "self"
    ]
    return written.replace(parameters=taken, return_annotation=_Bare(written.return_annotation))


def _first_line(thing: object) -> str:
    return (inspect.getdoc(thing) or "").partition("\n")[0]
