"""Opponents for every game that lists its moves: bots that know what their seat knows."""
