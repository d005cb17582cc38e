"""Engines index pages and find them; one `compile` each, no planning and no fusing."""
