"""Placards: the figures are those that the engine pays, in every language, on one sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from html.parser import HTMLParser

import pytest

import novamas
from novamas.games import GAMES
from novamas.house.opening import frame_of, homes, is_playable, open_as_written
from novamas.house.placard.html import as_html
from novamas.house.placard.pdf import as_pdf, in_columns
from novamas.house.placard.placard import Line, Placard, bet_limits, placard_of
from novamas.house.placard.text import WIDTH, as_text
from novamas.law import library
from novamas.law.displays import displays, ordered
from novamas.law.texts import LANGUAGES, Language
from novamas.table.events import Payment
from novamas.table.game import Table
from novamas.words import voice_for

OF_BANK = "De las ganancias de la banca"
NET = f"{OF_BANK}, ya descontada del pago"
PLAYED = [(slug, norm) for slug in GAMES for norm in homes(slug) if is_playable(frame_of(slug, norm))]
TABLES = [pytest.param(slug, norm, id=f"{slug}-{norm}") for slug, norm in PLAYED]


def table(slug: str, norm: str, **choices: object) -> Table:
    return open_as_written(frame_of(slug, norm), choices)


def lines(placard: Placard) -> Iterator[Line]:
    yield from placard.headlines
    for part in placard.parts:
        yield from part.lines


def rates(placard: Placard, language: Language) -> list[Fraction]:
    """Return every rate on a placard after parsing it."""
    between = {"es": "a", "ca": "a", "en": "to"}[language]
    found = [re.fullmatch(rf"([\d.,]+) {between} (\d+)", line.figure) for line in lines(placard)]
    return [Fraction(int(re.sub(r"[.,]", "", one[1])), int(one[2])) for one in found if one]


@pytest.mark.parametrize(("slug", "norm"), TABLES)
def test_what_bets_pay_is_what_the_layout_pays(slug: str, norm: str) -> None:
    opened = table(slug, norm)
    spots = opened.game.layout(opened.opening).spots
    shown = {spot.kind: spot for spot in spots if spot.kind != "casa"}.values()
    paid = {spot.pays for spot in shown if spot.pays is not None}
    paid |= {prize.pays for spot in shown for prize in spot.prizes}
    for language in LANGUAGES:
        assert set(rates(placard_of(opened, voice_for(language)), language)) == paid


@pytest.mark.parametrize(("slug", "norm"), TABLES)
def test_amounts_are_those_of_the_set_up_and_the_offers(slug: str, norm: str) -> None:
    opened = table(slug, norm)
    amounts = {value for value in opened.chosen.values() if isinstance(value, int)}
    amounts |= {cents for limits in bet_limits(opened).values() for cents in limits}
    for language in LANGUAGES:
        voice = voice_for(language)
        known = {voice.money(cents) for cents in amounts}
        placard = placard_of(opened, voice)
        for line in lines(placard):
            for figure in (line.figure, line.limits):
                for told in re.findall(r"€[\d.,]*\d|[\d.,]*\d\s€", figure):
                    assert told in known, (line, told)


@pytest.mark.parametrize("cents", [500, 1000])
def test_another_set_up_makes_another_placard(cents: int) -> None:
    opened = table("sin_descarte", "AR10", minimum=cents, maximum=20 * cents, seguro=0)
    placard = placard_of(opened, voice_for("es"))
    assert [line.figure for line in placard.headlines] == [
        voice_for("es").money(cents),
        voice_for("es").money(20 * cents),
    ]
    assert "seguro" not in as_text(placard).lower()


@pytest.mark.parametrize(
    ("slug", "bet", "called"),
    [
        ("ruleta", "pleno:17", "Pleno"),
        ("ruleta", "rojo", "Suerte sencilla"),
        ("ruleta_americana", "docena:1", "Docena"),
        ("ruleta_de_la_fortuna", "24", "24"),
    ],
)
def test_a_bet_that_wins_is_paid_what_the_placard_says(slug: str, bet: str, called: str) -> None:
    for seed in range(200):  # until it wins
        sitting = novamas.open(slug, norm="IB05", seed=seed)
        events = sitting.round(f"s1 bet {bet} 2 €")
        paid = [one for one in events if isinstance(one, Payment) and one.rate is not None and one.rate > 0]
        if paid:
            break
    placard = placard_of(sitting.table, voice_for("es"))
    told = next(line.figure for line in lines(placard) if line.what == called)
    assert paid[0].rate is not None
    assert told == f"{paid[0].rate.numerator} a {paid[0].rate.denominator}"


# ---------------------------------------------------------------- what the law orders


@pytest.mark.law("IB05.08.V.23")
def test_the_minimum_of_chemin_de_fer_is_shown() -> None:
    placard = placard_of(table("chemin_de_fer", "IB05"), voice_for("es"))
    assert placard.headlines[0] == Line("Mínimo", "10,00 €")
    assert placard.ordered == "La ley obliga a mostrar o anunciar: el mínimo (IB05.08.V.23)."


@pytest.mark.law("AR10.7.e.4")
def test_the_prizes_of_the_jackpot_are_shown_where_there_is_one() -> None:
    with_it = placard_of(table("blackjack", "AR10", jackpot=True, authorised=("jackpot",)), voice_for("es"))
    prizes = next(part for part in with_it.parts if part.title == "Premios del jackpot")
    assert prizes.lines[-1] == Line("Tres sietes del mismo palo", "5.000 a 1")
    assert "AR10.7.e.4" in with_it.ordered
    without = placard_of(table("blackjack", "AR10", jackpot=False), voice_for("es"))
    assert without.ordered == ""
    assert "jackpot" not in as_text(without).lower()


@pytest.mark.law("AR10.10-1-A.V.1.2", "AR10.10-1-A.V.4.2")
def test_payments_and_band_of_no_draw_poker_are_shown() -> None:
    placard = placard_of(table("sin_descarte", "AR10", authorised_maximum=10000), voice_for("es"))
    assert Line("Banda autorizada", "de 5,00 € a 100,00 €") in placard.parts[0].lines
    second = next(part for part in placard.parts if part.title == "Segunda apuesta")
    assert second.lines[0] == Line("Escalera de color real", "100 a 1")
    assert "AR10.10-1-A.V.1.2" in placard.ordered
    assert "AR10.10-1-A.V.4.2" in placard.ordered


@pytest.mark.law("AR10.10-1-A.VIII.2.4")
def test_how_the_progressive_works_is_shown() -> None:
    opened = table(
        "sin_descarte", "AR10", progresivo=100, progresivo_deduction="1/10", progresivo_start=50000
    )
    placard = placard_of(opened, voice_for("es"))
    assert any("escalera de color, el 10 %" in told for part in placard.parts for told in part.sentences)
    assert Line("El progresivo parte de", "500,00 €") in placard.parts[0].lines
    assert "AR10.10-1-A.VIII.2.4" in placard.ordered


@pytest.mark.law("IB09.17.V.5.8", "AR10.10-1-D.V.3.6")
@pytest.mark.parametrize("norm", ["IB09", "AR10"])
def test_the_table_of_pareja_plus_that_was_chosen_is_shown(norm: str) -> None:
    shown = {}
    for chosen in "ABC":
        placard = placard_of(table("tres_cartas", norm, pareja_plus=chosen), voice_for("es"))
        part = next(part for part in placard.parts if part.title.endswith(f"tabla {chosen}"))
        shown[chosen] = part.lines
    assert len(set(shown.values())) == 3


@pytest.mark.law("IB09.16.VI.7", "AR10.10-1-C.V.2.3", "CM16.9.3.1")
@pytest.mark.parametrize("norm", ["IB09", "AR10", "CM16"])
def test_the_commission_and_the_house_way_of_pai_gow_are_shown(norm: str) -> None:
    placard = placard_of(table("pai_gow_poker", norm, commission="1/40"), voice_for("es"))
    charged = next(part for part in placard.parts if part.title == "Comisión de la casa")
    assert charged.lines == (Line("De las ganancias", "2,5 %"),)
    assert "la comisión" in placard.ordered
    way = next(part for part in placard.parts if part.title == "Modo de la casa")
    assert len(way.sentences) > 10
    own = placard_of(table("pai_gow_poker", norm, house_way="own"), voice_for("es"))
    assert own.parts[-1].sentences != way.sentences


@pytest.mark.parametrize(
    ("slug", "choices", "line", "clause"),
    [
        pytest.param(slug, choices, line, clause, id=line.figure, marks=pytest.mark.law(clause))
        for slug, choices, line, clause in [
            ("punto_y_banca", {}, Line(NET, "5 %"), "IB05.07.V.2"),
            ("chemin_de_fer", {}, Line(NET, "5 %"), "IB05.08.V.28"),
            ("bacara_dos_panos", {}, Line(OF_BANK, "2 %"), "IB05.09.V.3.1"),
            ("bacara_dos_panos", {"bank_mode": "libre"}, Line(OF_BANK, "1,25 %"), "IB05.09.V.3.1"),
        ]
    ],
)
def test_what_the_house_takes_of_the_winnings_of_the_bank_is_shown(
    slug: str, choices: dict[str, object], line: Line, clause: str
) -> None:
    placard = placard_of(table(slug, "IB05", **choices), voice_for("es"))
    assert next(part for part in placard.parts if part.title == "Comisión de la casa").lines == (line,)
    assert clause in placard.clauses


@pytest.mark.law("AR10.10-2.II.a.2", "AR10.10-2.II.2", "IB09.12.II.3.2")
def test_what_the_house_charges_and_how_long_a_game_lasts_is_shown() -> None:
    for norm in ("AR10", "IB09"):
        placard = placard_of(table("holdem", norm, rake="1/25", game_hands=40), voice_for("es"))
        shown = {line.what: line.figure for line in lines(placard)}
        assert shown["De cada bote"] == "4 %"
        assert shown["Duración de la partida"] == "40 manos"
        assert "la duración de la partida" in placard.ordered


def test_every_display_is_of_a_game_and_cites_a_clause_that_orders_it() -> None:
    wanted = re.compile(r"display|visibl|announc|public|on view|displayed")
    for display in displays(library()):
        for game in display.games:
            frame = frame_of(game, display.norm)
            assert isinstance(ordered(frame, table(game, display.norm).chosen), dict)
        for cite in display.cite:
            assert cite.startswith(display.norm)
            assert wanted.search(library().clause_in(cite, "en").says), cite


# ---------------------------------------------------------------- text, page, sheet


@pytest.mark.parametrize(("slug", "norm"), TABLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_text_keeps_to_eighty_columns(slug: str, norm: str, language: Language) -> None:
    text = as_text(placard_of(table(slug, norm), voice_for(language)))
    assert {len(line) for line in text.splitlines()} == {WIDTH}


class Page(HTMLParser):
    """The content of a web page, and whether every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.told: list[str] = []
        self.fetched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetched += [name for name, _ in attrs if name in ("src", "href", "srcset", "data", "action")]
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.told.append(data)


@pytest.mark.parametrize(("slug", "norm"), TABLES)
def test_a_page_asks_nobody_for_anything(slug: str, norm: str) -> None:
    for language in LANGUAGES:
        placard = placard_of(table(slug, norm), voice_for(language))
        text = as_html(placard)
        page = Page(text)
        assert page.open == []
        assert page.fetched == []
        assert not re.search(r"https?:|url\(|@import|<script", text)
        assert all(line.figure in page.told for line in lines(placard))


def pages_of(pdf: bytes) -> int:
    """Return the number of pages of a PDF, from the root of its page tree."""
    return max(int(count) for count in re.findall(rb"/Count (\d+)", pdf))


def test_the_fullest_sheets_are_one_page() -> None:
    placards = [placard_of(table(slug, norm), voice_for("es")) for slug, norm in PLAYED]
    for placard in sorted(placards, key=lambda placard: len(list(lines(placard))))[-3:]:
        assert pages_of(as_pdf(placard)) == 1


@pytest.mark.soak
@pytest.mark.parametrize(("slug", "norm"), TABLES)
def test_a_sheet_is_one_page_in_every_language_and_size(slug: str, norm: str) -> None:
    for language in LANGUAGES:
        for paper in ("a4", "a3"):
            placard = placard_of(table(slug, norm), voice_for(language))
            assert pages_of(as_pdf(placard, paper)) == 1


def test_a_sheet_has_its_fonts_in_it_and_its_size() -> None:
    placard = placard_of(table("boule", "IB05"), voice_for("ca"))
    for paper, size in (("a4", b"595."), ("a3", b"841.")):
        made = as_pdf(placard, paper)  # type: ignore[arg-type]
        assert made.startswith(b"%PDF-")
        assert size in made[made.index(b"/MediaBox") :][:60]
        assert b"LibertinusSerif" in made


@pytest.mark.parametrize(("slug", "norm"), TABLES)
def test_columns_lose_no_line(slug: str, norm: str) -> None:
    placard = placard_of(table(slug, norm), voice_for("es"))
    columns = in_columns(placard.parts)
    assert len(columns) <= 2
    assert [line for column in columns for part in column for line in part.lines] == [
        line for part in placard.parts for line in part.lines
    ]
    assert [told for column in columns for part in column for told in part.sentences] == [
        told for part in placard.parts for told in part.sentences
    ]


def test_nothing_that_is_told_is_markup() -> None:
    strange = Placard("es", "a <u> #let", "*x*", (Line("<i>", "$1$"),), (), "", "")
    assert "<u>" not in as_html(strange)
    assert as_pdf(strange)
