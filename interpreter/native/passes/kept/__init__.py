"""What play keeps instead of computing it again, found in a plan."""
