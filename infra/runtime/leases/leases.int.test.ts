import { randomUUID } from 'node:crypto';
import { until } from '../runtime.fixture.ts';
import { leasesFor } from './held.fixture.ts';
import { leases } from './leases.ts';

/** Longer than any stall of a machine that does eight things at once: a holder that is merely slow must not lose its lease here. */
const TERM_MS = 6_000;

const held = leasesFor(TERM_MS);
const { open, start } = held;

test('stopping releases the lease at once, and the next holder has a higher epoch', async () => {
  const first = start('handed', { ttlMs: 60_000, renewMs: 50 });
  await until(() => first.held());
  const second = start('handed', { ttlMs: 60_000, renewMs: 50 });
  await first.stop();
  await until(() => second.held(), 30_000);
  expect([first.held(), second.epoch()]).toEqual([false, 2]);
});

test('a waiting process tries at the configured interval, independently of the renewal interval', async () => {
  const first = start('waited', { ttlMs: 60_000, renewMs: 60_000 });
  await until(() => first.held());
  const second = start('waited', { ttlMs: 60_000, renewMs: 60_000, tryMs: 50 });
  await first.stop();
  await until(() => second.held());
});

test('a process stopped while it requests the lease does not block others', async () => {
  await start('asked', { ttlMs: 60_000 }).stop();
  const next = start('asked', { ttlMs: 60_000 });
  await until(() => next.held(), 30_000);
});

test('the lease is not taken again before the work of the last epoch has ended', async () => {
  const running = new Set<number>();
  let most = 0;
  let finish: () => void = () => undefined;
  const one = start('work', {
    onGained: async (epoch, lost) => {
      running.add(epoch);
      most = Math.max(most, running.size);
      await new Promise<void>((resolve) => lost.addEventListener('abort', () => resolve()));
      if (epoch === 1)
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
      running.delete(epoch);
    },
  });
  await until(() => one.held());
  await held.database.pool.query(
    `update lease.lease set epoch = 5, owner = 'thief', until = clock_timestamp() where name = 'work'`,
  );
  await until(() => !one.held());
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(one.held()).toBe(false);
  finish();
  await until(() => one.epoch() === 6);
  await one.stop();
  expect([most, running.size]).toEqual([1, 0]);
});

test('failing work releases the lease and is started again', async () => {
  let times = 0;
  const one = start('failing', {
    onGained: async () => {
      times += 1;
      if (times === 1) throw new Error('no');
    },
  });
  await until(() => times === 2 && one.held());
  expect(one.epoch()).toBe(2);
});

describe('many leases of one process', () => {
  const names = (prefix: string, count: number) => Array.from({ length: count }, (_, nth) => `${prefix}-${nth}`);
  /** A process that competes for all of them, and its statements: the name of each, or its text. */
  const competing = (wanted: string[], more: { most?: number; ttlMs?: number; renewMs?: number } = {}) => {
    const statements: string[] = [];
    const pool = new Proxy(held.database.pool, {
      get: (target, name) => {
        const value = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...asked: unknown[]) => {
          if (name === 'query') statements.push(typeof asked[0] === 'string' ? asked[0] : (asked[0] as { name: string }).name);
          return value.apply(target, asked);
        };
      },
    });
    const group = leases({ pool, owner: randomUUID(), ttlMs: TERM_MS, renewMs: 100, ...more });
    const all = wanted.map((name) => group.compete(name, {}));
    open.push(...all);
    return { group, all, statements };
  };

  test('all are taken by one statement, and renewed by one', async () => {
    const { all, statements } = competing(names('many', 100));
    await until(() => all.every((one) => one.held()));
    expect(statements[0]).toMatch(/insert into lease/);
    await until(() => statements.length >= 4);
    expect(new Set(statements.slice(1))).toEqual(new Set(['leases-renew']));
    expect(all.every((one) => one.held())).toBe(true);
  });

  test('a process holds no more than its number; what it gives back goes to another', async () => {
    const first = competing(names('shared', 6), { most: 4 });
    await until(() => first.group.held() === 4);
    const second = competing(names('shared', 6), { most: 4 });
    await until(() => second.group.held() === 2);
    const given = first.all.find((one) => one.held())!;
    await given.stop();
    await until(() => second.group.held() === 3);
    expect(first.group.held()).toBe(3);
  });
});
