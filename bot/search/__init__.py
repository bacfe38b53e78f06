"""BM25 over posting lists: words in, ranked paper numbers out."""
