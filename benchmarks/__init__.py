"""The hand-written oracle of Bless and the measurements of the project: ``python -m benchmarks``."""
