"""What a notebook shows of an object, by name: what draws stands on a floor above what is drawn."""

from __future__ import annotations

from cpmodels.lazy import lazy

__all__ = ["answer_html", "comparison_html", "model_html", "puzzle_svg"]

answer_html = lazy("cpmodels.draw.html:answer_html")
comparison_html = lazy("cpmodels.draw.html:comparison_html")
model_html = lazy("cpmodels.draw.html:model_html")
puzzle_svg = lazy("cpmodels.draw.picture:to_svg")
