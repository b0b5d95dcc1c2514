"""Opening and running a table: limits and signs, the float, leave given beforehand."""
