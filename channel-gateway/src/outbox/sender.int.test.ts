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
  quotedMessageId: null,
  quotedChannelId: null,
  tries: 1,
  unclear: false,
  sentAs: null,
});

test('that an outcome was reported is written with the next outcome, and soon if none follows', async () => {
  const waiting = Array.from({ length: MESSAGES }, handed);
  let [settled, noted] = [0, 0];
  const table: OutboxTable = {
    claim: async () => waiting.splice(0, 1),
    settle: async (results, told) => {
      settled += 1;
      noted += told.length;
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
      }));
    },
    takeOver: async () => undefined,
    untold: async () => [],
    earlyAcks: async () => [],
    dropEarlyAcks: async () => undefined,
  };
  const lost = new AbortController();
  const wake = wakeSignal();
  // Like the notification of each incoming message.
  const ringing = setInterval(wake.wake, 2);
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
  await until('all is noted', () => noted === MESSAGES);
  clearInterval(ringing);
  lost.abort();
  await running;
  // One write per result, and a few more on a machine that stalls for a moment; it would be two per result if each were written separately.
  expect(settled).toBeLessThan(1.5 * MESSAGES);
});
