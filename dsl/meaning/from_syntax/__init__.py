"""Syntax to meaning: one reader, in parts that each know one thing and stand on each other.

From the ground up: ``things`` (the words, what was said so far, noun phrases), ``events`` (what happens, when and to whom),
``conditions`` (what holds of a thing), ``effects`` (what is done), ``sentences`` (what sets off what, step by step, and the
whole reader). None imports from those after it.
"""
