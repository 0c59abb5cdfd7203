"""The catalogue of the default library: `catalogue.at("aragon")["trijoker"]`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from novamas.law.default import library
from novamas.law.editions import Edition


def at(jurisdiction: str, on: date | None = None, *, in_force: Mapping[str, date] | None = None) -> Edition:
    """Return the catalogue in force in a jurisdiction on a day, with amendments. The default is today.

    Three norms do not state the day of their entry into force. If that day matters, `in_force` gives it by
    norm.
    """
    return library().at(jurisdiction, on, in_force=in_force)


def under(norm: str) -> Edition:
    """Return the catalogue of one norm alone, for any day."""
    return library().under(norm)
