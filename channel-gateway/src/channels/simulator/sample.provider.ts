import { fields, sampleIdentity, sampleNames } from '@prosa/contracts';
import { type Logger, pause, type WakeSignal, wakeSignal } from '@prosa/infra/runtime';
import type { Connection, Held, ProviderMaker, Session } from '../provider.port.ts';
import { type SampleLines, sampleLines, sampleMigrations, sampleSweeps } from './sample.lines.ts';
import { OPENING, sampleScript } from './sample.script.ts';
import { simulatorOf } from './simulator.provider.ts';
import { simulatorStore } from './simulator.store.ts';

const POLL_MS = 10_000;
const AGAIN_MS = 500;

/**
 * The channel of a company's test customer: the simulator, whose one customer writes by a script. They begin as soon as the connection is there,
 * and write the next line when a person of the team has written to them.
 */
export const sampleProvider: ProviderMaker = ({ pool, log }) => {
  const store = simulatorStore(pool);
  const lines = sampleLines(pool);
  return {
    channel: 'sample',
    provider: null,
    identities: ['simulator'],
    again: 'same id',
    migrations: sampleMigrations,
    sweeps: sampleSweeps,
    start: (connection, held) => withCustomer(simulatorOf(connection, held, store, log), connection, held, lines, log),
  };
};

const withCustomer = (session: Session, connection: Connection, held: Held, lines: SampleLines, log: Logger): Session => {
  const [stop, gone] = [new AbortController(), new AbortController()];
  if (connection.deleted) gone.abort();
  const wake = wakeSignal();
  const stopped = AbortSignal.any([held.lost, stop.signal, gone.signal]);
  const writing = write(connection, held, lines, wake, stopped, log);
  return {
    ...session,
    changed: ({ deleted }) => {
      if (deleted) gone.abort();
    },
    send: async (message, options) => {
      const taken = await session.send(message, options);
      if (message.byPerson) {
        await lines.answer(connection.id, message.messageId, scriptOf(connection).length);
        wake.wake();
      }
      return taken;
    },
    stop: async () => {
      stop.abort();
      await Promise.all([session.stop(), writing]);
    },
  };
};

const languageOf = ({ provider }: Connection) => fields.language.catch('pt').parse(provider);
const scriptOf = (connection: Connection): readonly string[] => sampleScript[languageOf(connection)];

/** Writes each line when it is due. One that was reported and not noted is reported again, under the same id. */
const write = async (
  connection: Connection,
  { callbacks }: Held,
  lines: SampleLines,
  wake: WakeSignal,
  stopped: AbortSignal,
  log: Logger,
): Promise<void> => {
  const { id } = connection;
  let hasBegun = false;
  while (!stopped.aborted) {
    try {
      if (!hasBegun) await lines.begin(id, OPENING);
      hasBegun = true;
      const next = await lines.next(id);
      if (!next) await wake.wait(POLL_MS, stopped);
      else if (next.inMs > 0) await pause(next.inMs, stopped);
      else {
        await callbacks.received([
          {
            identities: [sampleIdentity(id)],
            name: sampleNames[languageOf(connection)],
            channelId: `sample:${next.nth}`,
            body: scriptOf(connection)[next.nth] ?? '',
            quoted: null,
            at: next.at.toISOString(),
          },
        ]);
        await lines.said(id, next.nth);
      }
    } catch (err) {
      if (stopped.aborted) return;
      log.warn({ err, connectionId: id }, 'the test customer cannot write, retrying');
      await pause(AGAIN_MS, stopped);
    }
  }
};
