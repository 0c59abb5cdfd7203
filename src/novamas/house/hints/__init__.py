"""Hints for single games. Each module `SLUG` has a function `hints(opened, view, voice)`."""
