"""Bulk simulation: compiled kernels play whole rounds. Tests compare each kernel with the engine."""

from __future__ import annotations

from novamas.sim.play import BEST
from novamas.sim.simulation import SimulationReport, simulate

__all__ = ["BEST", "SimulationReport", "simulate"]
