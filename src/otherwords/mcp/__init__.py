"""The protocol server: what agents call. Translates in and out, and keeps every answer short."""
