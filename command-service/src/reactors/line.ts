import type { Fact } from '@prosa/contracts';
import { type Bus, backOff, type Decoded, inTransaction } from '@prosa/infra/runtime';
import type { Deps } from '../kernel/deps.ts';
import type { Reaction, Reactor } from '../kernel/reactor.ts';
import { carryingOut, concerns } from './carry-out.ts';
import { checkpointOf } from './checkpoint.ts';
import { deferredWorkOf } from './deferred-work.ts';
import type { Feed, Inbox } from './feed.ts';
import { type Effect, type Event, lagOf, PASSED, reduceLine, type State } from './line.machine.ts';
import { mustCommit, type Plan, plansOf, rowsOf } from './plan.ts';
import { setAside } from './unreadable.ts';

const RETRY = { firstMs: 100, mostMs: 5_000 };

export type Line = {
  /** Reacts until `signal` is aborted: the work done under the reactor's lease. */
  run: (signal: AbortSignal) => Promise<void>;
  /** For how many seconds its oldest event has waited; null if this process does not lead it. */
  lag: () => number | null;
};

/**
 * Runs one reactor: catches up from its checkpoint by its own subscription, then joins the process's feed. In line it does only what costs
 * next to nothing and defers the rest. Each effect may happen twice and is idempotent; the checkpoint moves only after the
 * messages are published and rows and deferred work are written.
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
  const checkpoint = checkpointOf(reactor, pool, store);
  const carryOut = carryingOut({ reactor, reaction, bus, pool, log });
  const isMine = (fact: Decoded): boolean => concerns(reactor, fact);
  let state: State = { is: 'off' };
  let inbox: Inbox | null = null;

  const run: Line['run'] = async (signal) => {
    const { concurrency } = reactor;
    const work = deferredWorkOf({ reactor: name, concurrency, pool, store, log, signal, carryOut });
    const planOf = plansOf({ reactor: name, reaction, isWaiting: work.isWaiting, log });
    let reading = new AbortController();

    /** Resolves when what follows from the event is done; rejects if that fails. */
    const happened = async (event: Event): Promise<void> => {
      const [next, effects] = reduceLine(state, event);
      state = next;
      for (const effect of effects) await carry(effect);
    };
    const carry = async (effect: Effect): Promise<void> => {
      if (effect.do === 'handle') await handle(effect);
      else if (effect.do === 'commit') await commit(effect);
      else reading.abort();
    };

    const commit = async ({ written, upTo }: { written: bigint; upTo: bigint }, plan?: Plan): Promise<void> => {
      const rows = rowsOf(plan);
      if (!plan) await checkpoint.move(pool, written, upTo);
      else
        await inTransaction(pool, async (client) => {
          await rows?.write(client);
          if (plan.deferred.length > 0) await work.write(client, plan.deferred);
          for (const fact of plan.unreadable) await setAside(client, fact);
          await checkpoint.move(client, written, upTo);
        });
      rows?.written?.();
      await happened({ is: 'committed', upTo, now: performance.now() });
    };
    const handle = async (batch: Extract<Effect, { do: 'handle' }>): Promise<void> => {
      const plan = await planOf(batch.facts);
      const told = work.expect(plan.deferred);
      try {
        if (plan.messages.length > 0) await bus.publish(plan.messages);
        await (mustCommit(plan) ? commit(batch, plan) : happened({ is: 'passed', upTo: batch.upTo, now: performance.now() }));
      } finally {
        // If the commit failed, its deferred work may be in the table nevertheless.
        told();
      }
    };
    const batch = async (facts: readonly Decoded[], upTo: bigint): Promise<void> => {
      await happened({ is: 'batch', facts: facts.filter(isMine), upTo, now: performance.now() });
      await happened({ is: 'handled', last: facts.at(-1)?.meta.at ?? null });
    };

    /** Reads on from the checkpoint until the position where the inbox takes over. Waits while a server is unavailable. */
    const catchUp = async (): Promise<void> => {
      reading = new AbortController();
      await store.subscribeAll({
        prefixes,
        signal: AbortSignal.any([signal, reading.signal]),
        from: async () => {
          const position = await checkpoint.read();
          // After the checkpoint: if the former leader still commits later, this one's next commit fails, and it begins here again.
          await work.load();
          // Events up to here may have been missed while this process led nothing.
          memory.clear();
          await happened({ is: 'stood', position });
          return position < 0n ? 'start' : position;
        },
        onBatch: async (facts, upTo) => {
          for (const { meta } of facts) memory.heard(meta.stream);
          await batch(facts, upTo);
        },
        onLive: () => {
          if (state.is !== 'reading') return;
          inbox ??= feed.join(state.position, isMine);
          void happened({ is: 'joined', since: inbox.since });
        },
      });
    };

    const takePart = async (mine: Inbox): Promise<void> => {
      while (!signal.aborted && !mine.isOver()) {
        const arrived = await mine.take(PASSED.quietMs, signal);
        if (arrived) await batch(arrived.facts, arrived.upTo);
        else if (!signal.aborted) await happened({ is: 'quiet' });
        waiting.reset();
      }
    };

    const waiting = backOff(RETRY);
    await happened({ is: 'led', at: clock() });
    let beside: Promise<void> | undefined;
    while (!signal.aborted) {
      try {
        await catchUp();
        if (state.is !== 'following' || !inbox) {
          // A subscription that ended by itself; what the inbox lacks is read again.
          await happened({ is: 'ended' });
          await waiting.wait(signal);
          continue;
        }
        beside ??= reaction.beside?.(signal);
        await takePart(inbox);
        await happened({ is: 'ended' });
      } catch (err) {
        await happened({ is: 'failed', at: clock() });
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
        state = { is: 'off' };
      }),
    lag: () => {
      const heard = { oldest: inbox?.oldest() ?? null, brokenFor: inbox ? feed.brokenFor() : 0 };
      const own = lagOf(state, clock(), heard);
      return own === null ? null : Math.max(own, reaction.lag?.() ?? 0);
    },
  };
};
