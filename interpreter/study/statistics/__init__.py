"""Samples of numbers enter; estimates, intervals, p-values and decisions of tests leave."""
