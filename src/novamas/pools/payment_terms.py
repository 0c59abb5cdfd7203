"""Terms of payment of both pools: the place, which depends on the amount, and the last day to claim."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final, Literal
from zoneinfo import ZoneInfo

import msgspec

from novamas.errors import NovamasError
from novamas.money import Cents

PaidAt = Literal["outlet", "office"]  # any selling outlet · the central office, or an entity it authorised
CENTRAL: Final = "office"  # the window of the central office, used in place of an outlet's name
BALEARIC = ZoneInfo("Europe/Madrid")


def local_day(at: datetime) -> date:
    """Return the local date of a timestamp in the Balearic Islands."""
    return at.astimezone(BALEARIC).date()


class Places(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The places where prizes are paid, depending on the amount. Each of the three bands has its clause."""

    outlets_up_to_euros: int  # any outlet pays up to this amount
    only_office_from_euros: int  # only the office pays from this amount. Between the two amounts, both pay
    at_outlets: str
    at_either: str
    at_office: str

    def clause_for(self, cents: Cents) -> str:
        """Return the clause that states where a prize of this amount is paid."""
        if cents <= self.outlets_up_to_euros * 100:
            return self.at_outlets
        return self.at_either if cents < self.only_office_from_euros * 100 else self.at_office

    def check(self, place: PaidAt, cents: Cents) -> None:
        """Raise if an outlet may not pay this amount. The central office pays any prize."""
        if place == "outlet" and self.clause_for(cents) == self.at_office:
            minimum = self.only_office_from_euros * 100
            raise NovamasError("only_office_pays", clause=self.at_office, cents=cents, least=minimum)


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The period in which a prize can be claimed.

    `within` is the clause for claims in time, `after` the clause for lapsed prizes.
    """

    days: int  # natural days, counted from the day after the result or the win
    within: str
    after: str

    def last_day(self, since: date) -> date:
        """Return the last day on which the prize can be claimed."""
        return since + timedelta(days=self.days)

    def check(self, since: date, on: date) -> None:
        """Raise if the prize is claimed too late."""
        last = self.last_day(since)
        if on > last:
            raise NovamasError("claim_lapsed", clause=self.after, last=last, days=self.days)
