"""The passing-bank family: baccarat games whose bank passes from player to player."""
