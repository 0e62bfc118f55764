"""The program: ``python -m cpmodels``, and the script ``cpmodels``.

Whoever presses Ctrl-C while the command line is imported sees no traceback: until a command is at
work (`cpmodels.cli.interrupts`), Ctrl-C ends the process as it ends any other program.
"""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found]  # at once: "signal" takes long

__all__ = ["main"]


def main() -> None:
    """Run the command line."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else it may be ignored
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from cpmodels.cli import main as run

    run()


if __name__ == "__main__":
    main()
