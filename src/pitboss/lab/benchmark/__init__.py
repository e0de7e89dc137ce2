"""Policies scored by what their choices cost, exactly."""
