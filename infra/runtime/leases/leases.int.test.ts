import { randomUUID } from 'node:crypto';
import { connectPg } from '../kernel/pg.ts';
import { until } from '../runtime.fixture.ts';
import { leasesFor } from './held.fixture.ts';
import { type LeasesOptions, leases } from './leases.ts';
import { leaseTable } from './table.ts';

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

test('a lease that was released is free at any time, also once the clock was put back', async () => {
  const one = start('released');
  await until(() => one.held());
  await one.stop();
  await held.database.pool.query(`update lease.lease set until = until + interval '1 hour' where name = 'released'`);
  const other = start('released');
  await until(() => other.held());
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
  const competing = (wanted: string[], more: Partial<LeasesOptions> = {}) => {
    const statements: string[] = [];
    const pool = new Proxy(more.pool ?? held.database.pool, {
      get: (target, name) => {
        const value = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...asked: unknown[]) => {
          if (name === 'query') statements.push(typeof asked[0] === 'string' ? asked[0] : (asked[0] as { name: string }).name);
          return value.apply(target, asked);
        };
      },
    });
    const group = leases({ owner: randomUUID(), ttlMs: TERM_MS, renewMs: 100, ...more, pool });
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

  describe('that share them', () => {
    const isAsking = (statement: string) => /set wanted_by = \$2/.test(statement);
    const evenly = (...groups: { group: { held: () => number } }[]) => {
      const counts = groups.map(({ group }) => group.held());
      return counts.reduce((sum, count) => sum + count) === 7 && Math.max(...counts) - Math.min(...counts) <= 1;
    };

    test('hold as many each, and then ask for no more; if one cannot renew, the other has all', async () => {
      const first = competing(names('even', 7), { shares: true });
      await until(() => first.group.held() === 7);
      const pool = connectPg(held.database.url, { max: 1 });
      const second = competing(names('even', 7), { shares: true, pool });
      await until(() => evenly(first, second), 30_000);
      expect([...first.statements, ...second.statements].filter(isAsking)).toHaveLength(1);
      const busy = await pool.connect();
      await until(() => {
        expect(first.all.filter((one, nth) => one.held() && second.all[nth]!.held())).toEqual([]);
        return first.group.held() === 7;
      }, 30_000);
      busy.release();
      // It has been away, and gets its part again.
      await until(() => evenly(first, second), 30_000);
      await Promise.all(second.all.map((one) => one.stop()));
      await pool.end();
    });

    test('are three: each holds a third', async () => {
      const three = [1, 2, 3].map(() => competing(names('third', 7), { shares: true, ttlMs: 1_000 }));
      await until(() => evenly(...three), 30_000);
    });

    test.each([
      ['has only just started', { shares: true, ttlMs: 60_000 }],
      ['does not share', { ttlMs: 300 }],
    ])('one that %s takes none from another', async (how, more) => {
      const first = competing(names(how, 4));
      await until(() => first.group.held() === 4);
      const second = competing(names(how, 4), more);
      const start = Date.now();
      await until(() => second.statements.length > 5 && Date.now() - start > 1_000);
      expect([first.group.held(), second.statements.filter(isAsking)]).toEqual([4, []]);
    });

    test('what two want is asked for by one of them', async () => {
      const { pool } = held.database;
      await pool.query(
        `insert into lease.lease (name, owner, epoch, until, wanted_by)
         select 'both-' || n, 'rich', 1, now() + interval '1 minute', case when n <= 3 then 'poor' end from generate_series(1, 7) n`,
      );
      await leaseTable(pool, 'poorer', TERM_MS).ask(Array.from({ length: 7 }, (_, nth) => `both-${nth + 1}`));
      const { rows } = await pool.query(`select wanted_by from lease.lease where name like 'both-%' order by name`);
      expect(rows.map((row) => row.wanted_by)).toEqual(['poor', 'poor', 'poor', 'poorer', 'poorer', null, null]);
    });

    test('what was given to a process that has ended is taken again, once that one had time for it', async () => {
      const times: number[] = [];
      const note = () => void times.push(performance.now());
      const one = start('given', { tryMs: 300, onGained: note, onLost: note });
      await until(() => one.held());
      await held.database.pool.query(`update lease.lease set wanted_by = 'dead' where name = 'given'`);
      await until(() => one.epoch() === 2 && times.length === 3);
      expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(2 * 300);
    });
  });
});
