"""The numbers of what stands on the effect stack, in the log and among the options, and of what a match that is left half way says."""

from __future__ import annotations

PASS, ABILITY = -1, -2  # the first number of an option that is no action
RESOLVE, BATCH, TIMES, PERIOD, WINDOW, USE, PLAY, TOP, VERIFY, PAY, ANEW = range(11)  # the programs that every game has
LOOP, ROLL, VALUE, LOOK, TRIGGER, BEGIN, END, OVER, ORDER = -1, -2, -3, -4, -5, -6, -7, -8, -9  # entries of the log
PLAYED, RESOLVED, PASSED, SKIPPED = -10, -11, -12, -13
ACTION, USED, TRIGGERED = range(3)  # what a play that waits is
GAVE_UP, HALTED = 1, 2  # what m.broken says of an effect that was left half way
STEPS = 10_000  # triggers, periods, limits and turns of a loop between two decisions: beyond it something goes round for ever
ANY = -1  # in the place of a window: whichever opens
# how far a window's frame is where a position begins: he who speaks is asked, though he has nothing to do there
HELD = 5
