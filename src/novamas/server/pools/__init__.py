"""The pools over HTTP: Lototrot and Promotrot, with their outlets and terminals."""
