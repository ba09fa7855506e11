"""The short programs and the runtime that they use, translated to C and built with the compiler at hand: the same state, the same log."""
