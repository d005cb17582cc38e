"""Which files do agents read, and how are ours put there and taken back?"""
