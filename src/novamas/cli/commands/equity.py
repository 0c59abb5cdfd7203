"""`novamas equity`: the share of the pot that each hand wins on average, over all cards to come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from novamas.cli.options import Board, Deck, Json, RankingNorm
from novamas.cli.output import heading, print_json, say, show_table
from novamas.words import Voice

if TYPE_CHECKING:
    from novamas.hands.equity import Equities


def register(app: typer.Typer) -> None:
    """Register the `equity` command."""
    app.command("equity")(show_equity)


def show_equity(
    context: typer.Context,
    hands: Annotated[list[str], typer.Argument(metavar="metavars.hand", help="options.hands")],
    board: Board = "",
    dead: Annotated[str, typer.Option(metavar="metavars.cards", help="options.dead")] = "",
    game: Annotated[str, typer.Option(metavar="metavars.game", help="options.ranking_game")] = "holdem",
    norm: RankingNorm = None,
    deck: Deck = None,
    samples: Annotated[
        int | None, typer.Option(metavar="metavars.number", min=2, help="options.samples")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="metavars.number", min=0, help="options.samples_seed")] = 0,
    json: Json = False,
) -> None:
    """Show how often each hand wins and ties against the others, and its share of the pot."""
    from novamas.hands.equity import equities
    from novamas.house.hands import equity_payload
    from novamas.words.card_parser import read_cards

    held = [() if hand.strip() == "?" else read_cards(hand) for hand in hands]
    common, gone = read_cards(board), read_cards(dead)
    voice: Voice = context.obj
    found = equities(
        game,
        held,
        board=common,
        dead=gone,
        norm=norm,
        deck=deck,
        samples=samples,
        seed=seed,
        law=voice.law,
    )
    if json:
        print_json(equity_payload(found, held))
    else:
        show(found, held, voice)


def show(found: Equities, held: list[tuple[int, ...]], voice: Voice) -> None:
    """Show the equities as a table."""
    heading(f"{voice.game_name(found.game)} · {found.norm}")
    columns = [voice.text(f"equity.{column}") for column in ("hand", "wins", "ties", "share")]
    rows = []
    for cards, each in zip(held, found.hands, strict=True):
        error = "" if each.error is None else f" ± {voice.decimal(each.error * 100)}"
        share = f"{voice.decimal(each.share * 100)}{error} %"
        rows.append((voice.cards(cards) or "?", voice.percent(each.wins), voice.percent(each.ties), share))
    show_table(columns, rows, whole=columns, right=columns[1:])
    say(voice.say("equity.exact" if found.is_exact else "equity.sampled", ways=found.ways))
