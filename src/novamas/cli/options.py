"""Options that several commands share. Help and placeholders are text keys of `novamas.words`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from novamas.cli.output import document_file

Json: TypeAlias = Annotated[bool, typer.Option("--json", help="options.json")]
Game: TypeAlias = Annotated[str, typer.Argument(metavar="metavars.game", help="options.game")]
NormToPlay: TypeAlias = Annotated[str | None, typer.Option(metavar="metavars.norm", help="options.norm")]
Place: TypeAlias = Annotated[
    str | None, typer.Option("--in", metavar="metavars.place", help="options.catalogue_of_place")
]
Day: TypeAlias = Annotated[
    str | None, typer.Option("--on", metavar="metavars.day", help="options.catalogue_of_day")
]
Choices: TypeAlias = Annotated[
    list[str] | None, typer.Option(metavar="metavars.choice", help="options.choice")
]
DocumentFile: TypeAlias = Annotated[
    Path | None,
    typer.Option("--to", metavar="metavars.file", help="options.document_file", callback=document_file),
]
AnyEdition: TypeAlias = Annotated[bool, typer.Option("--any-edition", help="options.any_edition")]
Receipt: TypeAlias = Annotated[str | None, typer.Option(metavar="metavars.receipt", help="options.receipt")]
House: TypeAlias = Annotated[str | None, typer.Option(metavar="metavars.house", help="options.house")]
Receipts: TypeAlias = Annotated[Path | None, typer.Option(metavar="metavars.file", help="options.receipts")]
Board: TypeAlias = Annotated[str, typer.Option(metavar="metavars.cards", help="options.board")]
Deck: TypeAlias = Annotated[int | None, typer.Option(metavar="metavars.number", help="options.deck")]
RankingNorm: TypeAlias = Annotated[
    str | None, typer.Option(metavar="metavars.norm", help="options.ranking_norm")
]
