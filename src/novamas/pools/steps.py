"""Steps of a computation, each with a code, a clause and figures. `words` turns them into sentences."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from novamas.errors import Figure


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a computation. Its code says what the step did."""

    code: str
    clause: str
    figures: Mapping[str, Figure] = {}
