"""The named sets of triangles, hexagons, sticks and cubes, drawn (see `drawings`).

The letters are those of D. Goodger's Polyform Puzzler (2016), of D. Knuth for the tetrasticks, and
of Kadon's Superquints for the pentacubes that are not flat.
"""

from __future__ import annotations

__all__ = ["HEXAGONS", "PENTACUBES", "STICKS", "TRIANGLES"]

TRIANGLES: dict[str, dict[str, str]] = {
    "moniamond": {
        "M": "^",
    },
    "diamond": {
        "D": "^v",
    },
    "triamond": {
        "I": "^v^",
    },
    "tetriamond": {
        "C": "^\nv^v",
        "I": "^v^v",
        "T": " ^\n^v^",
    },
    "pentiamond": {
        "C": "^v\nv^v",
        "I": "^v^v^",
        "L": "^v^v\nv",
        "P": "v^\n^v^",
    },
    "hexiamond": {
        "C": " ^v^v\n^v",
        "E": "  ^\nv^v^v",
        "F": "^v^\n ^v^",
        "G": "^v^v\nv^",
        "H": "v^\n^v^v",
        "I": "^v^v^v",
        "J": "^v^v^\nv",
        "O": "^v^\nv^v",
        "P": "v^v^v\n v",
        "S": "^v^\n  v^v",
        "V": " ^v\n^v^v",
        "X": "v^v\n^v^",
    },
    "heptiamond": {
        "A": "^v^v\nv v^",
        "B": "v^v^\n^v^",
        "C": "^   ^\nv^v^v",
        "D": "^v^\nv^v^",
        "E": "^v^v^v\n  v",
        "F": "^v^v^\nv v",
        "G": "v^v^v\n v^",
        "H": "v^v^v\n^v",
        "I": "^v^v^v^",
        "J": "^v^v^\nv^",
        "L": "^v^v^v\nv",
        "M": " ^ ^\n^v^v^",
        "N": "^v^\n  v^v^",
        "P": " ^\n^v^v^v",
        "Q": "^v\nv^\n^v^",
        "R": " ^v^v^\n^v",
        "S": "^v^\nv v^v",
        "T": "^\nv^\n^v^v",
        "U": "v^v\n v^v^",
        "V": " ^v^\n^v v^",
        "W": "v^\n^v^v\nv",
        "X": "^\nv^v\n^v^",
        "Y": "^v^v^\n ^v",
        "Z": "^v^\n ^v^v",
    },
}
HEXAGONS: dict[str, dict[str, str]] = {
    "monohex": {
        "M": "#",
    },
    "dihex": {
        "I": "# #",
    },
    "trihex": {
        "A": " #\n# #",
        "I": "# # #",
        "V": " # #\n#",
    },
    "tetrahex": {
        "I": "# # # #",
        "J": " # # #\n#",
        "O": " # #\n# #",
        "P": "# # #\n #",
        "S": "   # #\n# #",
        "U": " # #\n#   #",
        "Y": "#\n # #\n#",
    },
    "pentahex": {
        "A": "#\n # #\n# #",
        "B": " # # #\n# #",
        "C": " # # #\n#     #",
        "D": " # #\n# # #",
        "E": "   #\n# # # #",
        "F": " #   #\n# # #",
        "G": "#   # #\n # #",
        "H": "#\n # #\n#   #",
        "I": "# # # # #",
        "J": " # # # #\n#",
        "L": "  # # #\n #\n#",
        "N": "   # # #\n# #",
        "P": "# # # #\n #",
        "Q": " #\n# #\n   # #",
        "R": " # # #\n#\n #",
        "S": "      #\n # # #\n#",
        "T": "#\n #\n# # #",
        "U": " # #\n#\n # #",
        "V": "  #\n #\n# # #",
        "W": "    # #\n # #\n#",
        "X": "# #\n #\n# #",
        "Y": "#\n # # #\n#",
    },
}
STICKS: dict[str, dict[str, str]] = {
    "monostick": {
        "I": "+-+",
    },
    "distick": {
        "I": "+-+-+",
        "V": "+\n|\n+-+",
    },
    "tristick": {
        "I": "+-+-+-+",
        "L": "+\n|\n+-+-+",
        "T": "  +\n  |\n+-+-+",
        "U": "+-+\n|\n+-+",
        "Z": "  +-+\n  |\n+-+",
    },
    "tetrastick": {
        "F": "+-+-+\n| |\n+ +",
        "H": "+-+\n  |\n+-+-+",
        "I": "+-+-+-+-+",
        "J": "+-+\n|\n+-+-+",
        "L": "+\n|\n+-+-+-+",
        "N": "+-+\n  |\n  +-+-+",
        "O": "+-+\n| |\n+-+",
        "P": "+ +-+\n| |\n+-+",
        "R": "+\n|\n+-+-+\n  |\n  +",
        "T": "+\n|\n+-+-+\n|\n+",
        "U": "+   +\n|   |\n+-+-+",
        "V": "+\n|\n+\n|\n+-+-+",
        "W": "  +-+\n  |\n+-+\n|\n+",
        "X": "  +\n  |\n+-+-+\n  |\n  +",
        "Y": "  +\n  |\n+-+-+-+",
        "Z": "  +-+\n  |\n  +\n  |\n+-+",
    },
}
PENTACUBES: dict[str, str] = {
    "L1": "###\n#..\n\n..#\n...",
    "L2": "###\n#..\n\n.#.\n...",
    "L3": "###\n#..\n\n#..\n...",
    "L4": "###\n#..\n\n...\n#..",
    "J1": "###\n..#\n\n#..\n...",
    "J2": "###\n.#.\n\n#..\n...",
    "J4": "###\n..#\n\n...\n..#",
    "N1": "##.\n.##\n\n#..\n...",
    "N2": "##.\n.##\n\n.#.\n...",
    "S1": "##.\n#..\n\n.##\n...",
    "S2": "##.\n.#.\n\n.##\n...",
    "T1": "###\n.#.\n\n.#.\n...",
    "T2": "###\n.#.\n\n...\n.#.",
    "V1": "##.\n.#.\n\n...\n.##",
    "V2": "##.\n...\n\n.#.\n.##",
    "Q": "##\n##\n\n#.\n..",
    "A": "##\n#.\n\n.#\n#.",
}
