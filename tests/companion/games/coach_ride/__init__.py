"""Tests of Coach Ride in the companion."""
