"""Data, found as a package; no code."""
