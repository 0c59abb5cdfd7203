"""Tables in play that the store keeps, and the people at them; nothing here knows of HTTP."""
