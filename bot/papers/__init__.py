"""What we talk about: plain Python without I/O."""
