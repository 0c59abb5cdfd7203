"""`novamas hand`: what some cards make, its place among all hands and its probability."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from novamas.cli.options import Board, Deck, Json, RankingNorm
from novamas.cli.output import heading, print_json, say
from novamas.words import Words
from novamas.words.problems import cited

if TYPE_CHECKING:
    from novamas.hands import Hand, Place

USUAL_GAMES = {52: "holdem", 53: "pai_gow_poker", 32: "five_stud", 28: "sintetico"}
OF_OTHER_DECKS = "cubierto"


def register(app: typer.Typer) -> None:
    """Give the `hand` command to the main one."""
    app.command("hand")(show_hand)


def show_hand(
    context: typer.Context,
    held: Annotated[str, typer.Argument(metavar="metavars.cards", help="options.cards")],
    board: Board = "",
    deck: Deck = None,
    game: Annotated[str | None, typer.Option(metavar="metavars.game", help="options.ranking_game")] = None,
    norm: RankingNorm = None,
    json: Json = False,
) -> None:
    """What the cards make, by which clause, its place among all hands, its probability."""
    from novamas.hands import best_hand, place, ranking
    from novamas.words.reading_cards import read_cards

    own, common = read_cards(held), read_cards(board)
    chosen = ranking(game or usual_game(deck, own + common), norm, deck=deck)
    hand = best_hand(chosen, own, common)
    size = chosen.shape.cards if chosen.exactly else len(own) + len(common)
    found = place(hand, size)
    voice: Words = context.obj
    if json:
        print_json(report(hand, found, size, voice))
    else:
        show(hand, found, size, voice)


def usual_game(deck: int | None, cards: tuple[int, ...]) -> str:
    """The game by which a hand is ranked when none is named: that of the deck, or of the number of cards."""
    from novamas.kit import JOKER

    if deck is None and len(cards) == 3:
        return "tres_cartas"
    if deck is None:
        deck = 53 if JOKER in cards else 52
    return USUAL_GAMES.get(deck, OF_OTHER_DECKS)


def report(hand: Hand, found: Place, size: int, voice: Words) -> dict[str, object]:
    """All that is known of the hand, for other programs."""
    from novamas.kit import name
    from novamas.words.hands import hand_words

    ranking = hand.ranking
    return {
        "game": ranking.game,
        "norm": ranking.norm,
        "deck": ranking.shape.deck,
        "category": hand.category,
        "name": hand_words(hand, voice),
        "made_of": [name(card) for card in hand.cards],
        "strength": hand.strength,
        "clause": hand.clause,
        "tie_clause": ranking.tie_clause(hand.category),
        "among_hands_of": size,
        "hands": found.hands,
        "better": found.better,
        "equal": found.equal,
        "worse": found.worse,
        "kind": found.kind,
        "kinds": found.kinds,
        "probability": found.probability,
        "probability_of_better": found.probability_of_better,
    }


def show(hand: Hand, found: Place, size: int, voice: Words) -> None:
    """The hand in sentences."""
    from novamas.words.hands import hand_words

    ranking = hand.ranking
    ranked = voice.say("hand.ranked_by", game=ranking.game, deck=ranking.shape.deck, norm=ranking.norm)
    heading(f"{hand_words(hand, voice)} · {voice.cards(hand.cards)}")
    say(
        cited(ranked, [hand.clause]),
        voice.say(
            "hand.place",
            place=found.kind,
            kinds=found.kinds,
            size=size,
            better=found.better,
            equal=found.equal,
            worse=found.worse,
        ),
        voice.say(
            "hand.probability",
            probability=chance(found.probability, voice),
            better=chance(found.probability_of_better, voice),
        ),
    )


def chance(probability: Fraction, voice: Words) -> str:
    """A probability in per cent and, where it says more, as one in so many."""
    shown = voice.percent(probability, 4)
    if 0 < probability < Fraction(1, 10):
        return voice.say("hand.one_in", percent=shown, many=round(1 / probability))
    return shown
