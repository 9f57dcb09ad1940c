import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, pause, type WakeSignal, wakeSignal } from '@prosa/infra/runtime';
import { batcher } from '../../kernel/batcher.ts';
import {
  type Callbacks,
  type Connection,
  type Held,
  type OutgoingMessage,
  Permanent,
  type ProviderMaker,
  type Session,
  Temporary,
} from '../provider.port.ts';
import { simulatorRoutes } from './simulator.routes.ts';
import { type SimulatorStore, simulatorStore } from './simulator.store.ts';
import { simulatorMigrations, simulatorSweeps } from './simulator.tables.ts';

/** Receipts that are due within this time are given together. */
const TOGETHER_MS = 40;
const POLL_MS = 10_000;
const noFaults = { delayMs: 0, duplicate: false, reorder: false, silent: false, refuse: 0, refusePermanently: 0, loseAnswer: 0 };

/**
 * A channel whose customers live in Postgres: what they are sent can be read there, and they acknowledge it a moment later, as
 * real ones do. It is there without linking, but for when its session was asked to end. The message's id is the channel's own, and a phone drops what it already has: so a send is repeated by itself.
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
    start: (connection, held) => session(connection, held, store, log),
    webhook: (app, house) => simulatorRoutes(app, house, store),
  };
};

const session = (connection: Connection, held: Held, store: SimulatorStore, log: Logger): Session => {
  const { callbacks } = held;
  let isOn = connection.asked?.ask !== 'end';
  const stop = new AbortController();
  const wake = wakeSignal();
  const giving = giveReceipts(connection, callbacks, store, wake, stop.signal, log);
  const { id } = connection;
  const withFaults = batcher(async (messages: OutgoingMessage[]) => {
    const faults = (await store.faults(id)) ?? noFaults;
    const isPlain = !faults.delayMs && !faults.duplicate && !faults.refuse && !faults.refusePermanently && !faults.loseAnswer;
    if (isPlain) await store.deliver(id, messages, faults);
    return messages.map(() => ({ faults, isPlain }));
  });

  return {
    ready: () => isOn,
    send: async (message, { signal }) => {
      const { faults, isPlain } = await withFaults(message);
      if (!isPlain) {
        if (faults.delayMs > 0) await sleep(faults.delayMs, undefined, { signal });
        if (faults.refuse > 0 && (await store.useUp(id, 'refuse'))) throw new Temporary('The simulator refuses for now.');
        if (faults.refusePermanently > 0 && (await store.useUp(id, 'refuse_permanently')))
          throw new Permanent('The simulator refuses.');
        for (let time = faults.duplicate ? 2 : 1; time > 0; time -= 1) await store.deliver(id, [message], faults);
        if (faults.loseAnswer > 0 && (await store.useUp(id, 'lose_answer'))) throw new Error('The answer was lost.');
      }
      wake.wake();
      return { channelId: null };
    },
    asked: async (ask) => {
      isOn = ask !== 'end';
      if (isOn) held.becameReady();
      await held.report(isOn ? { status: 'CONNECTED' } : { status: 'DISCONNECTED', reason: 'logged-out' });
    },
    delete: ({ messageId }) => store.remove(id, messageId),
    stop: async () => {
      stop.abort();
      await giving;
    },
  };
};

/** Gives the receipts that are due; those that a dead owner left are in Postgres too. */
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
      const due = await store.dueReceipts(id);
      if (due.length > 0) {
        const receipts = due.map(({ messageId, ack, at }) => ({ of: { messageId }, ack, at: at.toISOString() }));
        const twice = (await store.faults(id))?.duplicate ?? false;
        await callbacks.acknowledged(twice ? [...receipts, ...receipts] : receipts);
        await store.dropReceipts(id, due);
      }
      const next = await store.nextReceiptIn(id);
      if (next === null) await wake.wait(POLL_MS, stopped);
      else await pause(Math.max(next, TOGETHER_MS), stopped);
    } catch (err) {
      log.warn({ err, connectionId: id }, 'receipts could not be given, trying again');
      await pause(500, stopped);
    }
  }
};
