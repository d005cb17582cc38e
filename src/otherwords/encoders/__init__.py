"""Encoders turn text into vectors, so that what means the same lies close. Everything works without one."""
