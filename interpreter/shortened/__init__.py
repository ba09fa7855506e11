"""The programs of a game as they are run when it is played many times: the same functions, shorter for the cards of a match.

``optimise`` does all of it. ``simplify`` and ``statements`` settle what is known beforehand, ``structure`` writes blocks as nested
Python, ``shortcut``, ``alone``, ``reactions`` and ``trials`` answer a trial on the spot, ``sorting``, ``still`` and ``untouched`` leave
out what no card can touch; ``shapes`` walks and copies trees of Python.
"""
