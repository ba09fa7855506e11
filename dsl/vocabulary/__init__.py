"""The words a game declares, and how Italian inflects them."""
