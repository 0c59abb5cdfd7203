"""What was done and why, step by step: a code, its clause and figures, which words tell."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from novamas.errors import Figure


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of an account: what was done, under which clause, with which figures."""

    code: str
    clause: str
    figures: Mapping[str, Figure] = {}
