"""Parameters that the catalogue's requests share: law, table, language and format."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from litestar import Request
from litestar.di import NamedDependency, Provide
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, PathParameter, QueryParameter

from novamas.law.texts import Language
from novamas.server.catalogue.dispatcher import AnswerFormat, JobInfo, dispatcher_of
from novamas.server.catalogue.response_cache import preferred_formats, preferred_language
from novamas.server.catalogue.table_query import Law, TableQuery
from novamas.server.catalogue.tasks import Form
from novamas.server.error_responses import REFUSED
from novamas.words.problems import ErrorBody

LONGEST = 200  # characters of a name
MAX_CHOICES = 100
MAX_CARDS = 400  # characters

Named: TypeAlias = Annotated[str, PathParameter(min_length=1, max_length=LONGEST)]
Norm: TypeAlias = Annotated[
    str | None, QueryParameter(max_length=LONGEST, description="A norm: IB05, IB09, AR10 or CM16.")
]
Region: TypeAlias = Annotated[
    str | None,
    QueryParameter(
        name="in", max_length=LONGEST, description="A region: illes_balears, aragon, castilla_la_mancha."
    ),
]
Day: TypeAlias = Annotated[
    str | None, QueryParameter(name="on", max_length=LONGEST, description="A day, with a region: 2011-05-31.")
]
Choice: TypeAlias = Annotated[
    list[Annotated[str, QueryParameter(max_length=LONGEST)]] | None,
    QueryParameter(
        name="choice", max_items=MAX_CHOICES, description="A choice of the house, as name=value; any number."
    ),
]
Line: TypeAlias = Annotated[str | None, QueryParameter(max_length=LONGEST)]
Cards: TypeAlias = Annotated[str, QueryParameter(max_length=MAX_CARDS)]

SpokenAs: TypeAlias = NamedDependency[AnswerFormat]
LawMeant: TypeAlias = NamedDependency[Law]
TableMeant: TypeAlias = NamedDependency[TableQuery]


def spoken(
    request: Request[Any, Any, Any],
    lang: FromQuery[Language | None] = None,
    format: FromQuery[Form | None] = None,
) -> AnswerFormat:
    """Return the language and format from the query or, if it has none, from the headers."""
    headers = request.headers
    language = lang or preferred_language(headers.get("accept-language", "").encode("latin-1"))
    liked = preferred_formats(headers.get("accept", "").encode("latin-1"))
    asker = request.client.host if request.client is not None else ""
    return AnswerFormat(language, asker, format, liked)


def law(norm: Norm = None, region: Region = None, day: Day = None) -> Law:
    """Return the law that the request names."""
    return Law(norm or None, region or None, day or None)


def table(game: Named, law: LawMeant, choice: Choice = None) -> TableQuery:
    """Return the table that the request describes."""
    return TableQuery(game, law, tuple(choice or ()))


PROVIDED = {
    "dispatcher": Provide(dispatcher_of, sync_to_thread=False),
    "spoken": Provide(spoken, sync_to_thread=False),
    "law": Provide(law, sync_to_thread=False),
    "table": Provide(table, sync_to_thread=False),
}


def _refused(description: str) -> ResponseSpec:
    return ResponseSpec(data_container=ErrorBody, generate_examples=False, description=description)


ANSWERED = {
    304: ResponseSpec(data_container=None, description="What whoever asks has already still holds."),
    400: REFUSED[400],
    404: _refused("There is no such game, norm, clause or job."),
    422: _refused("The law does not allow it, or what is sent does not hold."),
}
COUNTED = {
    **ANSWERED,
    202: ResponseSpec(
        data_container=JobInfo,
        generate_examples=False,
        description="It takes longer: the answer will be at the address of this job.",
    ),
    429: _refused("Whoever asks has too many jobs already."),
    503: _refused("There is no room for a job now, or this one took too long."),
}
SENT = {
    **{status: spec for status, spec in COUNTED.items() if status != 304},
    413: _refused("It is too long."),
}
