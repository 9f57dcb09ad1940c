import { type Fact, Refused } from '@prosa/contracts';
import { type Bus, backOff, type Decoded, inTransaction, UnknownEvent } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Deps } from '../kernel/deps.ts';
import type { Reaction, Reactor, RowBatch } from '../kernel/reactor.ts';
import { type Deferred, deferredWorkOf } from './deferred-work.ts';
import type { Feed, Inbox } from './feed.ts';
import { mustCommit, type Plan, plansOf, rowsOf } from './plan.ts';
import { setAside } from './unreadable.ts';

/** How far the reactor has passed events that leave nothing to write is written after `quietMs` without an event, and at least every `atMostMs`. */
const PASSED = { quietMs: 200, atMostMs: 1_000 };
const RETRY = { firstMs: 100, mostMs: 5_000 };

/** Another process has moved the checkpoint: it runs the reactor now. */
class Fenced extends Error {}

export type Line = {
  /** Reacts until `signal` is aborted: the work done under the reactor's lease. */
  run: (signal: AbortSignal) => Promise<void>;
  /** For how many seconds its oldest event has waited; null if this process does not lead it. */
  lag: () => number | null;
};

/**
 * Runs one reactor: catches up from its checkpoint by its own subscription, then joins the process's feed. In line it does only what costs
 * next to nothing and defers the rest. Each effect may happen twice and is idempotent; the checkpoint moves only after the
 * messages are published and rows and deferred work are written (decision 24).
 */
export const lineOf = ({
  reactor,
  reaction,
  deps,
  bus,
  feed,
  prefixes,
  memory,
}: {
  reactor: Reactor;
  reaction: Reaction<Fact>;
  deps: Pick<Deps, 'store' | 'pool' | 'log' | 'clock'>;
  bus: Bus;
  feed: Feed;
  prefixes: string[];
  /** The caches of all reactors of the process: this reactor notifies them of the events that it reads by itself. */
  memory: { heard: (stream: string) => void; clear: () => void };
}): Line => {
  const { store, pool, log, clock } = deps;
  const { name } = reactor;
  /** When the oldest unhandled event was written, as far as this process knows; null if all are handled. */
  let behind: Date | null = null;
  let inbox: Inbox | null = null;
  let leads = false;

  const follows = ({ meta }: Fact): boolean => reactor.streams.some((prefix) => meta.stream.startsWith(prefix));
  const isMine = (fact: Decoded): boolean =>
    (reactor.types.has(fact.type) || fact.fault instanceof UnknownEvent) && follows(fact);

  /** What the rules refuse now they would refuse again, so it is logged and not retried. */
  const command = (fact: Fact): Promise<void> =>
    (reaction.command?.(fact) ?? Promise.resolve()).catch((error: unknown) => {
      if (!(error instanceof Refused) || error.status >= 500) throw error;
      const { type, meta } = fact;
      log.error({ reactor: name, code: error.code, type, eventId: meta.eventId }, 'the command for an event was refused');
    });

  /** Does everything that follows from an event, however long it takes. */
  const carryOut = async (fact: Decoded, part: Deferred['part']): Promise<RowBatch<Fact> | null> => {
    if (fact.fault instanceof UnknownEvent) throw fact.fault;
    if (!isMine(fact)) return null;
    if (fact.fault) await setAside(pool, fact);
    else if (part === 'effects') await command(fact);
    else {
      const message = await reaction.publish?.(fact);
      if (message) await bus.publish([message]);
      await command(fact);
      const rows = reaction.rows?.() ?? null;
      await rows?.fold(fact);
      return rows;
    }
    return null;
  };

  const run: Line['run'] = async (signal) => {
    const { concurrency } = reactor;
    const work = deferredWorkOf({ reactor: name, concurrency, pool, store, log, signal, carryOut });
    /** The position reached, and the position written to the checkpoint. */
    let position = -1n;
    let written = -1n;
    let writtenAt = 0;

    const planOf = plansOf({ reactor: name, reaction, isWaiting: work.isWaiting, log });

    const moveCheckpoint = async (client: pg.ClientBase | pg.Pool, upTo: bigint): Promise<void> => {
      const { rowCount } = await client.query({
        name: 'reactors-checkpoint',
        text: 'update command.checkpoint set position = $1 where name = $2 and position = $3',
        values: [upTo, name, written],
      });
      if (rowCount !== 1) throw new Fenced(`The reactor ${name} runs elsewhere.`);
    };

    const commit = async (upTo: bigint, plan?: Plan): Promise<void> => {
      const rows = rowsOf(plan);
      if (!plan) await moveCheckpoint(pool, upTo);
      else
        await inTransaction(pool, async (client) => {
          await rows?.write(client);
          if (plan.deferred.length > 0) await work.write(client, plan.deferred);
          for (const fact of plan.unreadable) await setAside(client, fact);
          await moveCheckpoint(client, upTo);
        });
      rows?.written?.();
      position = written = upTo;
      writtenAt = performance.now();
    };

    /** After a crash, what passed without being written, or was only published, is repeated. */
    const pass = async (upTo: bigint): Promise<void> => {
      position = upTo;
      if (performance.now() - writtenAt >= PASSED.atMostMs) await commit(position);
    };

    const handle = async (batch: readonly Decoded[], upTo: bigint): Promise<void> => {
      if (upTo <= position) return;
      const facts = batch.filter((fact) => fact.meta.position > position && isMine(fact));
      if (facts.length === 0) return pass(upTo);
      behind = facts[0]!.meta.at;
      const plan = await planOf(facts);
      const told = work.expect(plan.deferred);
      try {
        if (plan.messages.length > 0) await bus.publish(plan.messages);
        await (mustCommit(plan) ? commit(upTo, plan) : pass(upTo));
      } finally {
        // If the commit failed, its deferred work may be in the table nevertheless.
        told();
      }
    };

    const checkpoint = async (): Promise<bigint> => {
      const read = async () => {
        const { rows } = await pool.query<{ position: string }>('select position from command.checkpoint where name = $1', [
          name,
        ]);
        return rows[0]?.position;
      };
      let found = await read();
      if (found === undefined) {
        const first = reactor.begins === 'now' ? await store.head() : -1n;
        await pool.query('insert into command.checkpoint (name, position) values ($1, $2) on conflict do nothing', [name, first]);
        found = await read();
      }
      return BigInt(found ?? -1);
    };

    /** Reads on from the checkpoint until the position where the inbox takes over. Waits while a server is unavailable. */
    const catchUp = async (): Promise<void> => {
      const done = new AbortController();
      const stop = () => done.abort();
      signal.addEventListener('abort', stop);
      const look = () => {
        if (inbox && position >= inbox.since) done.abort();
      };
      await store.subscribeAll({
        prefixes,
        signal: done.signal,
        from: async () => {
          position = written = await checkpoint();
          // After the checkpoint: if the former leader still commits later, this one's next commit fails, and it begins here again.
          await work.load();
          // Events up to here may have been missed while this process led nothing.
          memory.clear();
          return position < 0n ? 'start' : position;
        },
        onBatch: async (facts, upTo) => {
          for (const { meta } of facts) memory.heard(meta.stream);
          await handle(facts, upTo);
          behind = facts.at(-1)?.meta.at ?? behind;
          look();
        },
        onLive: () => {
          inbox ??= feed.join(position, isMine);
          look();
        },
      });
      signal.removeEventListener('abort', stop);
    };

    const takePart = async (mine: Inbox): Promise<void> => {
      behind = null;
      while (!signal.aborted && !mine.isOver()) {
        const batch = await mine.take(PASSED.quietMs, signal);
        if (batch) await handle(batch.facts, batch.upTo);
        else if (written !== position && !signal.aborted) await commit(position);
        behind = null;
        waiting.reset();
      }
    };

    const waiting = backOff(RETRY);
    leads = true;
    behind = clock();
    let beside: Promise<void> | undefined;
    while (!signal.aborted) {
      try {
        await catchUp();
        if (!inbox) {
          await waiting.wait(signal); // a subscription that ended by itself
          continue;
        }
        beside ??= reaction.beside?.(signal);
        await takePart(inbox);
      } catch (err) {
        behind ??= clock();
        if (!signal.aborted) log.warn({ err, reactor: name }, 'a reactor failed, restarting at its checkpoint');
        await waiting.wait(signal);
      } finally {
        (inbox as Inbox | null)?.close();
        inbox = null;
      }
    }
    await Promise.all([work.over(), beside]);
  };

  return {
    run: (signal) =>
      run(signal).finally(() => {
        leads = false;
      }),
    lag: () => {
      if (!leads) return null;
      const oldest = behind ?? inbox?.oldest();
      const own = oldest ? (clock().getTime() - oldest.getTime()) / 1_000 : inbox ? feed.brokenFor() : 0;
      return Math.max(0, own, reaction.lag?.() ?? 0);
    },
  };
};
