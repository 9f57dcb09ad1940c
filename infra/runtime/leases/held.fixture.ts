import { randomUUID } from 'node:crypto';
import { runtimeDatabase } from '../runtime.fixture.ts';
import { type Lease, type LeaseOptions, lease } from './leases.ts';

/** Leases of a test file on a database of its own: those that `start` has begun are stopped after each test. `termMs`: how long one lasts. */
export const leasesFor = (termMs: number) => {
  let database: Awaited<ReturnType<typeof runtimeDatabase>>;
  const open: Lease[] = [];
  beforeAll(async () => {
    database = await runtimeDatabase();
  });
  afterEach(() => Promise.all(open.splice(0).map((one) => one.stop())));
  afterAll(() => database.close());
  return {
    get database() {
      return database;
    },
    open,
    start: (name: string, more: Partial<LeaseOptions> = {}): Lease => {
      const one = lease({ pool: database.pool, name, owner: randomUUID(), ttlMs: termMs, renewMs: 100, ...more });
      open.push(one);
      return one;
    },
  };
};
