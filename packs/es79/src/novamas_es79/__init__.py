"""The State's catalogue of casino games of 1979, as a pack of law. It is data: nothing here runs."""
