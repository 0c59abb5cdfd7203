"""Help of the commands in the user's language. Typer stores text keys, resolved for each call."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup

from novamas.cli.parameter_types import read_by_us
from novamas.cli.usage_errors import bad_usage
from novamas.errors import NovamasError
from novamas.words import Voice


class LocalisedCommand:
    """A command with help and usage errors in the user's language.

    The voice is the object of Typer's context. Types of Typer's arguments have no public names.
    """

    name: str | None

    def get_params(self, ctx: Any) -> list[Any]:
        return [read_by_us(each) for each in super().get_params(ctx)]  # type: ignore[misc]  # a command's

    def format_usage(self: Any, ctx: Any, formatter: Any) -> None:
        voice: Voice = ctx.obj
        pieces = [voice.text("metavars.options"), *self.usage_of_words(ctx)]
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=voice.text("help.usage") + " ")

    def usage_of_words(self: Any, ctx: Any) -> list[str]:
        """Return the parts of the usage line that follow the options."""
        return [_placeholder(one, ctx.obj) for one in self.get_params(ctx) if _is_argument(one)]

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        _write(formatter, ctx.obj.text(f"help.{text_key_of(ctx)}"))

    def format_options(self: Any, ctx: Any, formatter: Any) -> None:
        voice: Voice = ctx.obj
        parameters = self.get_params(ctx)
        for title, is_of_it in (("help.arguments", _is_argument), ("help.options", _is_option)):
            if rows := [(_called(one, voice), _about(one, voice)) for one in parameters if is_of_it(one)]:
                with formatter.section(voice.text(title)):
                    formatter.write_dl(rows)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        _write(formatter, ctx.obj.text("help.languages"))
        if ctx.parent is None:
            _write(formatter, ctx.obj.text("help.packs"))


class Command(LocalisedCommand, TyperCommand):
    """A command with options and arguments."""

    allow_extra_args = True  # novamas itself reports the word that is one too many

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        left = super().parse_args(ctx, args)
        if left and not ctx.resilient_parsing:
            raise bad_usage("word_too_many", ctx.command_path, given=left[0])
        return left


class Group(LocalisedCommand, TyperGroup):
    """A group of commands. Without a command, the group lists its commands."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args or ["--help"])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in self.commands and not ctx.resilient_parsing:
            raise NovamasError("no_such_command", given=args[0], known=tuple(self.list_commands(ctx)))
        return super().resolve_command(ctx, args)

    def _main_shell_completion(self, *_asked: Any, **_how: Any) -> None:
        """Disable Typer's own completion, which is in English: see `novamas.cli.completion`."""

    def usage_of_words(self, ctx: Any) -> list[str]:
        return [ctx.obj.text("metavars.command")]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        super().format_options(ctx, formatter)
        with formatter.section(ctx.obj.text("help.commands")):
            before = "" if ctx.parent is None else f"{text_key_of(ctx)}_"
            rows = [(name, ctx.obj.text(f"commands.{before}{name}")) for name in self.list_commands(ctx)]
            formatter.write_dl(rows)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        super().format_epilog(ctx, formatter)
        _write(formatter, ctx.obj.text("help.exit_statuses"))


def text_key_of(ctx: Any) -> str:
    """Return the text key of a command: the name of its group, then its own name."""
    return "_".join(ctx.command_path.split()[1:]) or "novamas"


def _is_argument(parameter: Any) -> bool:
    return bool(parameter.param_type_name == "argument")


def _is_option(parameter: Any) -> bool:
    return not _is_argument(parameter)


def _shown(parameter: Any, voice: Voice) -> str:
    """Return the placeholder of an argument's value, or the name of an option."""
    return voice.text(parameter.metavar) if _is_argument(parameter) else str(parameter.opts[0])


def _placeholder(argument: Any, voice: Voice) -> str:
    """Return an argument for the usage line: in brackets if optional, with dots if it can be repeated."""
    name = _shown(argument, voice) if argument.required else f"[{_shown(argument, voice)}]"
    return name if argument.nargs == 1 else f"{name}..."


def _called(parameter: Any, voice: Voice) -> str:
    """Return the name of an option or argument, with a placeholder for an option's value."""
    takes_value = _is_option(parameter) and not parameter.is_flag
    return (
        f"{_shown(parameter, voice)} {voice.text(parameter.metavar)}"
        if takes_value
        else _shown(parameter, voice)
    )


def _about(parameter: Any, voice: Voice) -> str:
    """Return the help of a parameter. Its default, or the word for "required", is in brackets."""
    more = []
    if parameter.default is not False and parameter.default not in (None, ""):
        more.append(voice.say("help.default", value=parameter.default))
    if parameter.min is not None:
        more.append(voice.say("help.at_least", least=parameter.min))
    if parameter.required:
        more.append(voice.text("help.required"))
    text = voice.text("options.help" if parameter.name == "help" else parameter.help)  # `help` is Typer's own
    return f"{text}  [{'; '.join(more)}]" if more else text


def _write(formatter: Any, text: str) -> None:
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text(text)
