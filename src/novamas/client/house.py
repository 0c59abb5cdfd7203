"""Client of a house: the identity of the player, the list of tables, and access to a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from http.cookies import SimpleCookie
from typing import Any, TypeVar

import httpx
import msgspec

from novamas.client.table import TableClient, refused
from novamas.errors import InvalidInput, NovamasError, quoted
from novamas.law.texts import Language
from novamas.protocol.messages import ProblemMessage
from novamas.protocol.pace import Pace
from novamas.protocol.tables import SeedCommitment, TableInfo
from novamas.table.wire import reader

Answer = TypeVar("Answer")
SECONDS_TO_ANSWER = 30.0
TABLES, ME = "/api/tables", "/api/me"


class _Refused(msgspec.Struct):
    error: ProblemMessage


class _Listed(msgspec.Struct):
    tables: tuple[TableInfo, ...]


class _Jar:
    """The cookies that a house sets. The response to a WebSocket request may replace them too."""

    def __init__(self, cookies: httpx.Cookies) -> None:
        self._cookies = cookies

    def given(self) -> dict[str, str]:
        return {one.name: one.value or "" for one in self._cookies.jar}

    def take(self, headers: Iterable[str]) -> None:
        for header in headers:
            for name, morsel in SimpleCookie(header).items():
                existing = next((one for one in self._cookies.jar if one.name == name), None)
                domain, path = (existing.domain, existing.path) if existing else ("", "/")
                self._cookies.set(name, morsel.value, domain, path)


class House:
    """A house of live tables. A cookie identifies the client as long as the client stores it."""

    def __init__(
        self,
        address: str,
        *,
        name: str = "",
        language: Language | None = None,
        cookies: Mapping[str, str] | None = None,
    ) -> None:
        self.address = address.rstrip("/")
        self.name = name
        self.language = language
        try:
            self._http = httpx.AsyncClient(
                base_url=self.address,
                timeout=SECONDS_TO_ANSWER,
                cookies=dict(cookies or {}),
                headers={"accept-language": language} if language else {},
                trust_env=False,
            )
        except (httpx.InvalidURL, ValueError):
            raise InvalidInput("address_unfit", given=quoted(address)) from None

    async def __aenter__(self) -> House:
        if not self.cookies:
            await self.arrive()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def arrive(self) -> None:
        """Introduce the client to the house. The house sends a cookie if the client has none."""
        body = {"name": self.name, "language": self.language}
        await self._ask("POST", ME, dict, body)

    @property
    def cookies(self) -> dict[str, str]:
        """Cookies that identify the client. A client that presents them later is the same player."""
        return _Jar(self._http.cookies).given()

    async def tables(self, game: str | None = None) -> tuple[TableInfo, ...]:
        """Return the public tables, beginning with the newest."""
        path = TABLES if game is None else f"{TABLES}?game={game}"
        return (await self._ask("GET", path, _Listed)).tables

    async def promise(self) -> SeedCommitment:
        """Return a commitment to a seed. A player can add another seed when opening a table with it."""
        return await self._ask("POST", f"{TABLES}/promises", SeedCommitment)

    async def open(
        self,
        game: str,
        *,
        norm: str | None = None,
        bots: Mapping[int, str] | None = None,
        pace: Pace | Mapping[str, int] | None = None,
        name: str = "",
        public: bool = True,
        promise: str | None = None,
        player_seed: str | None = None,
        **choices: object,
    ) -> TableInfo:
        """Open a table. Additional keywords are choices of the house."""
        body = {
            "game": game,
            "norm": norm,
            "bots": bots or {},
            "pace": pace if pace is not None else Pace(),
            "name": name,
            "public": public,
            "promise": promise,
            "player_seed": player_seed,
            "choices": choices,
        }
        return await self._ask("POST", TABLES, TableInfo, body)

    async def table(self, id: str) -> TableInfo:
        """Return the description of a table, including its seats."""
        return await self._ask("GET", f"{TABLES}/{id}", TableInfo)

    async def record(self, id: str) -> str:
        """Return the record of a closed table, as JSON Lines."""
        return (await self._send("GET", f"{TABLES}/{id}/record", None)).text

    async def ask(self, id: str, what: str) -> Any:
        """Return another resource of a table over HTTP: `books`, `events`, `rounds/1`, `verify`."""
        return await self._ask("GET", f"{TABLES}/{id}/{what}", dict)

    def at(
        self, id: str, *, eyes: str = "rail", since: int | None = None, receipts: bool = False
    ) -> TableClient:
        """Return a client for a table, seen from this viewpoint.

        With `since`, the number of the last state received, the table first sends all later events. With
        `receipts` it sends the receipt of every state. Otherwise receipts come at the end of each round and
        in replies.
        """
        socket = f"ws{self.address.removeprefix('http')}{TABLES}/{id}/live"
        return TableClient(
            socket,
            _Jar(self._http.cookies),
            eyes=eyes,
            since=since,
            language=self.language,
            receipts=receipts,
        )

    async def _ask(self, method: str, path: str, kind: type[Answer], body: object = None) -> Answer:
        answer = await self._send(method, path, body)
        try:
            found: Answer = reader(kind).decode(answer.content)
            return found
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise InvalidInput("house_answer_unreadable", url=quoted(self.address)) from None

    async def _send(self, method: str, path: str, body: object) -> httpx.Response:
        content = None if body is None else msgspec.json.encode(body, enc_hook=str)
        try:
            answer = await self._http.request(
                method, path, content=content, headers={"content-type": "application/json"}
            )
        except httpx.UnsupportedProtocol:
            raise InvalidInput("address_unfit", given=quoted(self.address)) from None
        except httpx.TransportError:
            raise NovamasError("house_unreachable", url=quoted(self.address)) from None
        if answer.is_success:
            return answer
        try:
            error = msgspec.json.decode(answer.content, type=_Refused).error
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise InvalidInput("house_answer_unreadable", url=quoted(self.address)) from None
        raise refused(error)
