"""The feed: what channels owe, delivered when it is due, each paper once."""
