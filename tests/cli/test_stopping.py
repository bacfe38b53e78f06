"""Ctrl-C, whenever it comes."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
IMPATIENT = """
import sys

class Impatient:
    def find_spec(self, name, path, target=None):
        if name == "bot.cli.program":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Impatient())
from bot.cli import main
main(["status"])
"""


def test_ctrl_c_while_the_program_still_loads_ends_it_quietly() -> None:
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", IMPATIENT], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
