"""The executable catalogue of casino games."""

__version__ = "0.1.0"
