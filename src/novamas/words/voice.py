"""The translator of one language: fills values into texts, and names things.

In a text a value is in braces, with its kind after a colon: `{cents:money}`, `{bet:bet}`, `{known:list}`.
Two forms separated by a bar are singular and plural: `{decks:baraja|barajas}`. A third form is that of round
millions: `{columns:columna|columnas|de columnas}`. For a flag they are true and false:
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
from novamas.law.texts import LANGUAGES, Language, Text
from novamas.money import euros, with_separators
from novamas.table.bets import BetName, parts_of
from novamas.table.roles import Who, read_who
from novamas.words import articles, norms
from novamas.words.dates import date_text
from novamas.words.plurals import form_for
from novamas.words.texts import find

if TYPE_CHECKING:
    from novamas.errors import NovamasError
    from novamas.hands.names import RankName
    from novamas.law import Option

BACK = "▒▒"  # of an unknown card

MAX_KNOWN = 1_000  # sentences about events, in each language at each game
MAX_CACHED = 10_000  # amounts, names of bets, and parsed texts: a table says the same few again and again


class Voice:
    """The translator of one language, and of one game if it is at a table of that game.

    It carries the library of law whose games, norms and clauses it names.
    """

    def __init__(self, law: Library, language: Language, game: str = "") -> None:
        assert language in LANGUAGES, language
        self.law = law
        self.language: Language = language
        self.game = game
        self._filling = Formatter(self)
        self._bet_name = lru_cache(MAX_CACHED)(self._name_bet)
        self._known: dict[Hashable, str] = {}

    def at(self, game: str) -> Voice:
        """Return the translator of the same language at a table of this game."""
        return _voice(self.law, self.language, game)

    # ---- texts

    def has(self, address: str) -> bool:
        """Return whether there is a text at this address."""
        return find(self.law, address, self.game) is not None

    def text(self, address: str) -> str:
        """Return the text at an address, with its values not yet filled in."""
        found = find(self.law, address, self.game)
        assert found is not None, f"there are no words for {address}"
        return found.in_language(self.language)

    def say(self, address: str, **figures: object) -> str:
        """Return the text at an address, with these values."""
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
        """Return a text with these values."""
        written = text.in_language(self.language) if isinstance(text, Text) else text
        return self._filling.filled(written, figures)

    # ---- names of things

    def named(self, file: str, code: str) -> str:
        """Return the name of something, or its code if it has no name."""
        address = f"{file}.{code}"
        return self.text(address) if self.has(address) else code

    def game_name(self, slug: str) -> str:
        """Return the name of a game."""
        return self.named("games", slug)

    def about_game(self, slug: str) -> str:
        """Return the sentence about a game, or "" for one that a norm lists and novamas does not have."""
        return self.text(f"abouts.{slug}") if self.has(f"abouts.{slug}") else ""

    def clause(self, id: str) -> Clause:
        """Return the clause with this id in the language."""
        return self.law.clause_in(id, self.language)

    def bet(self, bet: str) -> str:
        """Return the name of a bet: `pleno:17` is "pleno al 17", and `rojo@2` is in prison a second time."""
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
        """Return the name of a bet with its place, in a text of its own if there is one."""
        place, address = self.bet(read.place), f"bets_at.{read.kind}"
        if self.has(address):
            return self.say(address, place=place)
        return f"{self.named('bets', read.kind)} {place}"

    def verbs(self, verb: str) -> list[str]:
        """Return the words for an act or an incident in this language. The first one is shown."""
        is_incident = self.has(f"incidents_typed.{verb}")
        return self.named("incidents_typed" if is_incident else "acts", verb).split("|")

    def act(self, verb: str) -> str:
        """Return the name of an act."""
        return self.verbs(verb)[0]

    def person(self, who: Who) -> str:
        """Return the name of a seat or a role."""
        return self.say("people.seat", seat=who) if isinstance(who, int) else self.text(f"people.{who.value}")

    def owner(self, owner: int | str, me: Who | None = None) -> str:
        """Return the name of the owner or the place of cards."""
        if owner == me:
            return self.text("people.you")
        if isinstance(owner, int):
            return self.person(owner)
        return self.text(f"places.{owner}") if self.has(f"places.{owner}") else self.bet(owner)

    def phase(self, tag: str) -> str:
        """Return the name of a phase."""
        return self.named("phases", tag)

    def choice(self, option: Option) -> str:
        """Return the text of a choice of the house, or its name if an early edition has no text for it."""
        return self.fill(option.says or self.named("choices", option.name), {})

    def value(self, value: object) -> str:
        """Return the name of a choice's value."""
        return self.named("values", str(value).lower() if isinstance(value, bool) else str(value))

    # ---- amounts, cards, lists

    def money(self, cents: int) -> str:
        """Return an amount of euros, with an ordinary space and a true minus sign."""
        return _amount(cents, self.language)

    def gain(self, cents: int) -> str:
        """Return an amount won or lost, with its sign."""
        return f"+{self.money(cents)}" if cents > 0 else self.money(cents)

    def day(self, day: date) -> str:
        """Return a date in words: "16 de noviembre de 2026"."""
        return date_text(day, self.language)

    def decimal(self, number: Fraction | float, digits: int = 3) -> str:
        """Return a number with this many decimals."""
        return with_separators(f"{float(number):,.{digits}f}", self.language).replace("-", "−")

    def percent(self, share: Fraction, digits: int = 3) -> str:
        """Return a share as a percentage."""
        return self.decimal(share * 100, digits) + " %"

    def share(self, share: Fraction) -> str:
        """Return a share as a percentage with only the decimals it needs, three at most: 60 %, 62,5 %."""
        digits = next((digits for digits in range(3) if (share * 100 * 10**digits).denominator == 1), 3)
        return self.percent(share, digits)

    def number(self, number: int) -> str:
        """Return a whole number with thousands separators."""
        return with_separators(f"{number:,}", self.language).replace("-", "−")

    def cards(self, cards: Iterable[int | None]) -> str:
        """Return the symbols of cards or tiles. Unknown ones show their backs."""
        return " ".join(BACK if card is None else piece_symbol(card) for card in cards)

    def quote(self, words: str) -> str:
        """Return words in the quotation marks of the language."""
        return f"“{words}”" if self.language == "en" else f"«{words}»"

    def quote_value(self, value: object) -> str:
        """Return a value as a file or a person may write it: in quotation marks unless it is a number."""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        is_number = not isinstance(value, bool) and text.replace("/", "").replace(".", "").isdecimal()
        return text if is_number else self.quote(text)

    def any_of(self, names: Iterable[object]) -> str:
        """Return alternatives: "a, b o c"."""
        *most, last = [str(name) for name in names] or [""]
        return f"{', '.join(most)} {self.text('lists.or')} {last}" if most else last

    # ---- errors

    def error(self, error: NovamasError) -> str:
        """Return the message of an error with its clause: one sentence, or one for each fault."""
        from novamas.words.problems import error_text

        return error_text(error, self)


@lru_cache(MAX_CACHED)
def _amount(cents: int, language: Language) -> str:
    return euros(cents, language).replace("\N{NO-BREAK SPACE}", " ").replace("-", "−")


def voice_for(language: Language, game: str = "", law: Library | None = None) -> Voice:
    """Return the cached translator of a language, at a table of this game, with a library of law.

    Raise `InvalidInput` with the supported languages for any other.
    """
    if language not in LANGUAGES:
        raise InvalidInput(
            "language_unknown", text_key="unknown_language", given=quoted(language), known=LANGUAGES
        )
    return _voice(law or library(), language, game)


def our_voice(language: Language) -> Voice:
    """Return the translator of a language with our own norms alone, for texts that are not about the law."""
    return voice_for(language, law=ours())


@cached_in_library
def _voice(law: Library, language: Language, game: str) -> Voice:
    return Voice(law, language, game)


def _rank_name(rank: int, voice: Voice) -> RankName:
    """Return the forms of a rank's name. The hands of all games are imported only on first use."""
    from novamas.hands.names import rank_name

    return rank_name(rank, voice.language)


class Field(NamedTuple):
    """A place in a text for a value, after the literal text before it."""

    before: str
    name: str | None
    kind: str


@lru_cache(MAX_CACHED)
def _fields(text: str) -> tuple[Field, ...]:
    """Parse a text, once for all its uses."""
    return tuple(Field(before, name, kind or "") for before, name, kind, _ in string.Formatter().parse(text))


class Formatter:
    """Fills values into texts, each formatted as the kind that the text names."""

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
        """Return a text with its values."""
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
        """Return a new maximum as a multiple of the minimum, or "as before" for 0."""
        return (
            self.voice.say("lists.times_the_minimum", times=times)
            if times
            else self.voice.text("lists.as_before")
        )

    def _near(self, names: Iterable[str]) -> str:
        """Return the end of a sentence, with similar names if there are any."""
        known = list(names)
        return self.voice.say("lists.near", names=known) if known else "."

    def _system(self, number: int | None) -> str:
        """Return the message of an operating system error, by its number."""
        address = f"system.{errorcode.get(number or 0, 'other').lower()}"
        return self.voice.say(address if self.voice.has(address) else "system.other", number=number)

    def _how(self, offers: Any) -> str:
        """Return the typed forms of offers."""
        from novamas.words.typed_acts import patterns

        return ", ".join(self.voice.quote(how) for how in patterns(offers, self.voice))

    def _typed(self, acts: Any) -> str:
        """Return acts as they are typed, as alternatives: the first ones if there are many."""
        from novamas.words.typed_acts import FEW_ACTS, typed

        shown = [self.voice.quote(typed(act, self.voice)) for act in acts]
        return self.voice.any_of([*shown[:FEW_ACTS], "…"] if len(shown) > FEW_ACTS else shown)

    def _problem_text(self, problem: Any) -> str:
        """Return the message of another problem, which caused this one."""
        from novamas.words.problems import error_text

        return error_text(problem, self.voice)


def _given(value: object) -> object:
    """Return the user's input for a message: a list as one text, any text shortened."""
    if isinstance(value, tuple):
        value = ", ".join(map(str, value))
    return shortened(value) if isinstance(value, str) else value


def shortened(given: str) -> str:
    """Return the user's input for a message: its beginning, with unprintable characters replaced."""
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in quoted(given))


def capital(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]
