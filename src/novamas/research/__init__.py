"""Tables for learners and notebooks: Gymnasium and PettingZoo, columns of Arrow, what a strategy gives away.

`pip install novamas[research]` brings what this needs.
"""

from __future__ import annotations

from novamas.research.gymnasium_table import TableEnv, every_id, register
from novamas.research.pettingzoo_table import TableAEC

__all__ = ["TableAEC", "TableEnv", "every_id", "register"]
