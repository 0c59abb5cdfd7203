"""Documents: the same content as a web page and as printed sheets."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from novamas.documents import (
    Band,
    Bands,
    Bars,
    Document,
    Heading,
    Interval,
    Item,
    Key,
    Keys,
    Lines,
    Mark,
    Paragraph,
    Rows,
    Side,
    as_html,
    as_pdf,
)
from novamas.documents.charts import drawing
from novamas.law.texts import LANGUAGES, Language

HOSTILE = '<script>alert(1)</script> & "#eval" $x$ *b* \\ @a [x] ñ·l’'
BARS = Bars("Cuánto", (("poco", 1.0, "1"), ("mucho", 4.0, "4")))
BANDS = Bands("Entre qué", (Band("10²", -1.0, 0.0, 1.0), Band("10³", -0.5, 0.0, 0.5)), ((0.0, "0 %"),))

KEYS = Keys((Key(HOSTILE, "5", "bad"), Key("b", "0")))
ITEM = Item(HOSTILE, (Side(HOSTILE, (Paragraph("uno"),)), Side("otra", (Paragraph("dos", is_note=True),))))


def interval(found: float) -> Interval:
    return Interval("Dónde", Mark(-5.0, "−5"), Mark(1.0, "1"), Mark(7.0, "7"), Mark(found, "aquí"))


def document(language: Language = "es") -> Document:
    rows = Rows(("nombre", "cifra"), ((HOSTILE, "2,703 %"), ("b", "1/37")), figures=(1,))
    charts = (BARS, BANDS, interval(2.0))
    blocks = (
        Heading(HOSTILE),
        Paragraph(HOSTILE),
        Lines((HOSTILE, "  dentro")),
        KEYS,
        ITEM,
        rows,
        *charts,
        Paragraph(HOSTILE, is_note=True),
    )
    return Document(language, HOSTILE, HOSTILE, blocks, HOSTILE)


class Page(HTMLParser):
    """The elements, addresses and text of a page, as a browser reads them."""

    def __init__(self, written: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.addresses: list[str | None] = []
        self.told = ""
        self.feed(written)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.addresses += [value for name, value in attrs if name in ("src", "href", "xlink:href")]

    def handle_data(self, data: str) -> None:
        self.told += data


def test_a_page_says_all_and_takes_nothing_for_markup() -> None:
    page = Page(as_html(document()))
    assert page.told.count(HOSTILE) == 12  # the title twice, and every other place once
    assert "script" not in page.elements
    assert "2,703\N{NO-BREAK SPACE}%" in page.told
    assert all(told in page.told for told in ("uno", "dos", "dentro", "otra", "aquí", "−5", "7"))


def test_a_page_fetches_nothing() -> None:
    written = as_html(document())
    assert Page(written).addresses == []
    assert re.findall(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg)", written) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_is_a_pdf_in_each_language(language: Language) -> None:
    sheet = as_pdf(document(language))
    assert sheet.startswith(b"%PDF-")
    assert len(sheet) > 5_000


def test_bars_are_as_long_as_their_sizes() -> None:
    short, long = (float(wide) for wide in re.findall(r'<rect [^>]*width="([\d.]+)"', drawing(BARS)))
    assert long == pytest.approx(4 * short, abs=0.2)


def test_bands_are_as_high_as_they_reach() -> None:
    wide, narrow = (float(tall) for tall in re.findall(r'<rect [^>]*height="([\d.]+)"', drawing(BANDS)))
    assert wide == pytest.approx(2 * narrow, abs=0.2)


def test_charts_of_nothing_and_of_nought_can_be_drawn() -> None:
    assert "<svg" in drawing(Bars("nada", ()))
    assert "<svg" in drawing(Bars("cero", (("a", 0.0, "0"),)))
    assert "<svg" in drawing(Bands("plano", (Band("1", 0.0, 0.0, 0.0),), ()))


def test_what_lies_outside_its_interval_is_seen() -> None:
    inside, outside = (drawing(interval(found), is_page=False) for found in (2.0, 9.0))
    circle = re.compile(r'<circle cx="([\d.]+)" cy="\d+" r="6" fill="(#[0-9a-f]{6})"/>')
    (one, good), (other, bad) = (found.groups() for found in map(circle.search, (inside, outside)) if found)
    assert good != bad
    assert float(one) < float(other)


def test_on_a_page_charts_take_the_colours_of_the_page() -> None:
    for chart in (BARS, BANDS, interval(2.0)):
        assert "var(--" in drawing(chart)
        assert "var(--" not in drawing(chart, is_page=False)


def test_a_table_of_many_columns_is_told_row_by_row_where_it_is_narrow() -> None:
    few, many = (Rows(tuple("abcd"[:count]), (("1",) * count,)) for count in (3, 4))
    page = as_html(Document("ca", "t", "a", (few, many), "f"))
    assert page.count('<div class="wide">') == page.count('<div class="wide many">') == 1
    assert '<td data-name="d">1</td>' in page
