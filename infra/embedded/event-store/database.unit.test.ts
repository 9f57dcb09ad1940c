import { openDatabase } from './database.ts';
import { temporaryFolder } from './temporary-store.ts';

test.each([
  ['each commit waits for the disk, unless it is told not to', [], 2],
  ['a store that is not durable never waits for the disk', [false], 0],
] as const)('%s', (_, durable, synchronous) => {
  const { dataDir, remove } = temporaryFolder();
  const { sql, close } = openDatabase(dataDir, ...durable);
  try {
    expect(sql.prepare('PRAGMA synchronous').get()).toEqual({ synchronous });
  } finally {
    close();
    remove();
  }
});
