"""Source code to knowledge: docs of definitions, kept up to date, shared, and found again.

A front door uses `making` (create, projects, delete), `updating`, `notes` (memo), `syncing` and
`finding` with a `home.Home`; nothing is imported here, for a search must not load a parser.
"""
