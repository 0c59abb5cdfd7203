"""Where a prize is paid by its amount, and until when it can be claimed: the same for both pools."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final, Literal
from zoneinfo import ZoneInfo

import msgspec

from novamas.errors import NovamasError
from novamas.money import Cents

PaidAt = Literal["outlet", "office"]  # any selling outlet; the central office or an entity it authorised
CENTRAL: Final = "office"  # the window of the central office, in place of the name of an outlet
BALEARIC = ZoneInfo("Europe/Madrid")


def local_day(at: datetime) -> date:
    """The day of an instant where the law is in force."""
    return at.astimezone(BALEARIC).date()


class Places(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where prizes are paid, by their amount, and the clause of each of the three steps."""

    outlets_up_to_euros: int  # at any outlet
    only_office_from_euros: int  # at the central office alone; between the two, at either
    at_outlets: str
    at_either: str
    at_office: str

    def clause_for(self, cents: Cents) -> str:
        """The clause that says where a prize of this amount is paid."""
        if cents <= self.outlets_up_to_euros * 100:
            return self.at_outlets
        return self.at_either if cents < self.only_office_from_euros * 100 else self.at_office

    def check(self, place: PaidAt, cents: Cents) -> None:
        """Refuse to pay at an outlet what only the central office pays; it pays any prize itself."""
        if place == "outlet" and self.clause_for(cents) == self.at_office:
            least = self.only_office_from_euros * 100
            raise NovamasError("only_office_pays", clause=self.at_office, cents=cents, least=least)


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a prize can be claimed, and what becomes of it then."""

    days: int  # natural days, counted from the day after
    within: str
    after: str

    def last_day(self, since: date) -> date:
        """The last day on which it can be claimed."""
        return since + timedelta(days=self.days)

    def check(self, since: date, on: date) -> None:
        """Refuse what is claimed too late."""
        last = self.last_day(since)
        if on > last:
            raise NovamasError("claim_lapsed", clause=self.after, last=last, days=self.days)
