"""The school over HTTP: drills, exercises, marking and lessons."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, Response, get, post
from litestar.params import FromQuery, JSONBody, QueryParameter
from msgspec import Meta

from novamas.protocol.requests import RequestBody as Body
from novamas.school import Exercise
from novamas.school.exercises import HARDEST
from novamas.server.catalogue.dispatcher import Injected
from novamas.server.catalogue.requests import COUNTED, LONGEST, SENT, Choice, Named, SpokenAs
from novamas.server.catalogue.school_tasks import AnswersMarked, Drills, LessonSteps, Posed

MAX_EXERCISES = 50
MAX_ANSWERS = 200


class AnswersRequest(Body, frozen=True):
    """An exercise and the trainee's answers, in order. A skipped question has null."""

    exercise: Exercise
    answers: Annotated[
        tuple[Annotated[int, Meta(ge=-(10**12), le=10**12)] | None, ...], Meta(max_length=MAX_ANSWERS)
    ]


class SchoolRoutes(Controller):
    """Routes for the exercises and lessons of croupiers."""

    path = "/"
    tags = ("school",)

    @get("/drills", responses=COUNTED, opt={"task": Drills})
    async def drills(self, dispatcher: Injected, spoken: SpokenAs) -> Response[Any]:
        """Return the kinds of exercises with their games, and the lessons."""
        return await dispatcher.answer(Drills(), spoken)

    @get("/drills/exercises", responses=COUNTED, opt={"task": Posed})
    async def exercises(
        self,
        dispatcher: Injected,
        spoken: SpokenAs,
        seed: Annotated[int, QueryParameter(ge=0, le=10**12)],
        kind: Annotated[
            list[Annotated[str, QueryParameter(max_length=LONGEST)]] | None, QueryParameter(max_items=10)
        ] = None,
        game: Annotated[str, QueryParameter(max_length=60)] = "",
        norm: Annotated[str, QueryParameter(max_length=60)] = "",
        choice: Choice = None,
        level: Annotated[int | None, QueryParameter(ge=1, le=HARDEST)] = None,
        count: Annotated[int, QueryParameter(ge=1, le=MAX_EXERCISES)] = 10,
        answers: FromQuery[bool] = True,
    ) -> Response[Any]:
        """Return exercises with or without answers. The same seed gives the same exercises."""
        task = Posed(seed, tuple(kind or ()), game, norm, tuple(choice or ()), level, count, answers)
        return await dispatcher.answer(task, spoken)

    @post("/drills/mark", responses=SENT, opt={"task": AnswersMarked}, status_code=200)
    async def mark(
        self, dispatcher: Injected, spoken: SpokenAs, data: JSONBody[AnswersRequest]
    ) -> Response[Any]:
        """Mark the answers to an exercise."""
        return await dispatcher.answer(AnswersMarked(data.exercise, data.answers), spoken)

    @get("/lessons/{lesson:str}", responses=COUNTED, opt={"task": LessonSteps})
    async def lesson(
        self,
        dispatcher: Injected,
        spoken: SpokenAs,
        lesson: Named,
        right: Annotated[list[bool] | None, QueryParameter(max_items=MAX_ANSWERS)] = None,
    ) -> Response[Any]:
        """Return a lesson up to the first question that has no answer yet.

        `right` says for each earlier question whether the trainee answered it correctly.
        """
        return await dispatcher.answer(LessonSteps(lesson, tuple(right or ())), spoken)
