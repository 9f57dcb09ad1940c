import { hostname } from 'node:os';
import type pg from 'pg';
import type { Logger } from './kernel/log.ts';
import type { Part } from './kernel/pg.ts';

/** The table of leases: which process does the work that only one process may do at a time (ADR 15). */
export const leaseMigrations: Part = {
  schema: 'lease',
  migrations: [
    {
      name: '001-lease',
      sql: 'create table lease.lease (name text primary key, owner text not null, epoch bigint not null, until timestamptz not null)',
    },
  ],
};

/** A write under an old epoch: another process holds the lease, or the epoch was advanced. */
export class LeaseLost extends Error {}

export type Lease = {
  /** Whether the owner may still act; without a renewal, false from two seconds (a quarter of `ttlMs`) before the lease expires. */
  held: () => boolean;
  /** The epoch held, which rises with each change of owner; null if the lease is not held. */
  epoch: () => number | null;
  /**
   * Starts a new epoch with the same owner: a write under the previous epoch whose outcome is unknown fails from then on. Resolves to null
   * if the lease is not held. May be retried if it rejects.
   */
  advance: () => Promise<number | null>;
  /** Ends the work, waits for it and releases the lease at once. */
  stop: () => Promise<void>;
};

export type LeaseOptions = {
  pool: pg.Pool;
  name: string;
  /** Unique to this process, for example a new UUID. */
  owner: string;
  ttlMs?: number;
  renewMs?: number;
  /** How often to try for the lease while another process holds it; default `renewMs`. */
  tryMs?: number;
  /** `lost` is aborted when the lease ends. The lease is not taken again before the returned promise has settled. */
  onGained?: (epoch: number, lost: AbortSignal) => void | Promise<void>;
  onLost?: () => void;
  log?: Logger;
};

/**
 * Competes for the lease until stopped. A lease only avoids duplicate work; what makes a write safe is the epoch or position in the write
 * itself.
 */
export const lease = (options: LeaseOptions): Lease => {
  const { pool, name, owner: id, ttlMs = 8_000, renewMs = 2_000, tryMs = renewMs, onGained, onLost, log } = options;
  // Lets an operator see in the table which process does what.
  const owner = `${hostname()}/${process.pid}/${id}`;
  /** `asked` is the epoch that was requested last: until the answer arrives, either epoch may be the valid one. */
  type Holding = { epoch: number; asked: number; sure: () => boolean; work: Promise<void>; lost: AbortController };
  let holding: Holding | null = null;
  let stopped = false;
  let end: NodeJS.Timeout | undefined;
  let next: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  /** The work of a lost epoch that may still be ending. */
  let ending: Promise<void> | null = null;
  const sureMs = ttlMs - ttlMs / 4;

  const stepDown = (): void => {
    if (!holding) return;
    const { lost, work } = holding;
    holding = null;
    clearTimeout(end);
    const ended: Promise<void> = work.then(() => {
      if (ending === ended) ending = null;
    });
    ending = ended;
    lost.abort();
    onLost?.();
  };

  /** The database's clock is authoritative; ours starts before the query and can only end the lease earlier. */
  const keep = (asked: { steady: number; wall: number }): (() => boolean) => {
    clearTimeout(end);
    const passed = () => Math.max(performance.now() - asked.steady, Date.now() - asked.wall);
    end = setTimeout(stepDown, Math.max(0, sureMs - passed()));
    return () => passed() < sureMs;
  };

  const gain = (epoch: number, sure: () => boolean): void => {
    const lost = new AbortController();
    const work = Promise.resolve()
      .then(() => onGained?.(epoch, lost.signal))
      .catch((err: unknown) => {
        log?.error({ err, lease: name, epoch }, 'the work under a lease failed');
        if (holding?.lost === lost) stepDown();
      });
    holding = { epoch, asked: epoch, sure, work, lost };
  };

  const renew = async (mine: Holding): Promise<void> => {
    const asked = { steady: performance.now(), wall: Date.now() };
    const { epoch, asked: latest } = mine;
    const { rowCount } = await pool.query(
      `update lease.lease set until = clock_timestamp() + $5 * interval '1 ms' where name = $1 and owner = $2 and epoch in ($3, $4)`,
      [name, owner, epoch, latest, ttlMs],
    );
    if (holding !== mine) return;
    if (rowCount === 1) mine.sure = keep(asked);
    else if (mine.asked !== latest) await renew(mine);
    else stepDown();
  };

  const advance = async (): Promise<number | null> => {
    const mine = holding;
    if (!mine) return null;
    const next = mine.epoch + 1;
    mine.asked = next;
    const { rowCount } = await pool.query(
      'update lease.lease set epoch = $4 where name = $1 and owner = $2 and epoch in ($3, $4)',
      [name, owner, mine.epoch, next],
    );
    if (holding !== mine) return null;
    if (rowCount !== 1) {
      stepDown();
      return null;
    }
    mine.epoch = next;
    return next;
  };

  const take = async (): Promise<void> => {
    const asked = { steady: performance.now(), wall: Date.now() };
    const { rows } = await pool.query<{ epoch: string }>(
      `insert into lease.lease as held (name, owner, epoch, until) values ($1, $2, 1, clock_timestamp() + $3 * interval '1 ms')
       on conflict (name) do update set owner = $2, epoch = held.epoch + 1, until = excluded.until
       where held.until < clock_timestamp() or held.owner = $2
       returning epoch`,
      [name, owner, ttlMs],
    );
    if (!rows[0]) return;
    const epoch = Number(rows[0].epoch);
    // Stopped during the query: release the lease, so that no other process waits until it expires.
    if (stopped) await release(pool, name, owner, [epoch], log);
    else gain(epoch, keep(asked));
  };

  const beat = async (): Promise<void> => {
    try {
      if (holding && !holding.sure()) stepDown();
      if (holding) await renew(holding);
      else if (!ending) await take();
    } catch (err) {
      log?.warn({ err, lease: name }, 'cannot request a lease');
    }
    if (!stopped) next = setTimeout(run, (holding ? renewMs : tryMs) * (0.9 + Math.random() * 0.2));
  };
  const run = (): void => {
    turn = beat();
  };
  run();

  return {
    held: () => holding?.sure() ?? false,
    epoch: () => (holding?.sure() ? holding.epoch : null),
    advance,
    stop: async () => {
      stopped = true;
      clearTimeout(next);
      await turn;
      const mine = holding;
      stepDown();
      await ending;
      if (mine) await release(pool, name, owner, [mine.epoch, mine.asked], log);
    },
  };
};

const release = async (pool: pg.Pool, name: string, owner: string, epochs: number[], log?: Logger): Promise<void> => {
  try {
    await pool.query(
      'update lease.lease set until = clock_timestamp() where name = $1 and owner = $2 and epoch = any($3::bigint[])',
      [name, owner, epochs],
    );
  } catch (err) {
    log?.warn({ err, lease: name }, 'cannot release a lease, it will expire');
  }
};

/**
 * Within the transaction of a write: throws LeaseLost unless `epoch` is the latest, and prevents a new epoch until the transaction ends.
 */
export const assertEpoch = async (client: pg.ClientBase, name: string, epoch: number): Promise<void> => {
  const { rowCount } = await client.query('select 1 from lease.lease where name = $1 and epoch = $2 for share', [name, epoch]);
  if (rowCount !== 1) throw new LeaseLost(`Epoch ${epoch} of ${name} is over.`);
};
