import { type PushMessage, topics } from '@prosa/contracts';
import type { Bus, Logger } from '@prosa/infra/runtime';
import type pg from 'pg';

/**
 * Sends the push messages of commits in order, then records the position reached: messages that are lost in between are detected at the
 * next start.
 */
export type Publisher = {
  /** Called after a commit. Resolves at once unless too many commits wait to be sent. */
  tell(messages: readonly PushMessage[], position: bigint): Promise<void>;
  /** Sends a tick, in order, with the position up to which everything was sent by then. */
  tick(): void;
  /** Resolves when everything is sent; rejects with the error if sending failed. */
  settled(): Promise<void>;
  /** Rejects when something could not be sent. */
  failed: Promise<never>;
};

/** Publishes to every hub on `push`; its single key keeps the order. */
export const teller =
  (bus: Bus) =>
  (messages: readonly PushMessage[]): Promise<void> =>
    bus.publish(messages.map((value) => ({ topic: topics.push, key: 'push', value })));

/** How many commits may wait for the bus before the projector waits too. */
const MAX_WAITING = 50;
/** How many commits are sent together at most: their messages are in memory once more meanwhile. */
const MOST_TOGETHER = 10;

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
  /** Whether this process is still the projector: remaining messages of a stalled one would arrive after its successor's. */
  held: () => boolean;
  from: bigint;
  /** Whether everything is sent, so that the position may be recorded as sent. */
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

  /** Commits that came while others were sent go together: where there are many, sending costs the less for each. */
  const commits: { messages: readonly PushMessage[]; position: bigint }[] = [];
  const sendCommits = async (): Promise<void> => {
    const taken = commits.splice(0, MOST_TOGETHER);
    const last = taken.at(-1);
    // An earlier turn has sent them.
    if (!last) return;
    const messages = taken.flatMap((commit) => commit.messages);
    if (messages.length > 0) await publish(messages);
    const { position } = last;
    // If this write is lost, companies are only told once too often to fetch everything again.
    if (notes)
      await pool.query(`begin; set local synchronous_commit = off; update read.pushed set position = ${position}; commit`);
    sent = position;
  };

  return {
    async tell(messages, position) {
      commits.push({ messages, position });
      queue(sendCommits);
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
