"""Texts of the house's choices: the lawful values of each choice, and their meaning."""

from __future__ import annotations

from novamas.law import Frame, Option
from novamas.words.voice import Voice


def bounds(option: Option, frame: Frame, voice: Voice) -> str:
    """Return the lawful values of a choice as a short text."""
    if option.one_of:
        return ", ".join(meant(value, voice, frame) for value in option.one_of)
    if option.unit == "flag":
        return f"{meant(True, voice)}, {meant(False, voice)}"
    if option.least is not None and option.most is not None:
        return voice.say("catalogue.between", least=option.least, most=option.most)
    if option.least is not None:
        return voice.say("catalogue.at_least", least=option.least)
    return voice.say("catalogue.at_most", most=option.most) if option.most is not None else ""


def written(option: Option, value: object, voice: Voice) -> str:
    """Return the value of a choice as users type it, with its meaning."""
    if value is None:
        return voice.text("catalogue.must_be_stated")
    if isinstance(value, tuple):
        return ", ".join(meant(each, voice) for each in value) or voice.text("catalogue.none")
    if option.unit == "cents" and isinstance(value, int) and value:
        return f"{value} ({voice.money(value)})"
    return meant(value, voice)


def meant(value: object, voice: Voice, frame: Frame | None = None) -> str:
    """Return a value as users type it, with its meaning in brackets: "true (yes)"."""
    typed = str(value)
    name = voice.named("values", typed)
    if isinstance(value, bool):
        typed, name = typed.lower(), voice.text("catalogue.yes" if value else "catalogue.no")
    elif name == typed and frame and (thing := frame.texts.get(f"equipment.{typed}")):
        name = voice.fill(thing, {})
    return typed if name == typed else f"{typed} ({name})"
