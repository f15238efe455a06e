"""Checking the device that is to compute: the CPU, or an NVIDIA GPU."""

from parlour.engine.rule import PLAIN
from parlour.errors import ParlourError

DEVICES = ("cpu", "cuda")
NEEDED = "expected an NVIDIA GPU with its driver, and pip install 'parlour[cuda]'"


def check_device(device: str, known: tuple[str, ...] = DEVICES) -> None:
    """Refuse an unknown device, and a GPU that is missing."""
    if device not in known:
        raise ParlourError(f"device cannot be {device!r}; expected {' or '.join(known)}")
    if device == "cuda":
        check_gpu()


def check_gpu() -> None:
    """Refuse to continue without a GPU that Numba can use."""
    if PLAIN:
        raise ParlourError("the device cuda needs compiled rules, which need Numba; expected the device cpu")
    try:
        from parlour.envs.cuda.rules import SIMULATED, arrays, cuda

        arrays()
    except Exception as error:  # Unsuitable drivers and libraries raise various errors.
        raise ParlourError(f"the device cuda cannot be used: {error}; {NEEDED}") from None
    if not SIMULATED and not cuda.is_available():
        raise ParlourError(f"there is no device cuda; {NEEDED}")
