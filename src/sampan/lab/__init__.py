"""Measuring: benchmarks and, later, matches and analysis."""
