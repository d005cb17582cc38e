"""Where are the pages, what is their identity, where do they come from?"""
