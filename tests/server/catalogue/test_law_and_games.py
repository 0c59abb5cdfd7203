"""The law and the games as web pages read them: filters, languages, forms, layouts, words."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from tests.server.catalogue.conftest import Client, got, refused

from novamas.games import GAMES
from novamas.house.diff.comparison import rules
from novamas.house.opening import frame_of, open_as_written
from novamas.law import clauses, library, norms
from novamas.law.texts import LANGUAGES, Language
from novamas.words import voice_for


def ids(found: Any) -> list[str]:
    return [one["id"] for one in found["clauses"]]


def test_norms_say_where_and_since_when(client: Client) -> None:
    found = {one["norm"]: one for one in got(client, "/api/norms")["norms"]}
    assert tuple(found) == tuple(norms())
    assert found["CM16"]["jurisdiction"] == "castilla_la_mancha"
    assert sum(one["clauses"] for one in found.values()) == len(clauses())
    assert got(client, "/api/norms/IB09") == found["IB09"]


def test_clauses_are_found_by_norm_game_duty_path_and_words(client: Client) -> None:
    assert got(client, "/api/clauses?most=1")["total"] == len(clauses())
    by_game = ids(got(client, "/api/clauses?norm=IB05&game=boule&duty=engine"))
    assert by_game == [one.id for one in clauses(norm="IB05", game="boule", duty="engine")]
    under = ids(got(client, "/api/clauses?path=IB05.01.IV.1.A"))
    assert under
    assert all(one.startswith("IB05.01.IV.1.A.") for one in under)
    words_found = got(client, "/api/clauses?q=zero&game=ruleta&lang=en")
    assert words_found["clauses"]
    assert all(one["game"] == "ruleta" for one in words_found["clauses"])
    second = got(client, "/api/clauses?norm=IB05&first=10&most=5")
    assert ids(second) == [one.id for one in clauses(norm="IB05")[10:15]]


def test_replaced_clauses_and_readings(client: Client) -> None:
    replaced = got(client, "/api/replaced")
    assert set(ids(replaced)) == {one.id for one in clauses() if library().replacement_of(one.id)}
    assert all(one["replaced"]["norm"] for one in replaced["clauses"])
    readings = got(client, "/api/readings?game=blackjack")
    assert set(ids(readings)) == {one.id for one in clauses(game="blackjack") if one.reading}


def test_a_clause_stands_beside_that_of_another_norm(client: Client) -> None:
    mine, theirs = (dict(rules(frame_of("tres_cartas", norm))) for norm in ("IB09", "AR10"))
    path = next(path for path, stated in mine.items() if path in theirs and stated.cite != theirs[path].cite)
    cited = mine[path].cite[0]
    found = got(client, f"/api/clauses/{cited}/beside?norm=AR10")
    assert found["clause"]["id"] == cited
    rule = next(one for one in found["beside"]["AR10"] if one["rule"] == path)
    assert tuple(one["id"] for one in rule["clauses"]) == theirs[path].cite
    assert rule["same_figures"] == (mine[path].figures == theirs[path].figures)
    assert not rule["borrowed"]
    borrowed = got(client, "/api/clauses/IB05.03.V.1.a.15/beside?norm=AR10")["beside"]["AR10"]
    assert all(one["borrowed"] for one in borrowed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_answers_are_in_the_language_that_is_liked(client: Client, language: str) -> None:
    address = "/api/clauses/IB05.01.IV.1.A.a.1"
    liked = client.get(address, headers={"accept-language": f"{language};q=0.9, de"})
    named = client.get(f"{address}?lang={language}", headers={"accept-language": "de"})
    assert liked.json() == named.json()
    assert liked.headers["content-language"] == named.headers["content-language"] == language
    wrong = client.get(f"/api/clauses/nothing?lang={language}", headers={"accept-language": "fr"})
    assert wrong.headers["content-language"] == language
    assert wrong.json()["error"]["says"].startswith({"es": "Ninguna", "ca": "Cap", "en": "No"}[language])


@pytest.mark.parametrize("game", GAMES)
def test_a_layout_has_all_that_a_page_needs(client: Client, game: str) -> None:
    found = got(client, f"/api/layouts/{game}?lang=ca")
    table = open_as_written(frame_of(game), {})
    layout = table.game.layout(table.opening)
    assert [spot["name"] for spot in found["layout"]["spots"]] == [spot.name for spot in layout.spots]
    assert all(spot["words"] for spot in found["layout"]["spots"])
    assert set(found["words"]["acts"]) == {act.verb() for act in table.game.acts}
    assert set(found["words"]["incidents"]) == {one.verb() for one in table.game.incidents}
    assert found["words"]["game"]["name"] == voice_for("ca").game_name(game)
    assert found["edition"] == table.game.pin(table.frame)


def test_limits_follow_from_the_choices(client: Client) -> None:
    def plain(address: str) -> Any:
        spots = got(client, address)["layout"]["spots"]
        return next(spot for spot in spots if spot["kind"] == "pleno")

    usual = plain("/api/layouts/ruleta?norm=IB05")
    raised = plain(
        "/api/layouts/ruleta?norm=IB05&choice=authorised_minimum=5 €&choice=minimum=5 €"
        "&choice=chip=5 €&choice=maximum=50 €"
    )
    assert raised["least"] == 500
    assert usual["least"] < raised["least"] < raised["most"]


@pytest.mark.parametrize("game", [*GAMES, "lototrot", "promotrot"])
def test_every_set_up_has_bounds_clauses_and_a_lawful_example(client: Client, game: str) -> None:
    for norm in frame_norms(client, game):
        found = got(client, f"/api/setups/{game}?norm={norm}")
        frame = frame_of(game, norm)
        assert [one["choice"] for one in found["choices"]] == list(frame.options)
        assert all(one["cite"] and one["says"] for one in found["choices"])
        assert found["example"]["lawful"] or not frame.can_be_played
    form = client.get(f"/api/setups/{game}?format=toml")
    assert form.headers["content-type"] == "application/toml"
    if game in GAMES:
        assert client.post("/api/check", json={"floor": form.text}).json()["red"] == 0


def frame_norms(client: Client, game: str) -> list[str]:
    return list(got(client, f"/api/games/{game}")["norms"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_has_all_texts_of_a_language(client: Client, language: Language) -> None:
    found = got(client, f"/api/words/{language}")
    assert found["texts"]["errors"]["norm_or_place"] == voice_for(language).text("errors.norm_or_place")
    assert "options" not in found["texts"]
    own = got(client, f"/api/words/{language}/ruleta")
    assert own["texts"]["refusals"]["half_or_prison"]
    assert refused(client.get("/api/words/de")) == (400, "request_field")
    assert refused(client.get(f"/api/words/{language}/ruletta")) == (404, "no_such_game")


@pytest.mark.parametrize(
    "address",
    [
        "/api/games",
        "/api/games/ruleta",
        "/api/setups/ruleta",
        "/api/clauses?game=boule",
        "/api/norms",
        "/api/readings?game=boule",
        "/api/glossary",
        "/api/odds/boule",
        "/api/par/boule?effects=false",
    ],
)
def test_tables_are_given_as_csv(client: Client, address: str) -> None:
    joined = "&" if "?" in address else "?"
    asked = client.get(f"{address}{joined}format=csv")
    liked = client.get(address, headers={"accept": "text/csv"})
    assert asked.headers["content-type"] == liked.headers["content-type"] == "text/csv; charset=utf-8"
    assert asked.text == liked.text
    rows = list(csv.reader(io.StringIO(asked.text)))
    assert len(rows) > 1
    assert len({len(row) for row in rows}) == 1


@pytest.mark.parametrize("address", ["/api/placards/boule", "/api/par/boule?effects=false"])
def test_documents_are_given_as_pages_and_sheets(client: Client, address: str) -> None:
    joined = "&" if "?" in address else "?"
    page, sheet = (client.get(f"{address}{joined}format={form}") for form in ("html", "pdf"))
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "<html" in page.text
    assert sheet.headers["content-type"] == "application/pdf"
    assert sheet.content.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("/api/norms/XX", 404, "unknown_norm"),
        ("/api/clauses/nothing", 404, "unknown_clause"),
        ("/api/clauses/IB05.00.AU.1-" + "9" * 20 + "", 404, "unknown_clause"),
        ("/api/clauses?norm=XX", 404, "unknown_norm"),
        ("/api/clauses?game=nothing", 404, "unknown_game"),
        ("/api/clauses?first=-1", 400, "request_field"),
        ("/api/games/nothing", 404, "unknown_game"),
        ("/api/games?in=narnia", 404, "unknown_jurisdiction"),
        ("/api/games?norm=IB05&in=aragon", 422, "norm_or_place"),
        ("/api/games?on=2012-01-01", 422, "day_without_place"),
        ("/api/games?in=aragon&on=tomorrow", 400, "unreadable_day"),
        ("/api/games?format=pdf", 400, "no_such_format"),
        ("/api/games?format=doc", 400, "request_field"),
        ("/api/layouts/lototrot", 422, "is_a_pool"),
        ("/api/layouts/ruleta?choice=minimum", 400, "unreadable_choice"),
        ("/api/odds/ruleta?bet=nothing", 422, "no_such_bet"),
        ("/api/odds/ruleta?choice=minimum=1", 422, "faulty"),
        ("/api/decisions/blackjack?hand=As", 422, "half_a_decision"),
        ("/api/hands?cards=zz", 400, "card_unreadable"),
        ("/api/equities", 400, "request_field"),
        ("/api/par/boule?stake=much", 400, "amount_unreadable"),
        ("/api/lessons/nothing", 404, "no_such_lesson"),
        ("/api/lessons/x.toml", 404, "no_such_lesson"),
        ("/api/drills/exercises?seed=1&kind=nothing", 422, "no_such_kind"),
        ("/api/jobs/nothing", 404, "no_such_job"),
        ("/api/nothing", 404, "no_such_route"),
    ],
)
def test_bad_input_gets_one_sentence(client: Client, address: str, status: int, code: str) -> None:
    assert refused(client.get(address)) == (status, code)


@pytest.mark.parametrize(
    ("address", "body", "status", "code"),
    [
        ("/api/check", {"floor": "="}, 400, "floor_no_toml"),
        ("/api/check", {"floor": {}}, 400, "floor_empty"),
        ("/api/check", {"flor": ""}, 400, "request_field"),
        ("/api/check", [], 400, "request_unreadable"),
        ("/api/records/verify", {"record": ""}, 400, "empty_record"),
        ("/api/records/verify", {"record": "{}"}, 400, "malformed_record"),
        ("/api/records/states", {"record": "{}", "most": 0}, 400, "request_field"),
        ("/api/records/verify", {"record": "{}", "house": "/etc/hostname"}, 400, "request_field"),
        ("/api/audit", {"session": "round\n", "kind": "csv"}, 422, "rounds_without_game"),
        ("/api/audit", {"session": "x", "kind": "doc"}, 400, "request_field"),
        ("/api/drills/mark", {"exercise": {"kind": "payouts"}, "answers": []}, 422, "no_such_exercise"),
    ],
)
def test_bad_files_get_one_sentence(
    client: Client, address: str, body: object, status: int, code: str
) -> None:
    assert refused(client.post(address, json=body)) == (status, code)


def test_what_is_too_long_is_refused_with_the_bound(client: Client) -> None:
    answer = client.post("/api/records/verify", json={"record": "x" * (4 * 2**20)})
    assert refused(answer) == (413, "request_too_large")
    assert str(4 * 2**20) in answer.json()["error"]["says"]
