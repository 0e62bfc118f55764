"""Methods: which questions about which puzzle can be answered how, a module or more a puzzle.

These modules alone know both sides, the models and the reference. `cpmodels.kinds.builtin` names
the list of methods of each kind of puzzle.
"""
