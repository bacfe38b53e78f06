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
    (
        """
        CREATE TABLE topics (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            guild INTEGER NOT NULL,
            channel INTEGER NOT NULL,
            made_in INTEGER NOT NULL,
            made_by INTEGER NOT NULL,
            query TEXT NOT NULL,
            schedule TEXT NOT NULL,
            at TEXT NOT NULL,
            day INTEGER NOT NULL,
            zone TEXT NOT NULL,
            mention TEXT NOT NULL,
            most INTEGER NOT NULL,
            publish INTEGER NOT NULL,
            begun TEXT NOT NULL,
            version INTEGER NOT NULL,
            paused TEXT,
            why TEXT NOT NULL
        ) STRICT
        """,
        "CREATE INDEX topics_by_guild ON topics (guild)",
        "CREATE INDEX topics_by_channel ON topics (channel)",
        """
        CREATE TABLE posts (
            channel INTEGER NOT NULL,
            paper INTEGER NOT NULL REFERENCES papers (number),
            state TEXT NOT NULL,
            since TEXT NOT NULL,
            attempts INTEGER NOT NULL,
            next_try TEXT,
            error TEXT NOT NULL,
            message INTEGER,
            sent TEXT,
            PRIMARY KEY (channel, paper)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX posts_owed ON posts (channel, since) WHERE state = 'owed'",
        "CREATE INDEX posts_by_paper ON posts (paper)",
        """
        CREATE TABLE wishes (
            channel INTEGER NOT NULL,
            paper INTEGER NOT NULL,
            topic INTEGER NOT NULL REFERENCES topics (number) ON DELETE CASCADE,
            PRIMARY KEY (channel, paper, topic)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX wishes_by_topic ON wishes (topic)",
        "INSERT INTO counters (name, value) VALUES ('topics', 0)",
    ),
    (
        """
        CREATE TABLE servers (
            guild INTEGER PRIMARY KEY,
            managers INTEGER,
            zone TEXT,
            gone TEXT
        ) STRICT
        """,
        """
        CREATE TABLE channels (
            channel INTEGER PRIMARY KEY,
            quiet_start TEXT,
            quiet_end TEXT,
            trouble TEXT,
            error TEXT NOT NULL DEFAULT '',
            since TEXT,
            tries INTEGER NOT NULL DEFAULT 0,
            next_try TEXT
        ) STRICT
        """,
        """
        CREATE TABLE proposals (
            token TEXT PRIMARY KEY,
            guild INTEGER NOT NULL,
            body TEXT NOT NULL,
            made TEXT NOT NULL,
            topic INTEGER
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX proposals_by_time ON proposals (made)",
        """
        CREATE TABLE parcels (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            channel INTEGER NOT NULL,
            kind TEXT NOT NULL,
            papers TEXT NOT NULL,
            shown INTEGER NOT NULL,
            parts INTEGER NOT NULL,
            messages TEXT NOT NULL,
            made TEXT NOT NULL,
            tried TEXT,
            state TEXT NOT NULL,
            publishing TEXT
        ) STRICT
        """,
        "CREATE INDEX parcels_open ON parcels (channel, number) WHERE state = 'open'",
        "CREATE INDEX parcels_publishing ON parcels (publishing) WHERE publishing IS NOT NULL",
        "ALTER TABLE posts ADD COLUMN parcel INTEGER",
    ),
    ("ALTER TABLE topics ADD COLUMN paused_by INTEGER",),
)
"""What each version adds; the mark of the version is SQLite's `user_version`."""
