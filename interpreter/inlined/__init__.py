"""The linked functions of a game, worked out as far as they are settled and written into each other."""
