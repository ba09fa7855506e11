"""Syntax to meaning: one reader, in parts that each know one thing and stand on each other.

From the ground up: ``reading`` (the words, what was said so far); noun phrases (``spots``, ``owners``, ``filters``,
``numbers``, ``selections``, ``cards``, ``nouns``); what happens, when and to whom (``lasting``, ``periods``, ``parts``,
``frames``, ``events``, ``value_verbs``, ``conditions``, ``degrees``, ``next``, ``prevention``); what a clause does
(``agents``, ``having``, ``being``, ``placing``, ``looking``, ``course``, ``effects``); whole sentences (``occasions``,
``steps``, ``reader``), and ``heads``, what stands before them.
"""
