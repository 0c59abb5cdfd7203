"""Hints of single games: a module `SLUG` has `hints(opened, view, voice)`."""
