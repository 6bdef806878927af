"""Tests of the rules of Coach Ride to Devil's Castle."""
