"""The devices that can compute: the cores of this machine, and its GPU."""

from parlour.engine.rule import PLAIN
from parlour.errors import ParlourError

DEVICES = ("cpu", "cuda")
NEEDED = "expected an NVIDIA GPU with its driver, and pip install 'parlour[cuda]'"


def check_device(device: str, known: tuple[str, ...] = DEVICES) -> None:
    """Refuse a device that is unknown or missing."""
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
    except Exception as error:  # drivers and libraries that don't fit raise various errors
        raise ParlourError(f"the device cuda cannot be used: {error}; {NEEDED}") from None
    if not SIMULATED and not cuda.is_available():
        raise ParlourError(f"there is no device cuda; {NEEDED}")
