"""`python -m otherwords`."""

from otherwords.cli import script

script()
