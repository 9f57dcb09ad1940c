import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { holdFile } from '../processes/locked-file.ts';

export type Database = { sql: DatabaseSync; close: () => void };

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS stream (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE IF NOT EXISTS event (
    position INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL REFERENCES stream (id),
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    created INTEGER NOT NULL,
    record BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS event_of_stream ON event (stream, revision);
  PRAGMA user_version = 1;`;

/**
 * Opens the store's files in `folder` (created with mode 0700 if missing). An answered append survives a power cut: WAL with a full sync at
 * each commit; if not `durable`, only the end of the process. Throws if another process uses the folder: positions are counted in memory,
 * so there can be only one writer.
 */
export const openDatabase = (folder: string, durable = true): Database => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The lock is a file of its own, so that a backup can still read the database.
  const release = holdFile(join(folder, 'lock.sqlite'), 2000);
  if (release === null) throw new Error(`the event store's folder is in use by another process: ${folder}`);
  const sql = new DatabaseSync(join(folder, 'events.sqlite'), { timeout: 5000 });
  sql.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA cache_size = -4000;');
  sql.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'OFF'}`);
  sql.exec('PRAGMA wal_autocheckpoint = 2000; PRAGMA journal_size_limit = 67108864;');
  sql.exec(SCHEMA);
  return {
    sql,
    close: () => {
      sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      sql.close();
      release();
    },
  };
};
