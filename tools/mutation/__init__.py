"""Mutation testing: small faults are put into the code one by one, and the tests must notice each."""
