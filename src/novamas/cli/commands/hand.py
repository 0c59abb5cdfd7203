"""`novamas hand`: the combination that cards form, its rank among all hands and its probability."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from novamas.cli.options import Board, Deck, Json, RankingNorm
from novamas.cli.output import heading, print_json, say
from novamas.words import Voice
from novamas.words.problems import cited

if TYPE_CHECKING:
    from novamas.hands import Hand, HandPercentile


def register(app: typer.Typer) -> None:
    """Register the `hand` command."""
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
    """Show the combination that cards form, with its clause, rank and probability."""
    from novamas.house.hands import hand_of, hand_payload
    from novamas.words.card_parser import read_cards

    voice: Voice = context.obj
    hand, found, size = hand_of(voice.law, read_cards(held), read_cards(board), game, norm, deck)
    if json:
        print_json(hand_payload(hand, found, size, voice))
    else:
        show(hand, found, size, voice)


def show(hand: Hand, found: HandPercentile, size: int, voice: Voice) -> None:
    """Show the hand in sentences."""
    from novamas.words.hands import hand_text

    ranking = hand.ranking
    ranked = voice.say("hand.ranked_by", game=ranking.game, deck=ranking.shape.deck, norm=ranking.norm)
    heading(f"{hand_text(hand, voice)} · {voice.cards(hand.cards)}")
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


def chance(probability: Fraction, voice: Voice) -> str:
    """Return a probability in per cent and, if that is clearer, as one in n."""
    shown = voice.percent(probability, 4)
    if 0 < probability < Fraction(1, 10):
        return voice.say("hand.one_in", percent=shown, many=round(1 / probability))
    return shown
