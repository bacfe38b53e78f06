"""Everything that must hold before a change lands: `python -m tests.check`.

Prints each command before it runs it, runs all of them, and fails when any of them fails.
"""

import os
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
SCRIPTS = Path(sysconfig.get_path("scripts"))
CHECKS = (
    ("ruff", "format", "--check", "."),
    ("ruff", "check", "."),
    ("basedpyright",),
    ("lint-imports",),
    ("vulture",),
    ("deptry", "."),
    ("hadolint", "Dockerfile"),
    ("pytest", "--cov", "--cov-report=term:skip-covered"),
)


def main() -> int:
    """Run all checks; return 0 only if each returned 0."""
    environment = {**os.environ, "PATH": f"{SCRIPTS}{os.pathsep}{os.environ.get('PATH', '')}"}
    failed: list[str] = []
    for command in CHECKS:
        line = " ".join(command)
        print(f"\n$ {line}", flush=True)
        began = time.monotonic()
        done = subprocess.run(  # noqa: S603 - the commands stand above
            (str(SCRIPTS / command[0]), *command[1:]), cwd=ROOT, env=environment, check=False
        )
        print(f"[{time.monotonic() - began:.0f} s, exit {done.returncode}]", flush=True)
        if done.returncode:
            failed.append(line)
    print("\nAll checks passed." if not failed else f"\nFailed: {'; '.join(failed)}", flush=True)
    return len(failed) > 0


if __name__ == "__main__":
    sys.exit(main())
