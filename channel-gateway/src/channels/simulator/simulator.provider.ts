import { setTimeout as sleep } from 'node:timers/promises';
import { gathered, type Logger, pause, type WakeSignal, wakeSignal } from '@prosa/infra/runtime';
import {
  type Callbacks,
  type Connection,
  Gone,
  type Held,
  type OutgoingMessage,
  Permanent,
  type ProviderMaker,
  type Session,
  Temporary,
} from '../provider.port.ts';
import { simulatorRoutes } from './simulator.routes.ts';
import { simulatedSession } from './simulator.session.ts';
import { MOST_RECEIPTS, phoneOf, type SimulatorStore, simulatorStore } from './simulator.store.ts';
import { simulatorForgets, simulatorMigrations, simulatorSweeps } from './simulator.tables.ts';

/** Receipts that are due within this time are sent together. */
const TOGETHER_MS = 40;
const POLL_MS = 10_000;
const noFaults = {
  refuseDelete: 0,
  delayMs: 0,
  duplicate: false,
  reorder: false,
  silent: false,
  refuse: 0,
  refusePermanently: 0,
  loseAnswer: 0,
  unknown: [] as string[],
};

/**
 * A channel whose customers live in Postgres: their messages can be read there, and they acknowledge them shortly after arrival, as real
 * customers do. A session is connected without linking, until its state is asked for otherwise. The channel uses our message id, and a phone drops a
 * message that it already has, so a send can be repeated automatically.
 */
export const simulatorProvider: ProviderMaker = ({ pool, log }) => {
  const store = simulatorStore(pool);
  return {
    channel: 'simulator',
    provider: null,
    identities: ['simulator'],
    again: 'same id',
    migrations: simulatorMigrations,
    sweeps: simulatorSweeps,
    forgets: simulatorForgets,
    start: (connection, held) => simulatorOf(connection, held, store, log),
    webhook: (app, services) => simulatorRoutes(app, services, store),
  };
};

/** A running connection to such customers. */
export const simulatorOf = (connection: Connection, held: Held, store: SimulatorStore, log: Logger): Session => {
  const { callbacks } = held;
  const state = simulatedSession(connection, held, store, log);
  const stop = new AbortController();
  const wake = wakeSignal();
  const showing = state.run(AbortSignal.any([held.lost, stop.signal]));
  const giving = giveReceipts(connection, callbacks, store, wake, stop.signal, log);
  const { id } = connection;
  const withFaults = gathered(async (messages: OutgoingMessage[]) => {
    const faults = (await store.faults(id)) ?? noFaults;
    const { delayMs, duplicate, refuse, refusePermanently, loseAnswer, unknown } = faults;
    const isPlain = !delayMs && !duplicate && !refuse && !refusePermanently && !loseAnswer && unknown.length === 0;
    if (isPlain) await store.deliver(id, messages, faults);
    return messages.map(() => ({ faults, isPlain }));
  });

  return {
    ready: state.ready,
    nudged: state.nudged,
    asked: state.asked,
    send: async (message, { signal }) => {
      const { faults, isPlain } = await withFaults(message);
      if (!isPlain) {
        if (faults.delayMs > 0) await sleep(faults.delayMs, undefined, { signal });
        if (faults.unknown.includes(phoneOf(message.to.value)))
          throw new Permanent('Nobody has this number.', { reason: 'not-there' });
        if (faults.refuse > 0 && (await store.useUp(id, 'refuse'))) throw new Temporary('The simulator refuses for now.');
        if (faults.refusePermanently > 0 && (await store.useUp(id, 'refuse_permanently')))
          throw new Permanent('The simulator refuses.');
        for (let time = faults.duplicate ? 2 : 1; time > 0; time -= 1) await store.deliver(id, [message], faults);
        if (faults.loseAnswer > 0 && (await store.useUp(id, 'lose_answer'))) throw new Error('The answer was lost.');
      }
      wake.wake();
      return { channelId: null };
    },
    delete: async ({ messageId }) => {
      if (((await store.faults(id)) ?? noFaults).refuseDelete > 0 && (await store.useUp(id, 'refuse_delete')))
        throw new Permanent('The simulator does not take it back.');
      await store.remove(id, messageId);
    },
    fetchMedia: async (source) => {
      const parcel = await held.openParcel(source);
      if (!parcel) throw new Gone('The parcel is not there.');
      return parcel.read();
    },
    stop: async () => {
      stop.abort();
      await Promise.all([giving, showing]);
    },
  };
};

/** Sends the receipts that are due; those of a dead owner are in Postgres too. */
const giveReceipts = async (
  { id }: Connection,
  callbacks: Callbacks,
  store: SimulatorStore,
  wake: WakeSignal,
  stopped: AbortSignal,
  log: Logger,
): Promise<void> => {
  while (!stopped.aborted) {
    try {
      const next = await store.receipts(id);
      const due = next.filter(({ inMs }) => inMs <= 0);
      if (due.length > 0) {
        const receipts = due.map(({ messageId, ack, at }) => ({ of: { messageId }, ack, at: at.toISOString() }));
        await callbacks.acknowledged(due[0]!.twice ? [...receipts, ...receipts] : receipts);
        await store.dropReceipts({ connectionId: id, receipts: due });
      }
      const later = next[due.length];
      if (later) await pause(Math.max(later.inMs, TOGETHER_MS), stopped);
      else if (next.length < MOST_RECEIPTS) await wake.wait(POLL_MS, stopped);
    } catch (err) {
      log.warn({ err, connectionId: id }, 'cannot send receipts, retrying');
      await pause(500, stopped);
    }
  }
};
