"""Simulation at volume: whole rounds played by compiled kernels, each proved against the engine."""

from __future__ import annotations

from novamas.sim.play import BEST
from novamas.sim.simulation import SimulationReport, simulate

__all__ = ["BEST", "SimulationReport", "simulate"]
