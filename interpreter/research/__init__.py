"""Our games for the libraries of others: OpenSpiel and PettingZoo. Each adapter needs its own extra."""
