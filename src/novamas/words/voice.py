"""The translator of one language: it fills values into texts, and names things.

In a text a value is in braces, with its kind after a colon: `{cents:money}`, `{bet:bet}`, `{known:list}`.
Two forms separated by a bar are singular and plural: `{decks:baraja|barajas}`. A third form is that for round
millions: `{columns:columna|columnas|de columnas}`. For a flag, the two forms are for true and for false:
`{seen:ya vistas|aún sin ver}`.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Hashable, Iterable, Mapping
from datetime import date
from errno import errorcode
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from novamas.equipment.pieces import piece_names, piece_symbol, read_pieces
from novamas.errors import InvalidInput, quoted
from novamas.law import Clause, Library, library
from novamas.law.default import ours
from novamas.law.library_cache import cached_in_library
from novamas.law.norms import EURO, Currency
from novamas.law.texts import LANGUAGES, Language, Text
from novamas.money import amount_text, with_separators
from novamas.table.bets import BetName, parts_of
from novamas.table.roles import Who, read_who
from novamas.words import articles, norms
from novamas.words.dates import date_text
from novamas.words.plurals import form_for
from novamas.words.texts import find

if TYPE_CHECKING:
    from novamas.errors import NovamasError
    from novamas.hands.names import RankName
    from novamas.law import Frame, Option

BACK = "▒▒"  # of an unknown card

MAX_KNOWN = 1_000  # sentences about events, in each language at each game
MAX_CACHED = 10_000  # amounts, names of bets, and parsed texts: a table says the same few again and again


class Voice:
    """The translator of one language, and of one game's words if it serves a table of that game.

    It has the library of law whose games, norms and clauses it names.
    """

    def __init__(self, law: Library, language: Language, game: str = "", currency: Currency = EURO) -> None:
        assert language in LANGUAGES, language
        self.law = law
        self.currency = currency
        self.language: Language = language
        self.game = game
        self._filling = Formatter(self)
        self._bet_name = lru_cache(MAX_CACHED)(self._name_bet)
        self._known: dict[Hashable, str] = {}

    def at(self, game: str, norm: str | None = None) -> Voice:
        """Return the translator of the same language at a table of this game, under a norm of the library."""
        found = self.law.norms.get(norm or "")
        return _voice(self.law, self.language, game, found.currency if found else self.currency)

    def under(self, frame: Frame) -> Voice:
        """Return the translator of the same language at a table of this game, in the currency of its norm."""
        return _voice(self.law, self.language, frame.game, frame.currency)

    def speaking(self, language: Language) -> Voice:
        """Return the translator of another language at the same table."""
        return _voice(self.law, language, self.game, self.currency)

    def citing(self, clause: str | None) -> Voice:
        """Return the translator of a problem, whose amounts are in the currency of the norm that it cites."""
        norm = self.law.norms.get((clause or "").partition(".")[0])
        if norm is None or self.currency != EURO:
            return self
        return _voice(self.law, self.language, self.game, norm.currency)

    # ---- texts

    def has(self, address: str) -> bool:
        """Return whether a text with this key exists."""
        return find(self.law, address, self.game) is not None

    def text(self, address: str) -> str:
        """Return the text with this key. Its values are not filled in."""
        found = find(self.law, address, self.game)
        assert found is not None, f"there are no words for {address}"
        return found.in_language(self.language)

    def say(self, address: str, **figures: object) -> str:
        """Return the text with this key, with these values filled in."""
        return self.fill(self.text(address), figures)

    def known(self, key: Hashable, render: Callable[[], str]) -> str:
        """Return the text of a key, which is rendered once as long as it is asked for often."""
        try:
            found = self._known.get(key)
        except TypeError:  # a value that cannot be hashed
            return render()
        if found is None:
            if len(self._known) >= MAX_KNOWN:
                self._known.clear()
            found = self._known[key] = render()
        return found

    def fill(self, text: str | Text, figures: Mapping[str, object]) -> str:
        """Return a text with these values filled in."""
        written = text.in_language(self.language) if isinstance(text, Text) else text
        return self._filling.filled(written, figures)

    # ---- names of things

    def named(self, file: str, code: str) -> str:
        """Return the name for a code, or the code itself if it has no name."""
        address = f"{file}.{code}"
        return self.text(address) if self.has(address) else code

    def game_name(self, slug: str) -> str:
        """Return the name of a game."""
        return self.named("games", slug)

    def about_game(self, slug: str) -> str:
        """Return the sentence about a game, or "" for a game that a norm lists and novamas lacks."""
        return self.text(f"abouts.{slug}") if self.has(f"abouts.{slug}") else ""

    def clause(self, id: str) -> Clause:
        """Return the clause with this id in this language."""
        return self.law.clause_in(id, self.language)

    def bet(self, bet: str) -> str:
        """Return the name of a bet: `pleno:17` is "pleno al 17", `rojo@2` is in prison a second time."""
        return self._bet_name(bet)

    def _name_bet(self, bet: str) -> str:
        read = parts_of(bet)
        called = self._placed_bet(read) if read.place else self.named("bets", read.kind)
        called = f"{called}.{read.hand}" if read.hand else called
        if not read.times:
            return called
        return self.say(
            "bets_told.prison" if read.times == 1 else "bets_told.caught", bet=called, times=read.times
        )

    def _placed_bet(self, read: BetName) -> str:
        """Return the name of a bet with its place, from a special text if there is one."""
        place, address = self.bet(read.place), f"bets_at.{read.kind}"
        if self.has(address):
            return self.say(address, place=place)
        return f"{self.named('bets', read.kind)} {place}"

    def verbs(self, verb: str) -> list[str]:
        """Return the words for an act or incident in this language. The first one is shown to users."""
        is_incident = self.has(f"incidents_typed.{verb}")
        return self.named("incidents_typed" if is_incident else "acts", verb).split("|")

    def act(self, verb: str) -> str:
        """Return the name of an act."""
        return self.verbs(verb)[0]

    def person(self, who: Who) -> str:
        """Return the name of a seat or a role."""
        return self.say("people.seat", seat=who) if isinstance(who, int) else self.text(f"people.{who.value}")

    def owner(self, owner: int | str, me: Who | None = None) -> str:
        """Return the name of the owner of cards, or of their place."""
        if owner == me:
            return self.text("people.you")
        if isinstance(owner, int):
            return self.person(owner)
        return self.text(f"places.{owner}") if self.has(f"places.{owner}") else self.bet(owner)

    def phase(self, tag: str) -> str:
        """Return the name of a phase."""
        return self.named("phases", tag)

    def choice(self, option: Option) -> str:
        """Return the text of a choice of the house, or its code if an early edition has no text."""
        return self.fill(option.says or self.named("choices", option.name), {})

    def value(self, value: object) -> str:
        """Return the name of a value of a choice."""
        return self.named("values", str(value).lower() if isinstance(value, bool) else str(value))

    # ---- amounts, cards, lists

    def money(self, cents: int) -> str:
        """Return an amount with its currency, with an ordinary space and a true minus sign."""
        return _amount(cents, self.language, self.currency.sign)

    def gain(self, cents: int) -> str:
        """Return an amount with its sign, for money that was won or lost."""
        return f"+{self.money(cents)}" if cents > 0 else self.money(cents)

    def day(self, day: date) -> str:
        """Return a date in words: "16 de noviembre de 2026"."""
        return date_text(day, self.language)

    def decimal(self, number: Fraction | float, digits: int = 3) -> str:
        """Return a number with the given number of decimals."""
        return with_separators(f"{float(number):,.{digits}f}", self.language).replace("-", "−")

    def percent(self, share: Fraction, digits: int = 3) -> str:
        """Return a share as a percentage."""
        return self.decimal(share * 100, digits) + " %"

    def share(self, share: Fraction) -> str:
        """Return a share as a percentage with at most three decimals: 60 %, 62,5 %."""
        digits = next((digits for digits in range(3) if (share * 100 * 10**digits).denominator == 1), 3)
        return self.percent(share, digits)

    def number(self, number: int) -> str:
        """Return a whole number with thousands separators."""
        return with_separators(f"{number:,}", self.language).replace("-", "−")

    def cards(self, cards: Iterable[int | None]) -> str:
        """Return the symbols of cards or tiles. Unknown ones show the symbol of a back."""
        return " ".join(BACK if card is None else piece_symbol(card) for card in cards)

    def quote(self, words: str) -> str:
        """Return words in the quotation marks of the language."""
        return f"“{words}”" if self.language == "en" else f"«{words}»"

    def quote_value(self, value: object) -> str:
        """Return a value in a notation for files and people: in quotation marks unless it is a number."""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        is_number = not isinstance(value, bool) and text.replace("/", "").replace(".", "").isdecimal()
        return text if is_number else self.quote(text)

    def any_of(self, names: Iterable[object]) -> str:
        """Return alternatives as text: "a, b o c"."""
        *most, last = [str(name) for name in names] or [""]
        return f"{', '.join(most)} {self.text('lists.or')} {last}" if most else last

    # ---- errors

    def error(self, error: NovamasError) -> str:
        """Return the message of an error with its clause. A faulty set-up has one sentence for each fault."""
        from novamas.words.problems import error_text

        return error_text(error, self)


@lru_cache(MAX_CACHED)
def _amount(cents: int, language: Language, currency: str) -> str:
    return amount_text(cents, language, currency).replace("\N{NO-BREAK SPACE}", " ").replace("-", "−")


def voice_for(language: Language, game: str = "", law: Library | None = None) -> Voice:
    """Return the translator of a language for a table of this game, with a library of law.

    Translators are cached. For an unknown language, raise `InvalidInput` with the supported ones.
    """
    if language not in LANGUAGES:
        raise InvalidInput(
            "language_unknown", text_key="unknown_language", given=quoted(language), known=LANGUAGES
        )
    return _voice(law or library(), language, game, EURO)


def our_voice(language: Language) -> Voice:
    """Return the translator of a language with only our own norms, for texts that are not about the law."""
    return voice_for(language, law=ours())


@cached_in_library
def _voice(law: Library, language: Language, game: str, currency: Currency) -> Voice:
    return Voice(law, language, game, currency)


def _rank_name(rank: int, voice: Voice) -> RankName:
    """Return the forms of a rank's name. The first call imports the hands of all games."""
    from novamas.hands.names import rank_name

    return rank_name(rank, voice.language)


class Field(NamedTuple):
    """A place for a value in a text, with the literal text before it."""

    before: str
    name: str | None
    kind: str


@lru_cache(MAX_CACHED)
def _fields(text: str) -> tuple[Field, ...]:
    """Return the parts of a text. Each text is parsed only once."""
    return tuple(Field(before, name, kind or "") for before, name, kind, _ in string.Formatter().parse(text))


class Formatter:
    """The formatter of values in a text. The text names the kind of each value."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        self.kinds: dict[str, Callable[[Any], str]] = {
            "": str,
            "act": voice.act,
            "acts": lambda verbs: voice.any_of(voice.quote(voice.act(verb)) for verb in verbs),
            "amounts": lambda amounts: ", ".join(voice.money(int(cents)) for cents in amounts),
            "base": lambda norm: norms.base(norm, voice),
            "bet": voice.bet,
            "bets": lambda bets: ", ".join(map(voice.bet, bets)),
            "cards": voice.cards,
            "clause": lambda rule: voice.clause(rule).says.removesuffix("."),
            "date": lambda on: norms.day(on, voice),
            "day": voice.day,
            "game": voice.game_name,
            "homes": lambda homes: norms.homes(homes, voice),
            "in_bet": lambda bet: articles.in_bet(bet, voice),
            "in_region": lambda region: voice.text(f"regions.in_{region}"),
            "how": self._how,
            "list": lambda names: ", ".join(map(str, names)),
            "list_quoted": lambda values: ", ".join(map(voice.quote_value, values)),
            "minds": lambda minds: voice.any_of(voice.text(f"minds.{mind}") for mind in minds),
            "money": self._money,
            "near": self._near,
            "number": voice.number,
            "of_bet": lambda bet: articles.of_bet(bet, voice),
            "of_date": lambda on: articles.of_date(on, voice),
            "of_ranks": lambda rank: _rank_name(rank, voice).of,
            "on_bet": lambda bet: articles.on_bet(bet, voice),
            "or": voice.any_of,
            "or_quoted": lambda values: voice.any_of(map(voice.quote_value, values)),
            "owner": voice.owner,
            "percent": voice.percent,
            "rank": lambda rank: _rank_name(rank, voice).one,
            "ranks": lambda rank: _rank_name(rank, voice).many,
            "phase": voice.phase,
            "quote": voice.quote_value,
            "quoted": lambda said: f": {voice.quote(said)}" if said else "",
            "region": lambda region: voice.named("regions", region),
            "set": lambda pieces: voice.cards(read_pieces(pieces)),
            "share": lambda share: voice.share(Fraction(share)),
            "since": lambda norm: norms.since(norm, voice),
            "system": self._system,
            "text": voice.text,
            "the_bet": lambda bet: articles.the_bet(bet, voice),
            "times": self._times,
            "told": self._problem_text,
            "typed": self._typed,
            "unit": lambda unit: voice.text(f"units.{unit}"),
            "value": voice.value,
            "values": lambda values: ", ".join(map(voice.value, values)),
            "written": piece_names,
            "whom": lambda who: voice.text("people.staff") if who == "staff" else voice.person(read_who(who)),
            "who": lambda who: voice.person(read_who(who) if isinstance(who, str) else who),
        }

    def filled(self, text: str, values: Mapping[str, object]) -> str:
        """Return a text with its values filled in."""
        parts = []
        for before, name, kind in _fields(text):
            parts.append(before)
            if name is not None:
                parts.append(self._formatted(_given(values[name]) if name == "given" else values[name], kind))
        return "".join(parts)

    def _formatted(self, value: Any, kind: str) -> str:
        if "|" in kind:
            return form_for(value, kind.split("|"), self.voice.language)
        return self.kinds[kind](value)

    def _money(self, cents: int | str) -> str:
        """Return an amount. Text that is not an amount, such as "10^71", is returned unchanged."""
        return cents if isinstance(cents, str) and not cents.isdecimal() else self.voice.money(int(cents))

    def _times(self, times: int) -> str:
        """Return the text for a new maximum as a multiple of the minimum. For 0 it is "as before"."""
        return (
            self.voice.say("lists.times_the_minimum", times=times)
            if times
            else self.voice.text("lists.as_before")
        )

    def _near(self, names: Iterable[str]) -> str:
        """Return the end of a sentence that suggests similar names, if there are any."""
        known = list(names)
        return self.voice.say("lists.near", names=known) if known else "."

    def _system(self, number: int | None) -> str:
        """Return the operating system's message for the number of an error."""
        address = f"system.{errorcode.get(number or 0, 'other').lower()}"
        return self.voice.say(address if self.voice.has(address) else "system.other", number=number)

    def _how(self, offers: Any) -> str:
        """Return the typed forms of offers."""
        from novamas.words.typed_acts import patterns

        return ", ".join(self.voice.quote(how) for how in patterns(offers, self.voice))

    def _typed(self, acts: Any) -> str:
        """Return acts as users type them, as alternatives. Of many acts only the first are listed."""
        from novamas.words.typed_acts import FEW_ACTS, typed

        shown = [self.voice.quote(typed(act, self.voice)) for act in acts]
        return self.voice.any_of([*shown[:FEW_ACTS], "…"] if len(shown) > FEW_ACTS else shown)

    def _problem_text(self, problem: Any) -> str:
        """Return the message of the problem that caused this one."""
        from novamas.words.problems import error_text

        return error_text(problem, self.voice)


def _given(value: object) -> object:
    """Return the user's input for a message: a list as one text, a long text shortened."""
    if isinstance(value, tuple):
        value = ", ".join(map(str, value))
    return shortened(value) if isinstance(value, str) else value


def shortened(given: str) -> str:
    """Return the beginning of the user's input for a message, with unprintable characters replaced."""
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in quoted(given))


def capital(text: str) -> str:
    """Return a text with its first letter as a capital."""
    return text[:1].upper() + text[1:]
