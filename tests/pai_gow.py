"""A pai gow table for tests: open it, bet, deal chosen cards or tiles, see what was paid."""

from __future__ import annotations

STATED = {
    "authorised_minimum": 500,
    "authorised_maximum": 50_000,
    "stated": ("licence", "rules_published", "rules_notified", "rules_accessible", "opening", "elements"),
}
