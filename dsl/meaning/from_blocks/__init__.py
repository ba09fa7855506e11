"""Blocks to meaning, in passes over the whole of a game: the words that it declares (``words``), what listed answers say (``answers``,
``declarations``, ``places``, ``windows``, ``plays``, ``lasting``), the sentences (``sentences``), the cards and decks (``cards``,
``decks``); ``whole`` knows the order.
"""
