"""The schema, as an append-only list of steps: never change one, add the next."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE papers (
            number INTEGER PRIMARY KEY,
            heir INTEGER REFERENCES papers (number),
            key TEXT UNIQUE,
            ids TEXT NOT NULL,
            title TEXT NOT NULL,
            title_derived INTEGER NOT NULL,
            abstract TEXT NOT NULL,
            abstract_by TEXT NOT NULL,
            authors TEXT NOT NULL,
            venue TEXT NOT NULL,
            year INTEGER,
            status TEXT,
            decision TEXT NOT NULL,
            keywords TEXT NOT NULL,
            url TEXT NOT NULL,
            pdf_url TEXT NOT NULL,
            code_url TEXT NOT NULL,
            published TEXT,
            origin TEXT NOT NULL,
            source_title TEXT,
            source_abstract TEXT,
            added TEXT NOT NULL,
            starter INTEGER NOT NULL,
            bare INTEGER NOT NULL,
            revision INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE UNIQUE INDEX papers_by_revision ON papers (revision)",
        "CREATE INDEX papers_by_venue ON papers (venue, starter, bare) WHERE heir IS NULL",
        "CREATE INDEX papers_by_starter ON papers (number) WHERE starter",
        "CREATE INDEX papers_untitled ON papers (number) WHERE title_derived",
        """
        CREATE TABLE ids (
            kind TEXT NOT NULL,
            value TEXT NOT NULL,
            paper INTEGER NOT NULL REFERENCES papers (number),
            PRIMARY KEY (kind, value)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE traces (
            paper INTEGER PRIMARY KEY REFERENCES papers (number),
            titles BLOB NOT NULL,
            sketch BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE origins (
            origin INTEGER PRIMARY KEY,
            run INTEGER NOT NULL,
            digests BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE runs (
            number INTEGER PRIMARY KEY,
            source TEXT NOT NULL,
            began TEXT NOT NULL,
            ended TEXT
        ) STRICT
        """,
        """
        CREATE TABLE searches (
            token TEXT PRIMARY KEY,
            text TEXT NOT NULL,
            asked TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX searches_by_time ON searches (asked)",
        "CREATE TABLE marks (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
        "CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT",
        "INSERT INTO counters (name, value) VALUES ('number', 0), ('revision', 0), ('starters', 0)",
    ),
)
"""What each version adds; the mark of the version is SQLite's `user_version`."""
