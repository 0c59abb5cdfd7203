"""Tasks that compute odds, best play, PAR sheets, placards, comparisons, hands and equity."""

from __future__ import annotations

from typing import ClassVar, Literal, cast

import msgspec
from msgspec import convert
from msgspec.structs import asdict

from novamas.documents import as_html, as_pdf
from novamas.errors import InvalidInput, NovamasError
from novamas.hands.equity import equities
from novamas.house.band import Band, band
from novamas.house.diff.comparison import compare, comparison_payload, frames_between
from novamas.house.diff.document import diff_document
from novamas.house.diff.payload import DifferencesPayload
from novamas.house.hands import EquityPayload, HandPayload, equity_payload, hand_of, hand_payload
from novamas.house.odds import OddsPayload, check_bet, odds_payload
from novamas.house.opening import open_as_written, read_choices
from novamas.house.par.csv_export import csv_of
from novamas.house.par.document import par_document
from novamas.house.par.payload import ParPayload, par_payload
from novamas.house.par.sheet import ParSheet, Traffic, par_sheet
from novamas.house.placard.html import as_html as placard_html
from novamas.house.placard.pdf import as_pdf as placard_pdf
from novamas.house.placard.placard import Placard, placard_of
from novamas.house.placard.text import as_text as placard_text
from novamas.law import Library
from novamas.law.options import read_fraction
from novamas.money import cents_of
from novamas.odds.cache import cache_path, cached_odds
from novamas.odds.payload import choices_payload
from novamas.odds.report import Settings, explain, explain_setting, strategy
from novamas.pools.lototrot.expected_prize import expected_of, funds_typed, rules_typed
from novamas.pools.lototrot.field_file import equal_field
from novamas.pools.lototrot.tickets import read_forecast
from novamas.server.catalogue.odds_payloads import (
    DecisionPayload,
    ExpectedPayload,
    StrategyPayload,
    advice_payload,
)
from novamas.server.catalogue.table_query import TableQuery
from novamas.server.catalogue.tasks import Form, Queue, Rows, Task
from novamas.table.game import Table
from novamas.words import Voice
from novamas.words.card_parser import cards_written, read_cards
from novamas.words.odds import advice_text

MAX_SAMPLES = 1_000_000


class Odds(Task, frozen=True):
    """A request for the odds of a table's bets, or of one bet."""

    forms: ClassVar[tuple[Form, ...]] = ("json", "csv")
    queue: ClassVar[Queue] = "long"
    table: TableQuery
    bet: str | None = None

    def content(self, voice: Voice) -> OddsPayload:
        """Return the output of `novamas odds --json`."""
        opened = self.table.opened(voice.law)
        check_bet(opened, self.bet)
        return odds_payload(opened, cached_odds(opened, only=self.bet))

    def rows(self, content: OddsPayload) -> Rows:
        """Return one row per bet."""
        return [{"bet": name, **asdict(odds)} for name, odds in content.bets.items()]

    def is_cached(self, law: Library) -> bool:
        """Return whether these odds are already in the disk cache."""
        opened = self.table.opened(law)
        check_bet(opened, self.bet)
        return any(cache_path(opened, only).exists() for only in {None, self.bet})


class BankrollBand(Task, frozen=True):
    """A request for the band of a bankroll, for the bets of each round of a session."""

    queue: ClassVar[Queue] = "short"
    table: TableQuery
    rounds: tuple[dict[str, int], ...]

    def content(self, voice: Voice) -> Band:
        """Return the band after each round."""
        return band(self.table.opened(voice.law), self.rounds)


class Strategy(Task, frozen=True):
    """A request for the best play for the bets of a table."""

    queue: ClassVar[Queue] = "long"
    table: TableQuery

    def content(self, voice: Voice) -> StrategyPayload:
        """Return each decision with the values of its acts, as data and as text."""
        opened = self.table.opened(voice.law)
        spoken, found = voice.under(opened.frame), strategy(cached_odds(opened))
        return StrategyPayload(
            game=opened.game.slug,
            norm=opened.frame.norm,
            choices=choices_payload(opened),
            strategy=tuple(
                advice_payload(one, tuple(advice_text(one, opened.chosen, spoken))) for one in found
            ),
        )

    def is_cached(self, law: Library) -> bool:
        """Return whether the odds behind this strategy are already in the disk cache."""
        return Odds(self.table).is_cached(law)


class Decision(Task, frozen=True):
    """A request for the best play with one hand, either against a card of the bank or alone."""

    queue: ClassVar[Queue] = "long"
    table: TableQuery
    hand: str
    bank: str | None = None

    def content(self, voice: Voice) -> DecisionPayload | Settings:
        """Return the value of each act, or of each way to set the hand."""
        opened, hand = self.table.opened(voice.law), cards_written(self.hand)
        if self.bank is not None:
            return convert(
                explain(opened, hand, cards_written(self.bank)), DecisionPayload, dec_hook=read_fraction
            )
        found = explain_setting(opened, hand)
        if found is None:
            raise NovamasError("half_a_decision", text_key="half_a_decision_here")
        return found


class Par(Task, frozen=True):
    """A request for the PAR sheet of a table."""

    forms: ClassVar[tuple[Form, ...]] = ("json", "csv", "html", "pdf")
    queue: ClassVar[Queue] = "long"
    table: TableQuery
    with_effects: bool = True
    tables: int = 1
    seats: int = 5
    pace: int = 40
    stake: str = "10 €"

    def content(self, voice: Voice) -> ParPayload:
        """Return the output of `novamas par --json`."""
        return par_payload(self._sheet(voice))

    def written(self, form: Form, voice: Voice) -> bytes:
        """Encode the PAR sheet in the same way as `novamas par`."""
        traffic = Traffic(self.tables, self.seats, self.pace, cents_of(self.stake))
        if form == "json":
            return super().written(form, voice)
        sheet = self._sheet(voice)
        if form == "csv":
            return csv_of(sheet).encode()
        document = par_document(sheet, traffic, voice.at(sheet.game))
        return as_html(document).encode() if form == "html" else as_pdf(document)

    def _sheet(self, voice: Voice) -> ParSheet:
        return par_sheet(self.table.opened(voice.law), voice.language, with_effects=self.with_effects)


class TablePlacard(Task, frozen=True):
    """A request for the placard of a table."""

    forms: ClassVar[tuple[Form, ...]] = ("json", "text", "html", "pdf")
    queue: ClassVar[Queue] = "short"
    table: TableQuery
    paper: Literal["a4", "a3"] = "a4"

    def content(self, voice: Voice) -> Placard:
        """Return the placard with everything that must be displayed at the table."""
        return placard_of(self.table.opened(voice.law), voice)

    def written(self, form: Form, voice: Voice) -> bytes:
        """Encode the placard in the same way as `novamas placard`."""
        match form:
            case "text":
                return placard_text(self.content(voice)).encode()
            case "html":
                return placard_html(self.content(voice)).encode()
            case "pdf":
                return placard_pdf(self.content(voice), self.paper)
        return super().written(form, voice)


class Differences(Task, frozen=True):
    """A request to compare two norms, two days, or two set-ups of a game."""

    forms: ClassVar[tuple[Form, ...]] = ("json", "csv", "html", "pdf")
    queue: ClassVar[Queue] = "long"
    game: str
    between: str | None = None
    norm: str | None = None
    region: str | None = None
    one: tuple[str, ...] = ()
    other: tuple[str, ...] = ()

    def content(self, voice: Voice) -> DifferencesPayload:
        """Return the output of `novamas diff --json`."""
        one, other = self._tables(voice.law)
        return comparison_payload(compare(one, other), one, other)

    def written(self, form: Form, voice: Voice) -> bytes:
        """Encode the comparison. HTML and PDF also list rules that differ only in wording."""
        if form in ("json", "csv"):
            return super().written(form, voice)
        one, other = self._tables(voice.law)
        spoken = voice.under(one.frame)
        document = diff_document(compare(one, other), one, other, spoken, with_wording=True)
        return as_html(document).encode() if form == "html" else as_pdf(document)

    def _tables(self, law: Library) -> tuple[Table, Table]:
        first, second = frames_between(self.game, self.between, self.norm, self.region, law)
        return (
            open_as_written(first, read_choices(self.one)),
            open_as_written(second, read_choices(self.other)),
        )

    def rows(self, content: DifferencesPayload) -> Rows:
        """Yield one row for each rule, choice or house edge that differs."""
        plain = msgspec.to_builtins(content, enc_hook=str)
        for part in ("rules", "choices", "wording"):
            for each in plain[part]:
                yield {"part": part, "what": each["path"], "one": each["one"], "other": each["other"]}
        for each in plain["edges"]:
            yield {"part": "edges", "what": each["bet"], "one": each["one"], "other": each["other"]}


class ForecastExpected(Task, frozen=True):
    """A request for the expected prize of a forecast. All horses are equally likely to win."""

    queue: ClassVar[Queue] = "long"
    forecast: str
    runners: int = 8
    columns: int | None = None
    carried: str = "0"
    reserve: str = "0"
    price: str = "1"
    share: str = "3/5"

    def content(self, voice: Voice) -> ExpectedPayload:
        """Return the output of `novamas lototrot odds --json`."""
        rules = rules_typed(self.price, self.share)
        fields = equal_field(self.runners, rules.law)
        read, funds = read_forecast(self.forecast, rules), funds_typed(self.carried, self.reserve)
        return cast("ExpectedPayload", expected_of(read, fields, rules, self.columns, funds))


class HandRanked(Task, frozen=True):
    """A request for the rank of a hand."""

    queue: ClassVar[Queue] = "short"
    cards: str
    board: str = ""
    game: str | None = None
    norm: str | None = None
    deck: int | None = None

    def content(self, voice: Voice) -> HandPayload:
        """Return the output of `novamas hand --json`."""
        own, common = read_cards(self.cards), read_cards(self.board)
        return hand_payload(*hand_of(voice.law, own, common, self.game, self.norm, self.deck), voice)


class Equity(Task, frozen=True):
    """A request for each hand's share of the pot."""

    queue: ClassVar[Queue] = "long"
    hands: tuple[str, ...]
    board: str = ""
    dead: str = ""
    game: str = "holdem"
    norm: str | None = None
    deck: int | None = None
    samples: int | None = None
    seed: int = 0

    def content(self, voice: Voice) -> EquityPayload:
        """Return the output of `novamas equity --json`."""
        if not self.hands:
            raise InvalidInput("request_field", field="hand")
        held = [() if hand.strip() == "?" else read_cards(hand) for hand in self.hands]
        found = equities(
            self.game,
            held,
            board=read_cards(self.board),
            dead=read_cards(self.dead),
            norm=self.norm,
            deck=self.deck,
            samples=self.samples,
            seed=self.seed,
            law=voice.law,
        )
        return equity_payload(found, held)
