"""What the wheel games share: the cloth and the course of a spin."""
