"""What is done: things put, exchanged, looked at and shared, the course of play, permissions, changes of values and texts."""
