"""Games among players."""
