"""Figures of finished games: what happened in each, tables of many, ratings."""
