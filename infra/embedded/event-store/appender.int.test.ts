import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { onBusyMachine } from '../../testing/busy-machine.ts';
import { groupCommit } from './appender.ts';
import { openDatabase } from './database.ts';
import { eventFeed } from './feed.ts';
import { ANY, NO_STREAM } from './revision-check.ts';
import { streamStates } from './stream-states.ts';
import { failureOf, temporaryFolder } from './temporary-store.ts';

onBusyMachine();

const event = (size = 10) => {
  return { id: randomUUID(), type: 'Written', contentType: 'text/plain', data: Buffer.alloc(size), metadata: new Uint8Array() };
};

let folder: ReturnType<typeof temporaryFolder>;
let database: ReturnType<typeof openDatabase>;
let appender: ReturnType<typeof groupCommit>;
let feed: ReturnType<typeof eventFeed>;
beforeEach(() => {
  folder = temporaryFolder();
  database = openDatabase(folder.dataDir);
  feed = eventFeed(0);
  appender = groupCommit(database.sql, streamStates(database.sql), feed);
});
afterEach(() => {
  database.close();
  folder.remove();
});

const append = (stream: string, expected = ANY, size?: number) =>
  appender.submit({ kind: 'append', stream, expected, events: [event(size)] });
const stored = () => database.sql.prepare('SELECT count(*) AS count, max(position) AS last FROM event').get();

it('commits concurrent appends together, before any of them is answered', async () => {
  let commits = 0;
  feed.listen(undefined, () => {
    commits += 1;
  });
  const seen = await Promise.all(Array.from({ length: 200 }, (_, n) => append(`s-${n % 5}`).then(stored)));
  expect(commits).toBe(1);
  expect(seen.every((row) => row?.count === 200)).toBe(true);
});

it('rests after a commit, for longer than it took: appends of that time are committed together', async () => {
  const TOOK_MS = 10;
  // By the appender's clock a commit takes so long, and no time passes beside.
  let now = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  const commits: bigint[] = [];
  feed.listen(undefined, () => {
    now += TOOK_MS;
    commits.push(process.hrtime.bigint());
  });
  try {
    await append('s');
    const later = [append('s')];
    await new Promise((resolve) => setImmediate(resolve));
    later.push(append('s'));
    await Promise.all(later);
  } finally {
    clock.mockRestore();
  }
  expect(commits).toHaveLength(2);
  expect(Number(commits[1]! - commits[0]!)).toBeGreaterThan(TOOK_MS * 1_000_000);
});

it('checks each append of a group against the earlier ones, and a refused one does not affect the others', async () => {
  const outcomes = await Promise.all([
    append('s', NO_STREAM),
    append('s', NO_STREAM),
    append('s', 0),
    append('other', NO_STREAM),
  ]);
  expect(outcomes).toEqual([
    { kind: 'done', revision: 0, position: 1 },
    { kind: 'wrong', current: 0 },
    { kind: 'done', revision: 1, position: 2 },
    { kind: 'done', revision: 0, position: 3 },
  ]);
});

it('writes nothing of a group if the disk is full, and continues without a gap when there is space again', async () => {
  await append('s', NO_STREAM);
  const pages = Number(database.sql.prepare('PRAGMA page_count').get()?.page_count);
  database.sql.exec(`PRAGMA max_page_count = ${pages + 4}`);
  const group = [append('s', 0), append('new', NO_STREAM), append('s', ANY, 900_000)];
  for (const write of group) expect(await failureOf(write)).toMatchObject({ code: 'ERR_SQLITE_ERROR' });
  expect(stored()).toMatchObject({ count: 1, last: 1 });
  expect(feed.last()).toBe(1);
  database.sql.exec('PRAGMA max_page_count = 1000000');
  expect(await append('s', 0)).toEqual({ kind: 'done', revision: 1, position: 2 });
  expect(await append('new', NO_STREAM)).toEqual({ kind: 'done', revision: 0, position: 3 });
});
