"""Standard output and error of a process: what happens when nobody reads, or the disk is full."""

from __future__ import annotations

import io
import os
import sys
from typing import TextIO

__all__ = ["nobody_reads", "open_streams"]


class _Outlet(io.FileIO):
    """Bytes to a descriptor of the process. Once its reader has left they go nowhere.

    The work goes on, so that a disagreement is one however much of the report was read; a stream
    without end asks `nobody_reads` and stops.
    """

    left = False

    def __init__(self, descriptor: int, label: str) -> None:
        super().__init__(descriptor, "wb", closefd=False)
        self.label = label

    def write(self, data: object, /) -> int:
        """As that of any file; an error of the system names the stream."""
        try:
            return super().write(data)  # type: ignore[arg-type]
        except BrokenPipeError:
            self.to_nowhere()
            return memoryview(data).nbytes  # type: ignore[arg-type]
        except OSError as error:
            self.to_nowhere()  # what is buffered yet cannot be written either
            raise OSError(error.errno, error.strerror, self.label) from None

    def to_nowhere(self) -> None:
        self.left = True
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.fileno())
        os.close(nowhere)


def open_streams() -> None:
    """Put outlets under `sys.stdout` and `sys.stderr`; open nothing's in place of closed ones."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # it was closed
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
    sys.stdout = _open(sys.stdout, "standard output")
    sys.stderr = _open(sys.stderr, "standard error")


def _open(stream: TextIO, label: str) -> TextIO:
    """The same stream on an outlet; pictures go into any encoding, with ? in them."""
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    stream.flush()
    buffer = io.BufferedWriter(_Outlet(stream.fileno(), label))
    return io.TextIOWrapper(
        buffer, stream.encoding, "replace", line_buffering=stream.line_buffering
    )


def nobody_reads() -> bool:
    """Whether the reader of standard output has left."""
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    return isinstance(raw, _Outlet) and raw.left
