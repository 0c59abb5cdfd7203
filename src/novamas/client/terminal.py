"""Client of a Promotrot terminal. It sends requests to the central system and retries them safely."""

from __future__ import annotations

import time
from typing import TypeVar
from urllib.parse import quote
from uuid import uuid4

import httpx
import msgspec

from novamas.errors import InvalidInput, NovamasError, quoted
from novamas.law.texts import Language
from novamas.money import Cents
from novamas.pools.promotrot.entries import FoundVoucher, PaidVoucher, PlayedTicket, SoldTicket
from novamas.pools.promotrot.vouchers import Takes
from novamas.protocol.pools import IssuePayload, PlayRequest, Terminal, TicketRequest, VoucherRequest
from novamas.words.problems import ErrorBody

Answer = TypeVar("Answer")

TIMES_ASKED = 6
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0  # seconds; each is twice the one before
SECONDS_TO_ANSWER = 10.0


class TerminalClient:
    """The connection of a terminal to the central system of Promotrot."""

    def __init__(
        self, address: str, token: str, language: Language, transport: httpx.BaseTransport | None = None
    ) -> None:
        if not (token.isascii() and token.isprintable()):  # which no header could bear
            raise NovamasError("token_unknown")
        self.address = address.rstrip("/")
        headers = {"authorization": f"Bearer {token}", "accept-language": language}
        try:
            self._http = httpx.Client(
                base_url=self.address, headers=headers, timeout=SECONDS_TO_ANSWER, transport=transport
            )
        except (httpx.InvalidURL, ValueError):
            raise InvalidInput("address_unfit", given=quoted(address)) from None
        try:
            self.terminal = self._ask("GET", "/terminal", Terminal)
        except NovamasError:
            self.close()
            raise

    def issue(self, code: str) -> IssuePayload:
        """Return an issue: its price, its prizes, and the way to play it."""
        return self._ask("GET", f"/promotrot/issues/{_part(code)}", IssuePayload)

    def buy(self, issue: str, paid: Cents) -> SoldTicket:
        """Buy the next ticket of an issue."""
        return self._ask("POST", self._at("sales"), SoldTicket, TicketRequest(issue, paid))

    def play(self, ticket: str, act: int) -> PlayedTicket:
        """Play a ticket by picking a cell or a horse."""
        return self._ask("POST", self._at("plays"), PlayedTicket, PlayRequest(ticket, act))

    def voucher(self, code: str) -> FoundVoucher:
        """Return the central system's data on a voucher."""
        return self._ask("GET", f"/promotrot/vouchers/{_part(code)}", FoundVoucher)

    def pay(self, voucher: str, takes: Takes = "money") -> PaidVoucher:
        """Pay a voucher to its bearer."""
        return self._ask("POST", self._at("payments"), PaidVoucher, VoucherRequest(voucher, takes))

    def _at(self, what: str) -> str:
        return f"/promotrot/outlets/{self.terminal.outlet}/{what}"

    def _ask(self, method: str, path: str, kind: type[Answer], body: msgspec.Struct | None = None) -> Answer:
        """Send a request, and repeat it until there is a response.

        All attempts have the same idempotency key, so the central system executes the request only once.
        Raise `central_unreachable` after the last attempt.
        """
        request = self._http.build_request(
            method,
            path,
            content=None if body is None else msgspec.json.encode(body),
            headers={"idempotency-key": uuid4().hex, "content-type": "application/json"},
        )
        for turn in range(TIMES_ASKED):
            if turn:
                time.sleep(min(FIRST_PAUSE * 2 ** (turn - 1), LONGEST_PAUSE))
            try:
                answer = self._http.send(request)
            except httpx.UnsupportedProtocol:
                raise InvalidInput("address_unfit", given=quoted(self.address)) from None
            except httpx.TransportError:
                continue
            if answer.status_code < 500:
                return self._read(answer, kind)
        raise NovamasError("central_unreachable", url=quoted(self.address))

    def _read(self, answer: httpx.Response, kind: type[Answer]) -> Answer:
        try:
            if answer.is_success:
                return msgspec.json.decode(answer.content, type=kind)
            error = msgspec.json.decode(answer.content, type=ErrorBody).error
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise InvalidInput("central_answer_unreadable", url=quoted(self.address)) from None
        says = error.says.removesuffix(f" ({error.clause})")  # it is cited where it is told
        raise NovamasError(error.code, text_key="central_refused", clause=error.clause, says=says)

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    def __enter__(self) -> TerminalClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _part(code: str) -> str:
    """Return a code in the encoding for a part of a URL path."""
    return quote(code, safe="") or "-"
