"""From text to syntax: blocks of a file, and the readings of a sentence."""
