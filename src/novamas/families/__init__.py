"""Rounds that several games share: banked rounds, wheels, coups, boxes, circle poker, passing banks."""
