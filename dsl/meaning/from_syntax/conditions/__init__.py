"""What holds of a thing: its values, adjectives and relatives, what is compared and counted, what it has, is and was."""
