"""The family of the wheel games: the cloth and the course of a spin."""
