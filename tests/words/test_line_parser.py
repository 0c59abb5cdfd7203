"""Lines typed at a table in three languages, read with the offers of any game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from novamas.equipment.chance import Scripted, Seeded
from novamas.errors import InvalidInput, NovamasError
from novamas.families.banked.acts import Bet, NoVaMas, Withdraw
from novamas.families.circle.acts import Buy, RaiseTo, Tip
from novamas.families.pai_gow.acts import SetHand
from novamas.families.prison import Imprison, TakeHalf
from novamas.families.roulette.american import TakeColour
from novamas.games import game
from novamas.games.blackjack.acts import Cut, Hit, SetJackpot, Stand
from novamas.games.ruleta_americana import Announce
from novamas.games.sin_descarte.acts import SetPool
from novamas.law import catalogue
from novamas.law.texts import LANGUAGES, Language
from novamas.table.deeds import Deed
from novamas.table.game import open_table
from novamas.table.offers import Offer, OneOf, Range
from novamas.table.roles import CROUPIER, FLOOR
from novamas.table.session import Session
from novamas.testing.rehearsal import rehearse
from novamas.words import voice_for
from novamas.words.line_parser import Ambiguous, NotOfferedNow, means, read_line
from novamas.words.typed_acts import how_to_type, limits, listing, typed, what_may_stand


def offers(slug: str = "ruleta", *deeds: Deed) -> list[Offer]:
    """Return the offers of seat 1 with open betting, after these deeds."""
    table = open_table(game(slug), catalogue.under("IB05")[slug])
    session = Session(table.opening, Scripted([0], then=Seeded(1)))
    session.go_on()
    for deed in deeds:
        session.do(deed)
        session.go_on()
    return session.offers(1)


def betting(slug: str, *deeds: Deed) -> list[Offer]:
    """Return the offers of seat 1 after these deeds, without automatic play."""
    table = open_table(game(slug), catalogue.under("IB05")[slug])
    session = Session(table.opening, Scripted([0], then=Seeded(1)))
    session.go_on()
    for deed in deeds:
        session.do(deed)
    return session.offers(1)


OPEN = offers()
AMERICAN = offers("ruleta_americana")


def read(line: str, among: Sequence[Offer], language: Language = "es", slug: str = "ruleta") -> Deed:
    return read_line(line, among, voice_for(language, slug))


# ---------------------------------------------------------------- bets


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("line", "act"),
    [
        ("bet rojo 5", Bet(1, "rojo", 500)),
        ("BET Rojo 5 €", Bet(1, "rojo", 500)),
        ("apostar rojo 5", Bet(1, "rojo", 500)),
        ("apuesto 5 euros al rojo", Bet(1, "rojo", 500)),
        ("aposto 5 al vermell", Bet(1, "rojo", 500)),
        ("vermell 5", Bet(1, "rojo", 500)),
        ("rojo 5", Bet(1, "rojo", 500)),
        ("5 € al rojo", Bet(1, "rojo", 500)),
        ("€5 on red", Bet(1, "rojo", 500)),
        ("5€ red", Bet(1, "rojo", 500)),
        ("5euros al rojo", Bet(1, "rojo", 500)),
        ("red 2.50", Bet(1, "rojo", 250)),
        ("red 2,5", Bet(1, "rojo", 250)),
        ("pleno:17 2,50", Bet(1, "pleno:17", 250)),
        ("pleno 17 5", Bet(1, "pleno:17", 500)),
        ("pleno al 17 5", Bet(1, "pleno:17", 500)),
        ("17 5", Bet(1, "pleno:17", 500)),
        ("5 al 17", Bet(1, "pleno:17", 500)),
        ("5 € 17", Bet(1, "pleno:17", 500)),
        ("5 17 €", Bet(1, "pleno:5", 1700)),
        ("pongo 5 en el 17", Bet(1, "pleno:17", 500)),
        ("straight up 17 2", Bet(1, "pleno:17", 200)),
        ("docena 1 5 euros", Bet(1, "docena:1", 500)),
        ("primera docena 10", Bet(1, "docena:1", 1000)),
        ("1ª docena 10", Bet(1, "docena:1", 1000)),
        ("la primera dotzena, 10", Bet(1, "docena:1", 1000)),
        ("10 a la segunda columna", Bet(1, "columna:2", 1000)),
        ("bet dozen 2 5", Bet(1, "docena:2", 500)),
        ("two dozens 1-2 5", Bet(1, "dos_docenas:1-2", 500)),
        ("first four 4", Bet(1, "cuatro_numeros", 400)),
        ("caballo 17-20 5", Bet(1, "caballo:17-20", 500)),
        ("caballo 17/20 5", Bet(1, "caballo:17-20", 500)),
        ("17/20 5", Bet(1, "caballo:17-20", 500)),
        ("20 - 17 5", Bet(1, "caballo:17-20", 500)),
        ("5 al 17-20", Bet(1, "caballo:17-20", 500)),
        ("1.000,50 al negre", Bet(1, "negro", 100050)),
        ("black 1,000.50", Bet(1, "negro", 100050)),
        ("rojo 0", Bet(1, "rojo", 0)),
    ],
)
def test_bets_are_read_in_any_language(line: str, act: Deed, language: Language) -> None:
    assert read(line, OPEN, language) == act


@pytest.mark.parametrize(
    ("line", "act"),
    [
        ("verde 5", Bet(1, "verde", 500)),
        ("apostar verde 5", Bet(1, "verde", 500)),
        ("caballo 17-19 5", Bet(1, "caballo:17-19", 500)),
        ("split 17-19 5", Bet(1, "caballo:17-19", 500)),
        ("banca 5", Bet(1, "banca", 500)),
        ("bank 5", Bet(1, "banca", 500)),
    ],
)
def test_a_bet_that_is_on_no_list_is_read_so_that_the_table_can_refuse_it(line: str, act: Deed) -> None:
    assert read(line, OPEN) == act
    assert not any(offer.covers(act) for offer in OPEN)


@pytest.mark.law("IB05.02.IV.Vecinos.1")
def test_other_acts_than_bets_are_told_apart_by_their_lists() -> None:
    for line in (
        "vecinos 5 2",
        "veïns del 5 2",
        "2 a los vecinos del 5",
        "neighbours 5 2",
        "anunciar vecinos 5 2",
    ):
        assert read(line, AMERICAN, slug="ruleta_americana") == Announce(1, "vecinos:5", 200)
    assert read("5 2", AMERICAN, slug="ruleta_americana") == Bet(1, "pleno:5", 200)
    assert read("big series 2", AMERICAN, slug="ruleta_americana") == Announce(1, "serie_grande", 200)
    assert read("color 2", AMERICAN, slug="ruleta_americana") == TakeColour(1, 200)
    assert read("24 5", offers("ruleta_de_la_fortuna"), slug="ruleta_de_la_fortuna") == Bet(1, "24", 500)
    assert read("10 a la banca", offers("punto_y_banca"), slug="punto_y_banca") == Bet(1, "banca", 1000)


def test_a_bet_is_read_as_records_write_it_even_where_it_is_not_on_the_list() -> None:
    one = betting("ruleta", Bet(1, "rojo", 500))
    # the table explains the refusal
    assert read("withdraw win:4", one, slug="craps") == Withdraw(1, "win:4", 500)
    assert read("withdraw win:4 2", one, slug="craps") == Withdraw(1, "win:4", 200)


# ---------------------------------------------------------------- what may be left out


def test_what_can_be_but_one_thing_may_be_left_out() -> None:
    one = betting("ruleta", Bet(1, "rojo", 500))
    assert read("retirar", one) == Withdraw(1, "rojo", 500)
    assert read("withdraw red", one) == Withdraw(1, "rojo", 500)
    assert read("treure 2 del vermell", one) == Withdraw(1, "rojo", 200)
    assert read("take 2", one) == Withdraw(1, "rojo", 200)
    assert read("rojo 2", one) == Bet(1, "rojo", 200)  # chips are taken back only with the verb


def test_an_amount_alone_is_a_bet_where_it_can_be_but_one() -> None:
    blackjack = offers("blackjack", Cut(1))
    assert read("10", blackjack, slug="blackjack") == Bet(1, "mano:1", 1000)
    assert read("5", blackjack, slug="blackjack") == Bet(
        1, "mano:1", 500
    )  # any other place: no amount with it
    assert read("3 5", blackjack, slug="blackjack") == Bet(1, "mano:3", 500)  # the table explains the refusal
    places = OneOf(("mano:1", "mano:2", "mano:3"))
    others_too = Offer(Bet(2, "mano:1", 500), "", {"bet": places, "cents": Range(500, 5000)})
    assert read("10", [others_too], slug="blackjack") == Bet(2, "mano:2", 1000)
    assert read("10 al 3", [others_too], slug="blackjack") == Bet(2, "mano:3", 1000)
    raising = [Offer(RaiseTo(1, 400), "", {"cents": Range(400, 2000, 50)})]
    assert read("subo a 10", raising, slug="holdem") == RaiseTo(1, 1000)
    assert read("10", raising, slug="holdem") == RaiseTo(1, 1000)


def test_a_bet_alone_is_enough_where_its_amount_can_be_but_one() -> None:
    fixed = Offer(Bet(1, "jackpot", 100), "", {"bet": OneOf(("jackpot",)), "cents": Range(100, 100)})
    assert read("jackpot", [*OPEN, fixed]) == Bet(1, "jackpot", 100)
    numbers = OneOf(("pleno:5", "pleno:8"))
    last = Offer(Bet(1, "pleno:5", 1400), "", {"bet": numbers, "cents": Range(1400, 1400)})
    assert read("pleno 8", [last]) == Bet(1, "pleno:8", 1400)
    assert asked("8", [last]) == {Bet(1, "pleno:5", 800), Bet(1, "pleno:8", 800)}  # a number is an amount


# ---------------------------------------------------------------- questions


def asked(line: str, among: Sequence[Offer], language: Language = "es", slug: str = "ruleta") -> set[Deed]:
    with pytest.raises(Ambiguous) as fault:
        read(line, among, language, slug)
    assert fault.value.code == "two_readings"
    return set(fault.value.readings)


@pytest.mark.parametrize(
    ("line", "languages", "cents"),
    [("rojo 1.000", ("en",), (100000, 100)), ("rojo 1,000", ("es", "ca"), (100000, 100))],
)
def test_a_thousand_that_may_be_one_is_asked(
    line: str, languages: tuple[Language, ...], cents: tuple[int, ...]
) -> None:
    for language in LANGUAGES:
        if language in languages:
            assert asked(line, OPEN, language) == {Bet(1, "rojo", each) for each in cents}
        else:
            assert read(line, OPEN, language) == Bet(1, "rojo", 100000)


def test_where_two_readings_remain_it_is_asked() -> None:
    two = betting("ruleta", Bet(1, "rojo", 500), Bet(1, "pleno:5", 200))
    assert asked("retirar", two) == {Withdraw(1, "rojo", 500), Withdraw(1, "pleno:5", 200)}
    assert asked("take 5", two) == {Withdraw(1, "rojo", 500), Withdraw(1, "pleno:5", 200)}
    doubled = {Bet(1, f"{kind}:1-2", 500) for kind in ("caballo", "dos_docenas", "dos_columnas")}
    assert asked("1-2 5", OPEN) == doubled
    punto = {Bet(1, bet, 1000) for bet in ("punto", "banca", "empate")}
    assert asked("10", offers("punto_y_banca"), slug="punto_y_banca") == punto
    between_hands = [
        Offer(Buy(1, 100), "", {"cents": Range(100, 1000)}),
        Offer(Tip(1, 100), "", {"cents": Range(100, 1000)}),
    ]
    assert asked("5", between_hands, slug="holdem") == {Buy(1, 500), Tip(1, 500)}


def test_what_is_lawful_settles_which_bet_but_never_which_amount() -> None:
    side = Offer(Bet(1, "seguro", 250), "", {"bet": OneOf(("seguro",)), "cents": Range(250, 250)})
    main = Offer(Bet(1, "ante", 500), "", {"bet": OneOf(("ante",)), "cents": Range(500, 200000)})
    assert read("10", [main, side]) == Bet(1, "ante", 1000)
    assert asked("ante 1,000", [main, side]) == {Bet(1, "ante", 100000), Bet(1, "ante", 100)}


def test_a_question_names_what_can_be_typed_in_the_language_of_the_voice() -> None:
    with pytest.raises(Ambiguous) as fault:
        read("rojo 1,000", OPEN)
    asks = {language: voice_for(language, "ruleta").error(fault.value) for language in LANGUAGES}
    assert asks["es"].endswith("¿«apostar rojo 1000» o «apostar rojo 1»?")
    assert asks["ca"].endswith("«apostar vermell 1000» o «apostar vermell 1»?")
    assert asks["en"].endswith("“bet red 1000” or “bet red 1”?")


# ---------------------------------------------------------------- what is not understood


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "not_understood"),
        ("€", "not_understood"),
        ("hola", "not_understood"),
        ("apostra rojo 5", "not_understood"),
        ("5", "incomplete"),
        ("rojo", "incomplete"),
        ("apostar", "incomplete"),
        ("apostar rojo", "incomplete"),
        ("apostar 5", "incomplete"),
        ("rojo five", "incomplete"),
        ("rojo 5 5", "incomplete"),
        ("rojo -5", "amount_unreadable"),
        ("rojo 1,555", "amount_unreadable"),
        ("rojo 5,5,5", "amount_unreadable"),
        ("a b c d e f g h i j k l m n ñ o p", "not_understood"),
    ],
)
def test_what_is_not_understood_says_how_to_type(line: str, code: str) -> None:
    with pytest.raises(InvalidInput) as fault:
        read(line, OPEN)
    assert fault.value.code == code
    assert not isinstance(fault.value, Ambiguous)
    if code != "amount_unreadable":
        assert "«apostar APUESTA EUROS»" in voice_for("es", "ruleta").error(fault.value)
        assert "«apostar APOSTA EUROS»" in voice_for("ca", "ruleta").error(fault.value)
        assert "“bet BET EUROS”" in voice_for("en", "ruleta").error(fault.value)


@pytest.mark.parametrize(
    ("line", "language", "near"),
    [("apostra rojo 5", "es", "apostar"), ("aposrar vermell 5", "ca", "apostar"), ("negroo", "es", "negro")],
)
def test_the_nearest_word_is_offered(line: str, language: Language, near: str) -> None:
    with pytest.raises(InvalidInput) as fault:
        read(line, OPEN, language)
    assert near in fault.value.figures["near"]


def test_where_nothing_is_offered_there_is_nothing_to_type() -> None:
    with pytest.raises(InvalidInput) as fault:
        read("rojo 5", [])
    assert fault.value.code == "nothing_to_do"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("line", "act"),
    [
        ("rojo 5", Bet(1, "rojo", 500)),
        ("5 rojo", Bet(1, "rojo", 500)),
        ("17 2", Bet(1, "pleno:17", 200)),
        ("2 al 17", Bet(1, "pleno:17", 200)),
        ("apostar 17 2", Bet(1, "pleno:17", 200)),
    ],
)
def test_a_bet_that_is_full_is_read_all_the_same_and_never_as_the_amount_of_another(
    line: str, act: Deed, language: Language
) -> None:
    """A bet at its maximum is no longer offered. An earlier version read `17 2` as 17 € on number 2."""
    full = betting("ruleta", Bet(1, "rojo", 36_000), Bet(1, "pleno:17", 2_000))
    voice = voice_for(language, "ruleta")
    table = open_table(game("ruleta"), catalogue.under("IB05")["ruleta"])
    bets = [spot.name for spot in table.game.layout(table.opening).spots]
    assert not any(offer.covers(act) for offer in full)
    assert read_line(line, full, voice, bets=bets) == act
    # also when no one may bet
    assert read_line(line, [], voice, acts=table.game.acts, by=1, bets=bets) == act


def test_an_act_that_is_not_offered_is_read_so_that_the_table_can_say_why() -> None:
    acts = game("blackjack").acts
    cutting, voice = offers("blackjack"), voice_for("es", "blackjack")
    assert read_line("apuesto 5 al 1", cutting, voice, acts=acts, by=1) == Bet(1, "1", 500)
    assert read_line("me planto", cutting, voice, acts=acts, by=2) == Stand(2)
    assert read_line("hit me", cutting, voice, acts=acts, by=1) == Hit(1)
    assert read_line("retirar mano:1", cutting, voice, acts=acts, by=1) == Withdraw(1, "mano:1", 0)
    with pytest.raises(NotOfferedNow) as fault:
        read_line("retirar", cutting, voice, acts=acts, by=1)
    assert fault.value.figures == {"act": "withdraw"}


# ---------------------------------------------------------------- verbs


@pytest.mark.law("IB05.01.IV.1.B.b.1")
def test_at_zero_a_player_types_half_or_prison() -> None:
    table = open_table(game("ruleta"), catalogue.under("IB05")["ruleta"])
    session = Session(table.opening, Scripted([0]))
    session.go_on()
    session.do(Bet(1, "rojo", 500))
    session.go_on()
    session.go_on()
    caught = session.offers(1)
    for line in ("half", "mitad", "media", "meitat", "la mitad", "take_half rojo@1"):
        assert read(line, caught) == TakeHalf(1, "rojo@1")
    for line in ("prison", "prisión", "a la presó", "imprison"):
        assert read(line, caught) == Imprison(1, "rojo@1")
    assert asked("rojo en prisión", caught) == {TakeHalf(1, "rojo@1"), Imprison(1, "rojo@1")}
    voice = voice_for("es", "ruleta")
    assert [how_to_type(offer, voice, caught) for offer in caught] == ["prisión", "mitad"]
    assert listing(caught, voice)[0] == ("prisión: rojo en prisión (IB05.01.IV.1.B.b.1)", [])


@pytest.mark.parametrize(
    ("slug", "verb", "lines"),
    [
        ("blackjack", "hit", ("carta", "pido", "otra carta", "demano carta", "hit me")),
        ("blackjack", "stand", ("me planto", "plantarse", "em planto", "no quiero más", "stand")),
        ("blackjack", "double", ("doblo", "doblar", "double down")),
        ("blackjack", "split", ("abro", "separo", "dividir", "split")),
        ("blackjack", "surrender", ("me retiro", "em retiro", "surrender")),
        ("tres_cartas", "go", ("voy", "hi vaig", "ir", "play")),
        ("tres_cartas", "fold", ("no voy", "me retiro", "no hi vaig", "em retiro", "fold")),
        ("holdem", "check", ("paso", "pasar", "passo", "check")),
        ("holdem", "match", ("veo", "voy", "igualo", "hi vaig", "veig", "call")),
        ("cubierto", "served", ("servido", "servit", "pat")),
        ("chemin_de_fer", "banco", ("banco", "hago banco", "banco alone")),
    ],
)
def test_acts_are_named_as_players_do(slug: str, verb: str, lines: tuple[str, ...]) -> None:
    kind = next(kind for kind in game(slug).acts if kind.verb() == verb)
    act = kind(1, *(["mano:1"] if verb == "surrender" else []))
    for language in LANGUAGES:
        assert all(read_line(line, [Offer(act)], voice_for(language, slug)) == act for line in lines)


def test_the_croupiers_call_is_known_in_all_languages() -> None:
    for line in ("no va más", "¡No va más!", "no_va_mas", "no va més", "no more bets", "cerrar"):
        assert means(line, NoVaMas(CROUPIER), voice_for("ca", "ruleta"))
    assert not means("no va más rojo", NoVaMas(CROUPIER), voice_for("es", "ruleta"))


def test_a_hand_is_set_by_its_cards_in_any_order_and_language() -> None:
    lows = OneOf(("8hAs", "KdAs", "8hKd"))
    setting = [Offer(SetHand(1, 2, "8hAs"), "", {"low": lows})]
    for line in ("colocar 2 8h As", "set 2 A♠ 8♥", "colocar 2 8hAs", "colocar as de picas 8 de corazones 2"):
        assert read(line, setting, slug="pai_gow_poker") == SetHand(1, 2, "8hAs")
    assert read("col·locar 2 el rei de diamants i l’as de piques", setting) == SetHand(1, 2, "KdAs")
    assert typed(SetHand(1, 2, "8hAs"), voice_for("ca", "pai_gow_poker")) == "col·locar 2 8h As"


# ---------------------------------------------------------------- what is shown


def test_offers_are_listed_with_their_limits() -> None:
    voice = voice_for("en", "ruleta")
    pleno = next(offer for offer in OPEN if isinstance(offer.act, Bet) and offer.act.bet == "pleno:0")
    assert how_to_type(pleno, voice) == "bet BET EUROS"
    first, second, third, last = (voice.bet(f"pleno:{number}") for number in (0, 1, 2, 36))
    assert what_may_stand(pleno, voice) == f"{first}, {second}, {third} … {last} (37)"
    assert limits(pleno, voice) == "€2.00 – €20.00"
    ((title, rows),) = listing(OPEN, voice)
    assert title == "bet BET EUROS, in steps of €1.00 (IB05.01.IV.3.b.1)"
    assert ("column 1, column 2, column 3", "€2.00 – €240.00") in rows
    staked = betting("ruleta", Bet(1, "rojo", 500))
    spanish = voice_for("es", "ruleta")
    part = (
        "retirar APUESTA EUROS, de 1,00 € en 1,00 € (IB05.01.IV.3.b.1)",
        [("rojo", "1,00 € – 3,00 €")],
    )
    assert listing(staked, spanish)[-2:] == [("retirar rojo (IB05.01.IV.3.b.1)", []), part]


def test_an_act_is_typed_in_the_language_of_the_voice() -> None:
    act = Bet(1, "docena:1", 250)
    shown = [typed(act, voice_for(language, "ruleta")) for language in LANGUAGES]
    assert shown == ["apostar docena 1 2,50", "apostar dotzena 1 2,50", "bet dozen 1 2.50"]


def test_every_error_is_told_in_every_language() -> None:
    for line in ("hola", "rojo", "rojo 1,000", "5", "rojo x"):
        with pytest.raises(NovamasError) as fault:
            read(line, OPEN)
        told = {voice_for(language, "ruleta").error(fault.value) for language in LANGUAGES}
        assert len(told) == 3
        assert all(sentence[-1] in ".?" for sentence in told)


# ---------------------------------------------------------------- one act with two names


LINKED: dict[str, dict[str, Any]] = {
    "blackjack": {
        "norm": "AR10",
        "jackpot": True,
        "progressive": True,
        "authorised": ("jackpot", "progressive"),
    },
    "sin_descarte": {"norm": "IB05", "carrousel": 50},
}


@pytest.mark.parametrize("slug", LINKED)
def test_each_word_for_a_linked_jackpot_is_read_at_both_games(slug: str) -> None:
    among = rehearse(slug, seats=1, **LINKED[slug]).session.offers(FLOOR)
    bet = "carrousel " if slug == "sin_descarte" else ""
    for language in LANGUAGES:
        voices = [voice_for(language, each) for each in LINKED]
        words = {
            word for voice in voices for verb in ("set_jackpot", "set_pool") for word in voice.verbs(verb)
        }
        assert len(words) > 4
        for word in words | {"set_jackpot", "set_pool"}:
            order = read(f"{word} {bet}15000", among, language, slug)
            assert isinstance(order, SetJackpot | SetPool), (language, word)
            assert order.cents == 1_500_000
