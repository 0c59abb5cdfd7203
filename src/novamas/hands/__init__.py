"""Rankings of hands in every game of the catalogue. Their fast kernels are in `novamas.hands.batch`."""

from novamas.hands.dominoes import TileCategory, TileHand, symbol, tile_hand
from novamas.hands.hand import Hand, best_hand
from novamas.hands.ladder import Ladder, Rung, ladder
from novamas.hands.names import hand_name
from novamas.hands.percentiles import HandPercentile, hand_percentile
from novamas.hands.points import (
    BlackjackTotal,
    Sevens,
    baccarat_points,
    blackjack_total,
    is_row_complete,
    jackpot_sevens,
    row_points,
)
from novamas.hands.rankings import Category, RankedCategory, Ranking, Shape, ranking, ranking_of, rankings
from novamas.hands.setting import opens

__all__ = [
    "BlackjackTotal",
    "Category",
    "Hand",
    "HandPercentile",
    "Ladder",
    "RankedCategory",
    "Ranking",
    "Rung",
    "Sevens",
    "Shape",
    "TileCategory",
    "TileHand",
    "baccarat_points",
    "best_hand",
    "blackjack_total",
    "hand_name",
    "hand_percentile",
    "is_row_complete",
    "jackpot_sevens",
    "ladder",
    "opens",
    "ranking",
    "ranking_of",
    "rankings",
    "row_points",
    "symbol",
    "tile_hand",
]
