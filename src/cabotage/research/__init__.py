"""Interfaces of other projects for learning: PettingZoo and Gymnasium (`cabotage[research]`), OpenSpiel
(`cabotage[openspiel]`).

`box.vector` (many games at once) and `box.simulation.results` are in the core and need none of them.
"""
