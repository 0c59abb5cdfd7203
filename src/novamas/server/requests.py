"""Request types that only the server reads: path parts, idempotency keys, an empty response."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from litestar.params import FromPath, HeaderParameter

Part: TypeAlias = FromPath[str]  # part of a path
Key: TypeAlias = Annotated[
    str,
    HeaderParameter(
        name="Idempotency-Key",
        pattern=r"^[!-~]{1,100}$",
        description="Chosen by the terminal, new for each thing it asks for; asked again, the same answer.",
    ),
]


class DoneBody(msgspec.Struct, frozen=True):
    """The response to a request whose effect is durable."""

    done: bool = True
