"""Write the pinned requirements anew: `python -m tests.pin` (needs `uv` on the path).

Hashes and versions only: no line names where packages come from.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMMON = (
    "uv", "pip", "compile", "pyproject.toml", "--universal", "--python-version", "3.11",
    "--generate-hashes", "--no-emit-index-url", "--no-emit-find-links", "--no-header",
    "--no-annotate", "--quiet", "--upgrade",
)  # fmt: skip


def main() -> int:
    """Resolve what the bot needs, and what its tests need."""
    for extras, target in ((), "requirements.txt"), (("--extra", "test"), "requirements-test.txt"):
        done = subprocess.run(  # noqa: S603 - the command stands above
            (*COMMON, *extras, "--output-file", target), cwd=ROOT, check=False
        )
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
