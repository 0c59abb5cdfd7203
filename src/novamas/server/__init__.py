"""The central system over HTTP: what terminals of outlets and the central office ask for, and its answers."""
