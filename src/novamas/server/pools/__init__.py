"""The pools over HTTP: lototrot and promotrot, their outlets and terminals."""
