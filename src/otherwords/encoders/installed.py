"""Which version of a package is installed, without the 20 ms that importlib.metadata takes to import."""

import os


def installed_version(package: str, distribution: str) -> str:
    """The version beside a package's folder, as its installer noted it; '0' where it did not."""
    prefix = distribution.replace("-", "_").lower() + "-"
    for name in os.listdir(os.path.dirname(package)):
        if name.lower().startswith(prefix) and name.endswith(".dist-info"):
            return name[len(prefix) : -len(".dist-info")]
    return "0"
