"""SQLite: rows stay inside, papers come out."""
