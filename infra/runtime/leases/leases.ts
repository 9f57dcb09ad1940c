import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../kernel/log.ts';
import type { Part } from '../kernel/pg.ts';
import { type Holding, type LeaseWork, leaseMember, type Member, now } from './member.ts';
import { leaseTable } from './table.ts';
import { ticker } from './ticker.ts';

/** The table of leases: which process does the work that only one process may do at a time (decision 22). */
export const leaseMigrations: Part = {
  schema: 'lease',
  migrations: [
    {
      name: '001-lease',
      sql: 'create table lease.lease (name text primary key, owner text not null, epoch bigint not null, until timestamptz not null)',
    },
    { name: '002-wanted', sql: 'alter table lease.lease add column wanted_by text' },
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

/** So often a lease that is being written under is left out of the renewals; after that the renewal waits for it. */
const TRIES = 12;
const AGAIN_MS = 50;

export type LeasesOptions = {
  pool: pg.Pool;
  /** Unique to this process, for example a new UUID. */
  owner: string;
  ttlMs?: number;
  renewMs?: number;
  /** How often to try for leases that other processes hold; default `renewMs`. */
  tryMs?: number;
  /** Holds at most so many at once. */
  most?: number;
  /** Processes that compete for the same leases come to hold about as many each; one that has just started waits for `ttlMs`. */
  shares?: boolean;
  log?: Logger;
};
export type LeaseOptions = Omit<LeasesOptions, 'most' | 'shares'> & LeaseWork & { name: string };

/** Competes for one lease until stopped. */
export const lease = ({ name, onGained, onLost, ...options }: LeaseOptions): Lease =>
  leases(options).compete(name, { ...(onGained && { onGained }), ...(onLost && { onLost }) });

/**
 * Competes for any number of leases, each until it is stopped: all that are held are renewed by one statement, and all that are free are
 * taken by another one. A lease only avoids duplicate work; what makes a write safe is the epoch or position in the write itself.
 */
export const leases = (options: LeasesOptions) => {
  const { pool, owner: id, ttlMs = 8_000, renewMs = 2_000, tryMs = renewMs, most, shares = false, log } = options;
  // Lets an operator see in the table which process does what.
  const owner = `${hostname()}/${process.pid}/${id}`;
  const table = leaseTable(pool, owner, ttlMs);
  const members = new Map<string, Member>();
  const all = (): Member[] => [...members.values()];

  const renewOne = async (member: Member, mine: Holding): Promise<void> => {
    const asked = now();
    const latest = mine.asked;
    const isRenewed = await table.renewOne(member.name, [mine.epoch, latest]);
    if (member.holding() !== mine) return;
    if (isRenewed) member.renewed(asked);
    else if (mine.asked !== latest) await renewOne(member, mine);
    else member.stepDown();
  };
  const waiting = new Set<Member>();
  const renewSlowly = (member: Member): void => {
    const mine = member.holding();
    if (!mine) return;
    waiting.add(member);
    renewOne(member, mine)
      .catch((err: unknown) => log?.warn({ err, lease: member.name }, 'cannot renew a lease'))
      .finally(() => waiting.delete(member));
  };
  const giving = new Map<Member, Promise<void>>();
  /** Leaves a lease to a process that has too few. It tries for it again, in case that one has ended meanwhile. */
  const give = async (member: Member, { epoch, asked }: Holding): Promise<void> => {
    member.stepDown();
    await member.ending();
    member.rest(2 * tryMs);
    await release(pool, member.name, owner, [epoch, asked], log);
    giving.delete(member);
  };
  const renew = async (): Promise<void> => {
    for (const member of all()) if (member.isOver()) member.stepDown();
    let held = all().filter((member) => !waiting.has(member));
    for (let tries = 0; tries < TRIES; tries += 1) {
      const asking = held.flatMap((member) => {
        const mine = member.holding();
        return mine ? [{ member, mine, latest: mine.asked }] : [];
      });
      if (asking.length === 0) return;
      const asked = now();
      const ours = await table.renew(asking.map(({ member: { name }, mine }) => ({ name, epochs: [mine.epoch, mine.asked] })));
      for (const { member, mine, latest } of asking) {
        if (member.holding() !== mine) continue;
        const answer = ours.get(member.name);
        if (answer?.isWanted) giving.set(member, give(member, mine));
        else if (answer?.isRenewed) member.renewed(asked);
        else if (!ours.has(member.name) && mine.asked === latest) member.stepDown();
      }
      // Something is being written under these, or they have got a new epoch meanwhile.
      held = asking.flatMap(({ member, latest, mine }) =>
        member.holding() === mine && (ours.get(member.name)?.isRenewed === false || mine.asked !== latest) ? [member] : [],
      );
      if (held.length > 0) await pause(AGAIN_MS);
    }
    // Not awaited: a transaction that does not end would hold up the others after all.
    for (const member of held) if (!waiting.has(member)) renewSlowly(member);
  };
  /** When others were last asked for their leases. One term after its start a process is no longer about to fail. */
  let sharedAt = performance.now();
  /** Two that have half of them each ask for nothing. */
  const share = async (): Promise<void> => {
    const isPoor = all().filter((member) => member.holding() !== null).length < Math.floor(members.size / 2);
    if (!shares || !isPoor || performance.now() - sharedAt < ttlMs) return;
    sharedAt = performance.now();
    await table.ask([...members.keys()]);
  };
  const take = async (): Promise<void> => {
    await takeFree();
    await share();
  };
  const takeFree = async (): Promise<void> => {
    const wanted = all().filter((member) => member.wants());
    const room = (most ?? Number.POSITIVE_INFINITY) - all().filter((member) => !member.wants()).length;
    if (wanted.length === 0 || room <= 0) return;
    const asked = now();
    const taken = await table.take(
      wanted.map(({ name }) => name),
      Number.isFinite(room) ? room : null,
    );
    for (const [name, epoch] of taken) {
      const member = members.get(name);
      // Stopped during the query: release the lease, so that no other process waits until it expires.
      if (member && !member.isStopped()) member.gain(epoch, asked);
      else await release(pool, name, owner, [epoch], log);
    }
  };

  const renewing = ticker(renewMs, renew, (err) => log?.warn({ err }, 'cannot renew leases'));
  const taking = ticker(tryMs, take, (err) => log?.warn({ err }, 'cannot request leases'));

  return {
    /** Competes for a lease until it is stopped. */
    compete: (name: string, work: LeaseWork): Lease => {
      const member = leaseMember({ name, sureMs: ttlMs - ttlMs / 4, work, log });
      members.set(name, member);
      renewing.start();
      taking.now();
      const advance = async (): Promise<number | null> => {
        const mine = member.holding();
        if (!mine) return null;
        const next = mine.epoch + 1;
        mine.asked = next;
        const isAdvanced = await table.advance(name, mine.epoch, next);
        if (member.holding() !== mine) return null;
        if (!isAdvanced) {
          member.stepDown();
          return null;
        }
        mine.epoch = next;
        return next;
      };
      return {
        held: () => member.holding()?.sure() ?? false,
        epoch: () => (member.holding()?.sure() ? member.holding()!.epoch : null),
        advance,
        stop: async () => {
          member.stop();
          if (all().every((one) => one.isStopped())) {
            renewing.stop();
            taking.stop();
          }
          await Promise.all([renewing.turn(), taking.turn()]);
          const mine = member.holding();
          member.stepDown();
          await Promise.all([member.ending(), giving.get(member)]);
          if (members.get(name) === member) members.delete(name);
          if (mine) await release(pool, name, owner, [mine.epoch, mine.asked], log);
        },
      };
    },
    /** How many are held now. */
    held: (): number => all().filter((member) => member.holding() !== null).length,
  };
};
export type Leases = ReturnType<typeof leases>;

const release = async (pool: pg.Pool, name: string, owner: string, epochs: number[], log?: Logger): Promise<void> => {
  try {
    // Nobody's: the clock may be set back before somebody else tries. `until` still says since when.
    await pool.query(
      `update lease.lease set owner = '', until = clock_timestamp() where name = $1 and owner = $2 and epoch = any($3::bigint[])`,
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
  // A process that freezes in the middle of the transaction must not keep the lease's row from who takes over: Postgres ends it then.
  const { rowCount } = await client.query(
    `select set_config('idle_in_transaction_session_timeout', '8000', true) from lease.lease where name = $1 and epoch = $2 for share`,
    [name, epoch],
  );
  if (rowCount !== 1) throw new LeaseLost(`Epoch ${epoch} of ${name} is over.`);
};
