import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@prosa/contracts';
import { wakeSignal } from '@prosa/infra/runtime';
import type { Connection } from '../channels/provider.port.ts';
import { silent, until } from '../testing/gateway.fixture.ts';
import type { Handed, OutboxTable } from './outbox.table.ts';
import { sendOutbox } from './sender.ts';

const MESSAGES = 20;

const handed = (): Handed => ({
  messageId: newId(),
  attempt: 1,
  kind: 'send',
  toKind: 'phone',
  toValue: '5511987654321',
  body: 'Olá',
  media: null,
  template: null,
  cards: null,
  choices: null,
  prepared: null,
  priority: 0,
  quotedSentAs: null,
  quotedShows: null,
  quotedMessageId: null,
  quotedChannelId: null,
  tries: 1,
  unclear: false,
  sentAs: null,
});

const connection: Connection = {
  id: newId(),
  companyId: newId(),
  name: 'Loja',
  channel: 'simulator',
  provider: 'beta',
  status: 'CONNECTED',
  tokenHash: null,
  deleted: false,
  takesGroups: false,
  takesCalls: true,
  asked: null,
};

/** A sender with a table that hands over one of the `waiting` at a time, and counts what it is asked for. */
const given = (waiting: Handed[], { isFollowed = (): boolean => false } = {}) => {
  const counted = { claimed: 0, settled: 0, ended: 0, noted: 0 };
  const table: OutboxTable = {
    claim: async () => {
      counted.claimed += 1;
      return waiting.splice(0, 1);
    },
    settle: async (results, told) => {
      counted.settled += 1;
      counted.ended += results.length;
      counted.noted += told.length;
      return results.map(({ messageId, attempt }) => ({
        messageId,
        attempt,
        state: 'taken',
        reason: null,
        toKind: 'phone',
        toValue: '5511987654321',
        byPerson: true,
        at: new Date(),
        early: false,
        isFollowed: isFollowed(),
      }));
    },
    takeOver: async () => undefined,
    untold: async () => [],
    earlyAcks: async () => [],
    dropEarlyAcks: async () => undefined,
  };
  const lost = new AbortController();
  const wake = wakeSignal();
  const running = sendOutbox({
    connection,
    session: { send: () => sleep(10, { channelId: null }), stop: async () => undefined },
    tableOf: () => table,
    epoch: 1,
    advance: async () => null,
    rules: { again: 'same id', retryDelaysMs: [], callMs: 1_000, holdMs: 60_000 },
    bus: { publish: async () => undefined },
    wake,
    held: () => true,
    lost: lost.signal,
    log: silent,
  });
  const stop = (): Promise<void> => {
    lost.abort();
    return running;
  };
  return { counted, wake: wake.wake, stop };
};
const many = (): Handed[] => Array.from({ length: MESSAGES }, handed);

test('that an outcome was reported is written with the next outcome, and soon if none follows', async () => {
  const { counted, wake, stop } = given(many());
  // Like the notification of each incoming message.
  const ringing = setInterval(wake, 2);
  await until('all is noted', () => counted.noted === MESSAGES);
  clearInterval(ringing);
  await stop();
  // One write per result, and a few more on a machine that stalls for a moment; it would be two per result if each were written separately.
  expect(counted.settled).toBeLessThan(1.5 * MESSAGES);
});

test('a result makes the sender claim again only if more of its conversation waits', async () => {
  const alone = given([handed()]);
  await until('it is noted', () => alone.counted.noted === 1);
  expect(alone.counted.claimed).toBe(1);
  alone.wake();
  await until('asked, it claims again', () => alone.counted.claimed === 2);
  await alone.stop();

  const waiting = many();
  const followed = given(waiting, { isFollowed: () => waiting.length > 0 });
  await until('all have ended', () => followed.counted.ended === MESSAGES);
  expect(followed.counted.claimed).toBe(MESSAGES);
  await followed.stop();
});
