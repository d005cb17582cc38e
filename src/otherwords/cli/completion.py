"""otherwords completion: a script that completes commands and options in a shell."""

import argparse
import sys

SHELLS = ("bash", "zsh", "tcsh")


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "shell",
        choices=SHELLS,
        metavar="SHELL",
        help="bash, zsh or tcsh; its script goes where the shell looks for completions,"
        " such as ~/.local/share/bash-completion/completions/otherwords",
    )


def run(options: argparse.Namespace) -> int:
    """Print the script."""
    import shtab

    from otherwords.cli.commands import parser

    sys.stdout.write(shtab.complete(parser(), options.shell) + "\n")
    return 0
