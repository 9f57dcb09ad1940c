import { type PushMessage, topics } from '@prosa/contracts';
import type { Bus, Logger } from '@prosa/infra/runtime';
import type pg from 'pg';

/** Sends what commits left to tell, in their order, then notes how far it came: what is lost in between is found at the next start. */
export type Publisher = {
  /** After a commit. Resolves at once unless very much waits to be sent. */
  tell(messages: readonly PushMessage[], position: bigint): Promise<void>;
  /** Names, in its turn, the position up to which all was sent by then. */
  tick(): void;
  /** Resolves when all is sent; rejects with what went wrong. */
  settled(): Promise<void>;
  /** Rejects when something could not be sent. */
  failed: Promise<never>;
};

/** Says something to every hub, as a message of `push`, whose one key keeps the order. */
export const teller =
  (bus: Bus) =>
  (messages: readonly PushMessage[]): Promise<void> =>
    bus.publish(messages.map((value) => ({ topic: topics.push, key: 'push', value })));

/** How many commits may wait for the bus before the projector does. */
const MAX_WAITING = 50;

export const publisherOf = ({
  bus,
  pool,
  held,
  from,
  notes = true,
  log,
}: {
  bus: Bus;
  pool: pg.Pool;
  /** Whether this process still is the projector: what a stopped one has left would come after its successor's. */
  held: () => boolean;
  from: bigint;
  /** Whether what is sent is all there is to tell, so that it may be noted as told. */
  notes?: boolean;
  log: Logger;
}): Publisher => {
  const tell = teller(bus);
  let line: Promise<void> = Promise.resolve();
  let waiting = 0;
  let isTickWaiting = false;
  let sent = from;
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch((err: unknown) => log.warn({ err }, 'a push could not be sent'));

  const publish = async (messages: readonly PushMessage[]): Promise<void> => {
    if (!held()) throw new Error('Another projector has taken over.');
    await tell(messages);
  };
  const queue = (work: () => Promise<void>): void => {
    waiting += 1;
    line = line.then(work).finally(() => {
      waiting -= 1;
    });
    line.catch(fail);
  };

  return {
    async tell(messages, position) {
      queue(async () => {
        if (messages.length > 0) await publish(messages);
        // If this is lost, companies are told to fetch anew once too often.
        if (notes)
          await pool.query(`begin; set local synchronous_commit = off; update read.pushed set position = ${position}; commit`);
        sent = position;
      });
      if (waiting > MAX_WAITING) await line;
    },
    tick() {
      if (isTickWaiting) return;
      isTickWaiting = true;
      queue(() => {
        isTickWaiting = false;
        return publish([{ kind: 'tick', position: (sent < 0n ? 0n : sent).toString() }]);
      });
    },
    settled: () => line,
    failed,
  };
};
