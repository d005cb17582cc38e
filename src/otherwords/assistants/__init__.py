"""Language models, where one is configured: what they are asked, and how their servers are spoken to.

Nothing needs one. `choosing.assistant` makes one of an address; `chat` speaks to servers with an
OpenAI-compatible interface, `messages` to Anthropic's; both over the standard library alone.
"""
