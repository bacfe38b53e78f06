"""Discord: commands in, cards out."""
