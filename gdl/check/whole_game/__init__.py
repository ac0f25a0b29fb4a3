"""What can only be checked of a whole game: what its rules say together about one thing."""
