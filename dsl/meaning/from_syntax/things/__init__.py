"""What a sentence speaks of: the words and what was said so far (``reading``), places, owners, filters, amounts, selections, noun
phrases."""
