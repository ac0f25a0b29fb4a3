"""From the games of a study to frozen `Results`: estimates, differences, samples, charts."""
