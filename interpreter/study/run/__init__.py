"""What is missing is played: for a study, and for a search of option values."""
