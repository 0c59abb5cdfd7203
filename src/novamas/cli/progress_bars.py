"""Progress bars for long computations. Each bar disappears when its computation is done."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from novamas.words import Voice

if TYPE_CHECKING:
    from rich.progress import TaskID


@contextmanager
def bars(voice: Voice) -> Iterator[None]:
    """Show a bar for each computation that reports progress, if there is a terminal."""
    if not (sys.stderr.isatty() or "FORCE_COLOR" in os.environ):
        yield
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

    from novamas.odds.progress import on_progress

    console = Console(stderr=True)
    columns = SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True) as progress:
        tasks: dict[str, TaskID] = {"": progress.add_task(voice.text("counting.counting"), total=None)}

        def show(what: str, done: int, whole: int) -> None:
            if what not in tasks:
                tasks[what] = progress.add_task(voice.text(f"counting.{what}"))
                progress.update(tasks[""], visible=False)
            progress.update(tasks[what], completed=done, total=whole)

        with on_progress(show):
            yield
