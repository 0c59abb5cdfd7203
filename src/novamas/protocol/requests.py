"""Types that requests share: strict bodies, and limits of texts, numbers and amounts."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from novamas.money import Cents

LONGEST_LINE = 200
MAX_NUMBER = 10_000
MAX_PAID = 10**12

Line: TypeAlias = Annotated[str, Meta(max_length=LONGEST_LINE)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
Amount: TypeAlias = Annotated[Cents, Meta(ge=0, le=MAX_PAID)]  # in céntimos


class RequestBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request. Unknown fields are refused."""
