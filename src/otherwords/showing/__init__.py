"""How an answer looks: as text, as lines, as JSON. Decides nothing."""
