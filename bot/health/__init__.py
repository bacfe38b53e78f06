"""How the running bot does: a file beside its data, and, where wanted, a port."""
