"""Types shared by requests: strict bodies, idempotency keys, and limits of texts, numbers and amounts."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from litestar.params import FromPath, HeaderParameter
from msgspec import Meta

from novamas.money import Cents

LONGEST_LINE = 200
MAX_NUMBER = 10_000
MAX_PAID = 10**12

Part: TypeAlias = FromPath[str]  # part of a path
Line: TypeAlias = Annotated[str, Meta(max_length=LONGEST_LINE)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
Amount: TypeAlias = Annotated[Cents, Meta(ge=0, le=MAX_PAID)]  # in céntimos
Key: TypeAlias = Annotated[
    str,
    HeaderParameter(
        name="Idempotency-Key",
        pattern=r"^[!-~]{1,100}$",
        description="Chosen by the terminal, new for each thing it asks for; asked again, the same answer.",
    ),
]


class RequestBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a request. Unknown fields are refused."""


class DoneBody(msgspec.Struct, frozen=True):
    """Response to a request that was carried out durably."""

    done: bool = True
