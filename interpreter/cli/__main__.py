"""``python -m interpreter.cli``: the same as ``detto``."""

from interpreter.cli import main

main()
