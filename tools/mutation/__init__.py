"""Mutation testing: small faults are put into the code, and the tests must notice each.

They are put in one by one.
"""
