"""Interfaces of other projects for learning: PettingZoo and Gymnasium. Install them with `cabotage[research]`.

`box.vector` (many games at once) and `box.simulation.results` are in the core and need neither.
"""
