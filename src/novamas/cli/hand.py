"""`novamas hand`: what some cards make, its place among all hands and its probability."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from novamas.cli.language import _, current
from novamas.cli.output import decimal, heading, print_json, say, with_clauses

if TYPE_CHECKING:
    from novamas.hands import Hand, Place, Ranking

USUAL_GAMES = {52: "holdem", 53: "pai_gow_poker", 32: "five_stud", 28: "sintetico"}
OF_OTHER_DECKS = "cubierto"


def register(app: typer.Typer) -> None:
    """Give the `hand` command to the main one."""
    app.command("hand")(show_hand)


def show_hand(
    held: Annotated[str, typer.Argument(metavar="CARDS", help=_('the cards, such as "As Kd Qh Jc 10s"'))],
    board: Annotated[str, typer.Option(help=_("the common cards on the table"))] = "",
    deck: Annotated[int | None, typer.Option(help=_("how many cards the deck has: 28 to 53"))] = None,
    game: Annotated[str | None, typer.Option(help=_("the game that ranks the hand"))] = None,
    norm: Annotated[str | None, typer.Option(help=_("the norm that ranks the hand"))] = None,
    json: Annotated[bool, typer.Option("--json", help=_("print JSON"))] = False,
) -> None:
    """Name a hand: what the cards make, by which clause, its place among all hands, its probability."""
    from novamas.hands import best_hand, place, ranking
    from novamas.kit import cards

    own, common = cards(held), cards(board)
    chosen = ranking(game or usual_game(deck, own + common), norm, deck=deck)
    hand = best_hand(chosen, own, common)
    size = chosen.shape.cards if chosen.exactly else len(own) + len(common)
    found = place(hand, size)
    if json:
        print_json(report(hand, found, size))
    else:
        show(hand, found, size)


def usual_game(deck: int | None, cards: tuple[int, ...]) -> str:
    """The game by which a hand is ranked when none is named: that of the deck, or of the number of cards."""
    from novamas.kit import JOKER

    if deck is None and len(cards) == 3:
        return "tres_cartas"
    if deck is None:
        deck = 53 if JOKER in cards else 52
    return USUAL_GAMES.get(deck, OF_OTHER_DECKS)


def report(hand: Hand, found: Place, size: int) -> dict[str, object]:
    """All that is known of the hand, for other programs."""
    from novamas.kit import name
    from novamas.words import words
    from novamas.words.hands import hand_words

    ranking = hand.ranking
    return {
        "game": ranking.game,
        "norm": ranking.norm,
        "deck": ranking.shape.deck,
        "category": hand.category,
        "name": hand_words(hand, words(current())),
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


def show(hand: Hand, found: Place, size: int) -> None:
    """The hand in sentences."""
    from novamas.kit import symbol
    from novamas.words import words
    from novamas.words.hands import hand_words

    heading(f"{hand_words(hand, words(current()))} · {' '.join(symbol(card) for card in hand.cards)}")
    say(
        with_clauses(ranked_by(hand.ranking), [hand.clause]),
        _(
            "Place {place} of {kinds} among the kinds of hand of {size} cards: {better} hands are better,"
        ).format(
            place=counted(found.kind), kinds=counted(found.kinds), size=size, better=counted(found.better)
        )
        + " "
        + _("{equal} tie, {worse} are worse.").format(equal=counted(found.equal), worse=counted(found.worse)),
        _("Probability of the combination: {probability}; of a better hand: {better}.").format(
            probability=chance(found.probability), better=chance(found.probability_of_better)
        ),
    )


def ranked_by(ranking: Ranking) -> str:
    """Which game and norm rank the hand."""
    says = _("Ranked as in {game} with {deck} cards under {norm}.")
    return says.format(game=ranking.game, deck=ranking.shape.deck, norm=ranking.norm)


def counted(number: int) -> str:
    """A whole number with its thousands apart."""
    return f"{number:,}".replace(",", " ")


def chance(probability: Fraction) -> str:
    """A probability in per cent and, where it says more, as one in so many."""
    shown = f"{decimal(probability * 100, 4)} %"
    if 0 < probability < Fraction(1, 10):
        return _("{percent} (one in {many})").format(percent=shown, many=counted(round(1 / probability)))
    return shown
