"""Dask: a scheduler, its workers, and work that is handed out to them (extra ``cluster``)."""
