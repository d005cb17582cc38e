"""What every test starts from: no encoder and no language model, unless a test asks for one."""

import os

import pytest

os.environ["OTHERWORDS_ENCODER"] = "none"  # also for subprocesses, and where fixtures begin
os.environ.pop("OTHERWORDS_ASSISTANT", None)


@pytest.fixture(autouse=True)
def without_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that is about meaning sets another one."""
    monkeypatch.setenv("OTHERWORDS_ENCODER", "none")
