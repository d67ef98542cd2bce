import SQLite

/// The tables, version by version; a script that was ever released never changes again.
enum Schema {
    /// "islt".
    static let applicationID: Int32 = 0x69_73_6c_74
    static let migrations = Migrations(applicationID: applicationID, scripts: [version1, version2])

    /// Dates in columns are whole Unix milliseconds; `record` is the JSON of `StoredActivity`, `StoredSettings` for `settings`.
    ///
    /// `activities` is in the order of starts. `activities_live` lets a start read what runs and not the whole past.
    /// An event of a deleted activity has no record. The newest event is never pruned: it holds the last sequence.
    private static let version1 = """
        CREATE TABLE meta (
            name TEXT PRIMARY KEY NOT NULL,
            value ANY NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE activities (
            start_sequence INTEGER PRIMARY KEY NOT NULL,
            id TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL,
            state TEXT NOT NULL,
            sequence INTEGER NOT NULL,
            dismissed_at INTEGER,
            push_token TEXT NOT NULL,
            record TEXT NOT NULL
        ) STRICT;
        CREATE INDEX activities_live ON activities (start_sequence) WHERE dismissed_at IS NULL;
        CREATE INDEX activities_dismissed ON activities (dismissed_at) WHERE dismissed_at IS NOT NULL;
        CREATE INDEX activities_token ON activities (push_token);

        CREATE TABLE events (
            sequence INTEGER PRIMARY KEY NOT NULL,
            activity_id TEXT,
            event TEXT NOT NULL,
            at INTEGER NOT NULL,
            flip TEXT,
            record TEXT
        ) STRICT;
        CREATE INDEX events_activity ON events (activity_id, sequence) WHERE activity_id IS NOT NULL;

        CREATE TABLE settings (
            id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
            record TEXT NOT NULL
        ) STRICT;

        CREATE TABLE idempotency_keys (
            key TEXT PRIMARY KEY NOT NULL,
            activity_id TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX idempotency_keys_at ON idempotency_keys (at);

        CREATE TABLE sessions (
            hash TEXT PRIMARY KEY NOT NULL,
            role INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sessions_expiry ON sessions (expires_at);

        CREATE TABLE tombstones (
            name TEXT PRIMARY KEY NOT NULL,
            what TEXT NOT NULL CHECK (what IN ('activity', 'token')),
            activity_id TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX tombstones_at ON tombstones (at);
        CREATE INDEX tombstones_activity ON tombstones (activity_id);

        CREATE TRIGGER token_retired AFTER UPDATE OF push_token ON activities WHEN old.push_token <> new.push_token BEGIN
            INSERT OR REPLACE INTO tombstones (name, what, activity_id, at)
            SELECT old.push_token, 'token', old.id, at FROM events WHERE sequence = new.sequence;
        END;
        """

    /// History by the day of the start, of all kinds and of one, the push log, and a token for each kind. A record's dates are seconds since 2001.
    ///
    /// What runs stands in neither index of the past, so that an update writes no page of them. With the first alone, a page of a kind that
    /// is rare among many would read all of them.
    ///
    /// A receipt's number is never used twice, also when all of them are gone.
    private static let version2 = """
        ALTER TABLE activities ADD COLUMN started_at INTEGER NOT NULL DEFAULT 0;
        UPDATE activities SET started_at = CAST(round((json_extract(record, '$.start') + 978307200.0) * 1000) AS INTEGER);
        CREATE INDEX activities_past ON activities (started_at, start_sequence) WHERE state IN ('ended', 'dismissed');
        CREATE INDEX activities_past_kind ON activities (kind, started_at, start_sequence) WHERE state IN ('ended', 'dismissed');

        CREATE TABLE pushes (
            number INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
            at INTEGER NOT NULL,
            activity_id TEXT,
            record TEXT NOT NULL
        ) STRICT;
        CREATE INDEX pushes_at ON pushes (at);
        CREATE INDEX pushes_activity ON pushes (activity_id) WHERE activity_id IS NOT NULL;

        CREATE TABLE push_to_start_tokens (
            kind TEXT PRIMARY KEY NOT NULL,
            token TEXT NOT NULL UNIQUE
        ) STRICT, WITHOUT ROWID;
        """
}
