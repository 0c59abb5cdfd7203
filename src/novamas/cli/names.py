"""What things are called in front of people: games, bets, acts, places on the table."""

from __future__ import annotations

import unicodedata
from functools import cache

from novamas.cli.language import _, current, mark
from novamas.law.glossary import Term, glossary
from novamas.table.bets import parts_of

NAMES = {
    # games; those that the glossary has in all three languages come from there
    "ruleta": mark("French roulette"),
    "ruleta_americana": mark("American roulette"),
    "ruleta_doble_cero": mark("double-zero roulette"),
    "ruleta_de_la_fortuna": mark("wheel of fortune"),
    "boule": mark("boule"),
    "treinta_y_cuarenta": mark("trente et quarante"),
    "craps": mark("craps"),
    "punto_y_banca": mark("punto banco"),
    "chemin_de_fer": mark("chemin de fer"),
    "bacara_dos_panos": mark("baccarat with two cloths"),
    "trijoker": mark("trijoker"),
    "holdem_contrapartida": mark("hold'em against the house"),
    "holdem_bonus": mark("Texas hold'em bonus"),
    "seven_stud": mark("seven-card stud"),
    "omaha": mark("Omaha"),
    "holdem": mark("Texas hold'em"),
    "five_stud": mark("five-card stud"),
    "pai_gow_domino": mark("pai gow dominoes"),
    "lototrot": mark("lototrot"),
    "promotrot": mark("promotrot"),
    # bets of the wheel games
    "pleno": mark("straight up"),
    "numero": mark("number"),
    "caballo": mark("split"),
    "transversal": mark("street"),
    "cuadro": mark("corner"),
    "cuatro_numeros": mark("first four"),
    "cuadro_especial": mark("five numbers"),
    "seisena": mark("six line"),
    "columna": mark("column"),
    "docena": mark("dozen"),
    "dos_columnas": mark("two columns"),
    "dos_docenas": mark("two dozens"),
    "rojo": mark("red"),
    "negro": mark("black"),
    "par": mark("even"),
    "impar": mark("odd"),
    "falta": mark("low"),
    "pasa": mark("high"),
    "vecinos": mark("neighbours"),
    "boton": mark("button"),
    "serie_grande": mark("big series"),
    "tercio": mark("small series"),
    "huerfanos": mark("orphans"),
    "joker_rojo": mark("red joker"),
    "joker_negro": mark("black joker"),
    "tarde": mark("late"),
    # bets of craps that the glossary has not
    "dont_win": mark("don't pass"),
    "dont_come": mark("don't come"),
    "juego_de_7": mark("any 7"),
    "juego_de_11": mark("any 11"),
    "asociada_win": mark("odds on pass with"),
    "asociada_dont_win": mark("odds on don't pass with"),
    "asociada_come": mark("odds on come with"),
    "asociada_dont_come": mark("odds on don't come with"),
    "win_con_asociada": mark("pass line with maximum odds"),
    "dont_win_con_asociada": mark("don't pass with maximum odds"),
    "come_con_asociada": mark("come with maximum odds"),
    "dont_come_con_asociada": mark("don't come with maximum odds"),
    # bets of the games played in coups, and their rows
    "empate": mark("tie"),
    "inverso": mark("inverse"),
    "prision": mark("always to prison:"),
    "negra": mark("black row"),
    "roja": mark("red row"),
    # bets of poker against the house
    "apuesta_1": mark("the first bet"),
    "apuesta_2": mark("the second bet"),
    "apuesta_3": mark("the third bet"),
    "turn_y_river": mark("turn and river"),
    # what poker against the house has that the glossary has not
    "carta": mark("bought card"),
    # places on the table, and people
    "bank": mark("the bank"),
    "board": mark("the table"),
    "casa": mark("the house's stake"),
    "shoe": mark("the shoe"),
    "chance": mark("chance"),
    "floor": mark("the table chief"),
    "rail": mark("the rail"),
    "nobody": mark("nobody"),
    # what can go wrong
    "tirada_nula": mark("null spin"),
    "late_bet": mark("late bet"),
    "dado_al_suelo": mark("a die on the floor"),
    "dado_roto": mark("a broken die"),
    "falta_del_tirador": mark("a fault of the shooter"),
    "own_card_exposed": mark("a player's card exposed"),
    "common_card_exposed": mark("a common card exposed"),
    "deal_fault": mark("an error in the deal"),
    "shows_cards": mark("a player shows his cards"),
    "comments": mark("a comment on the hand"),
    "card_shown": mark("a card shown too early"),
    "face_up_in_deck": mark("cards face up in the deck"),
    "drawn_by_mistake": mark("a card drawn by mistake"),
    "player_miscounted": mark("a player's cards miscounted"),
    "table_miscounted": mark("the croupier's cards miscounted"),
    "carta_vista": mark("a card face up in the shoe"),
    # bets of blackjack; the hand and insurance come from the glossary
    "mano_basica": mark("hand by basic strategy"),
    "jackpot": mark("jackpot"),
    "acumulada": mark("accumulated bet"),
}
TERMS = {  # slugs that are not spelled as the glossary has them
    "blackjack": "black jack",
    "sin_descarte": "póquer sin descarte",
    "tres_cartas": "póquer de tres cartas",
    "cubierto": "póquer cubierto",
    "sintetico": "póquer sintético",
}
VERBS = {  # as an act may be typed; the first of several words is the one that is shown
    "bet": mark("bet|stake"),
    "withdraw": mark("withdraw|take"),
    "take_half": mark("half|half back"),
    "imprison": mark("prison"),
    "take_colour": mark("colour|color"),
    "announce": mark("announce"),
    "launch": mark("launch"),
    "no_va_mas": mark("close"),
    "hagan_juego": mark("open"),
    "pass_shoe": mark("pass"),
    "cut": mark("cut"),
    "insure": mark("insure"),
    "take_dice": mark("dice|throw"),
    "refuse_dice": mark("pass"),
    "ask_for_dice": mark("change"),
    "choose_die": mark("choose"),
    "stay": mark("stay"),
    "take_bank": mark("bank"),
    "pass_bank": mark("pass"),
    "take_up": mark("play"),
    "set_hand": mark("set"),
    "set_as_house": mark("house"),
    "redeal": mark("redeal"),
    "play_on": mark("continue"),
    "leave": mark("leave"),
    "bet_on": mark("bet|play"),
    "check": mark("check|pass"),
    "fold": mark("fold"),
    "go": mark("go"),
    "buy": mark("buy"),
    "consent": mark("consent"),
    "stand": mark("stand"),
    "hit": mark("hit|card"),
    "double": mark("double"),
    "split": mark("split|pair"),
    "surrender": mark("surrender"),
    "even_money": mark("even|even money"),
    "decline": mark("no"),
    "follow": mark("follow"),
    # circle poker
    "match": mark("call|match"),
    "raise_to": mark("raise|raise to"),
    "show": mark("show|lay open"),
    "renounce": mark("muck|renounce"),
    "ask_to_see": mark("see"),
    "claim_turn": mark("claim"),
    "discard": mark("discard|change"),
    "served": mark("pat|served"),
    "rest": mark("rest"),
    "return": mark("return"),
    "tip": mark("tip"),
    "agree": mark("agree"),
    "go_on": mark("go on"),
    "stay_in": mark("stay in"),
    "stand_aside": mark("stand aside"),
    "banco": mark("banco"),
    # the games in which players bank
    "buy_chips": mark("chips"),
    "join_list": mark("list"),
    "leave_other_table": mark("return"),
    "ask_change": mark("change"),
    "sit": mark("sit"),
    "rise": mark("rise"),
    "step_away": mark("away"),
    "come_back": mark("here"),
    "associate": mark("associate"),
    "accept": mark("accept"),
    "reject": mark("reject"),
    "raise_bank": mark("raise"),
    "give_up": mark("abandon"),
    "bid": mark("bid"),
    "keep": mark("keep"),
    "garage": mark("garage"),
    "todo_va": mark("all"),
    "banco_asociado": mark("together"),
    "banco_con_la_mesa": mark("with_table"),
    "ultimo_completo": mark("complete"),
    "stake": mark("bet|stake"),
    "stake_on_line": mark("line"),
    "remove_late": mark("remove"),
    "repartir": mark("deal"),
    "banco_seguido": mark("again"),
    "levantar": mark("look"),
    "abatir": mark("show"),
    "carta": mark("card|draw"),
    "no": mark("no"),
    "ask_advice": mark("advice"),
    "give": mark("give"),
    "deny": mark("deny"),
    "ask_table": mark("table"),
    "take_stake_back": mark("take"),
    "continue": mark("continue"),
    "leave_bank": mark("leave"),
    "redeposit": mark("deposit"),
    "stake_on_both": mark("both"),
    "stake_half": mark("half"),
}


BETS = {"color": mark("colour")}  # bets named like something else: of trente et quarante, not a flush


def name(slug: str) -> str:
    """What a game, a bet or a place is called in the reader's language."""
    if slug in NAMES:
        return _(NAMES[slug])
    term = _terms().get(folded(TERMS.get(slug, slug)))
    if term is None:
        return slug.replace("_", " ")
    called = {"es": term.es, "ca": term.ca or term.es, "en": term.en}[current()]
    return called.split(",")[0].split(";")[0]


def bet_name(bet: str) -> str:
    """What a bet is called: `pleno:17` is «straight up 17», and `rojo@2` was caught twice."""
    read = parts_of(bet)
    called = _(BETS[read.kind]) if read.kind in BETS else name(read.kind)
    called = f"{called} {bet_name(read.place)}" if read.place else called
    called = f"{called}.{read.hand}" if read.hand else called
    if not read.times:
        return called
    if read.times == 1:
        return _("{bet} in prison").format(bet=called)
    return _("{bet} in prison, caught {times} times").format(bet=called, times=read.times)


def verbs(verb: str) -> list[str]:
    """How an act may be typed: in the reader's language, in English, and as records have it."""
    words = f"{_(VERBS[verb])}|{VERBS[verb]}".split("|") if verb in VERBS else []
    return list(dict.fromkeys([*words, verb]))


def folded(text: str) -> str:
    """Words as they are compared: no accents, no capitals, underscores for spaces."""
    plain = unicodedata.normalize("NFKD", text.strip())
    return "".join(mark for mark in plain if not unicodedata.combining(mark)).lower().replace(" ", "_")


@cache
def _terms() -> dict[str, Term]:
    return {folded(term.es): term for term in reversed(glossary())}
