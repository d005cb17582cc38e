"""What every test starts from: no encoder, unless a test asks for one, whatever is installed."""

import os

import pytest

os.environ["OTHERWORDS_ENCODER"] = "none"  # also for subprocesses, and where fixtures begin


@pytest.fixture(autouse=True)
def without_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that is about meaning sets another one."""
    monkeypatch.setenv("OTHERWORDS_ENCODER", "none")
