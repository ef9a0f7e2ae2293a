"""Words every layer shares: findings, positions, units, three-valued answers, errors."""
