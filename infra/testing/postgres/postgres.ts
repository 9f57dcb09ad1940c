import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../embedded/postgres/postgres.ts';

export type TestCluster = { url: string; close(): Promise<void> };

/**
 * Starts a real cluster for tests in a folder of its own. Killing the whole server may lose the last commits: nothing waits for the disk
 * there.
 */
export const startTestCluster = async ({ background = false } = {}): Promise<TestCluster> => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-test-pg-'));
  const server = await startPostgres({
    dataDir: join(folder, 'postgres'),
    background,
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '300' },
  });
  if (background) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return {
    url: server.url,
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

let lazy: Promise<TestCluster> | undefined;

/** The cluster of jest's global setup; outside jest a cluster is started on first use and ends with this process. */
const clusterUrl = async (): Promise<string> => {
  if (process.env.TEST_POSTGRES_URL) return process.env.TEST_POSTGRES_URL;
  lazy ??= startTestCluster({ background: true });
  return (await lazy).url;
};

const administer = async (url: string, sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};

/** Creates an empty database, by copying the template's files, which takes half the time of writing them to the log. `drop()` also disconnects its users. */
export const testDatabase = async (): Promise<{ url: string; drop(): Promise<void> }> => {
  const cluster = await clusterUrl();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(cluster, `create database ${name} template template0 strategy file_copy`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(cluster, `drop database if exists ${name} with (force)`) };
};

/** Stops the cluster if `testDatabase()` has started one itself: for programs outside jest. */
export const stopTestCluster = async (): Promise<void> => {
  const started = lazy;
  lazy = undefined;
  await (await started)?.close();
};
