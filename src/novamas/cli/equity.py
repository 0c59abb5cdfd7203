"""`novamas equity`: which part of the pot each hand wins, over all cards that may still come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from novamas.cli.language import _
from novamas.cli.output import console, decimal, heading, print_json, say, table

if TYPE_CHECKING:
    from novamas.hands.equity import Equities


def register(app: typer.Typer) -> None:
    """Give the `equity` command to the main one."""
    app.command("equity")(show_equity)


def show_equity(
    hands: Annotated[
        list[str],
        typer.Argument(metavar="HAND", help=_('the hands, such as "As Kd"; "?" is a hand nobody knows')),
    ],
    board: Annotated[str, typer.Option(metavar="CARDS", help=_("the common cards on the table"))] = "",
    dead: Annotated[str, typer.Option(metavar="CARDS", help=_("cards that cannot come any more"))] = "",
    game: Annotated[str, typer.Option(metavar="GAME", help=_("the game that ranks the hands"))] = "holdem",
    norm: Annotated[str | None, typer.Option(metavar="NORM", help=_("the norm that ranks the hands"))] = None,
    deck: Annotated[
        int | None, typer.Option(metavar="NUMBER", help=_("how many cards the deck has: 28 to 53"))
    ] = None,
    samples: Annotated[
        int | None,
        typer.Option(metavar="NUMBER", min=2, help=_("draw so many ways instead of counting them all")),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="NUMBER", min=0, help=_("where the drawn ways come from"))] = 0,
    json: Annotated[bool, typer.Option("--json", help=_("print JSON"))] = False,
) -> None:
    """Weigh hands against each other: how often each wins, ties, and what part of the pot that is."""
    from novamas.hands.equity import equities
    from novamas.kit.cards import cards

    held = [() if hand.strip() == "?" else cards(hand) for hand in hands]
    found = equities(
        game, held, board=cards(board), dead=cards(dead), norm=norm, deck=deck, samples=samples, seed=seed
    )
    if json:
        print_json(report(found, held))
    else:
        show(found, held)


def report(found: Equities, held: list[tuple[int, ...]]) -> dict[str, object]:
    """All figures, for other programs."""
    from novamas.kit.cards import name

    return {
        "game": found.game,
        "norm": found.norm,
        "ways": found.ways,
        "exact": found.is_exact,
        "hands": [
            {
                "cards": [name(card) for card in cards],
                "wins": each.wins,
                "ties": each.ties,
                "equity": each.share,
                "equity_float": float(each.share),
                "se": each.error,
            }
            for cards, each in zip(held, found.hands, strict=True)
        ],
    }


def show(found: Equities, held: list[tuple[int, ...]]) -> None:
    """The figures as a table."""
    from novamas.cli.names import name
    from novamas.kit.cards import symbol

    heading(f"{name(found.game)} · {found.norm}")
    columns = (_("hand"), _("wins"), _("ties"), _("equity"))
    shown = table(*columns, whole=columns, right=columns[1:])
    for cards, each in zip(held, found.hands, strict=True):
        error = "" if each.error is None else f" ± {decimal(each.error * 100)}"
        figures = [f"{decimal(share * 100)} %" for share in (each.wins, each.ties)]
        hand = " ".join(map(symbol, cards)) or "?"
        shown.add_row(hand, *figures, f"{decimal(each.share * 100)}{error} %")
    console().print(shown)
    ways = f"{found.ways:,}".replace(",", " ")
    if found.is_exact:
        say(_("Exact: all {ways} ways in which the cards may still come.").format(ways=ways))
    else:
        say(_("Sampled: {ways} ways, drawn from a seed; ± is one standard error.").format(ways=ways))
