import { beforeEach, expect, test } from '@jest/globals';
import { messageRoutes, ticketRoutes } from '@prosa/contracts';
import { ApiError } from '../../kernel/calls/api-error.ts';
import { anOutgoing, childOf } from '../../testing/records.ts';
import { drain } from './drain.ts';
import type { OutboxNews } from './outbox.channel.ts';
import { withTicket } from './outbox.lock.ts';
import { memory } from './outbox.memory.ts';
import { edited, mayEdit, messageOf, type Outgoing, taggingOf } from './outgoing.ts';

const ME = 'me';
const OTHER_TICKET = childOf(2, 1);

let sent: string[];
let told: OutboxNews[];
/** The answer to each key; without one the message is accepted. */
let answers: Record<string, ApiError>;
beforeEach(() => {
  sessionStorage.clear();
  memory.clear();
  [sent, told, answers] = [[], [], {}];
});

const store = {
  all: async (userId: string) => memory.all(userId),
  change: async (userId: string, key: string, how: (one: Outgoing) => Outgoing | null) => memory.change(userId, key, how),
  fileOf: async (key: string) => memory.fileOf(key),
};
const send = {
  file: async ({ file }: Outgoing, blob: Blob) => {
    await new Promise((done) => setTimeout(done)); // others run in between unless a lock prevents it
    sent.push(`${file?.name} of ${blob.size}`);
    return `media of ${file?.name}`;
  },
  outgoing: async ({ key, body }: Outgoing) => {
    await new Promise((done) => setTimeout(done));
    sent.push(`${key}: ${body}`);
    if (answers[key]) throw answers[key];
    return '7';
  },
};
const drained = () => drain({ userId: ME, store, withTicket, send, tell: (news) => told.push(news) });
const queue = (...all: Outgoing[]) => {
  for (const one of all) memory.add(ME, one, one.file && new Blob(['12345']));
};
const left = () => memory.all(ME).map(({ key, state }) => `${key} ${state}`);

test('waiting messages are sent in order, each after its file, and then deleted from the outbox', async () => {
  const file = { mediaId: null, name: 'foto.png' };
  queue(anOutgoing('k1'), anOutgoing('k2', { file }), anOutgoing('k3'));
  await drained();
  expect(sent).toEqual(['k1: k1', 'foto.png of 5', 'k2: k2', 'k3: k3']);
  expect(left()).toEqual([]);
  expect(told).toEqual(['k1', 'k2', 'k3'].map((key) => ({ kind: 'taken', userId: ME, key, position: '7' })));
});

test('with two concurrent senders each message is sent once', async () => {
  queue(...['k1', 'k2', 'k3', 'k4'].map((key) => anOutgoing(key)));
  await Promise.all([drained(), drained(), drained()]);
  expect(sent).toEqual(['k1: k1', 'k2: k2', 'k3: k3', 'k4: k4']);
});

test('a refused message stays with its reason, and blocks neither later ones nor other tickets', async () => {
  queue(anOutgoing('k1'), anOutgoing('k2'), anOutgoing('k3', { ticketId: OTHER_TICKET }));
  answers.k1 = new ApiError('ERR_TICKET_NOT_OPEN', 409);
  await drained();
  expect(sent).toEqual(['k1: k1', 'k2: k2', 'k3: k3']);
  expect(memory.all(ME)).toMatchObject([
    { key: 'k1', state: 'failed', failure: { code: 'ERR_TICKET_NOT_OPEN' }, isUnknown: false },
  ]);
});

test.each([
  ['the network is gone', new ApiError('NETWORK', 0)],
  ['the server is busy', new ApiError('ERR_BUSY', 503)],
])(
  'if %s, the tried message and later ones of its ticket wait, other tickets continue, and the same key is sent again',
  async (_, error) => {
    queue(anOutgoing('k1'), anOutgoing('k2'), anOutgoing('k3', { ticketId: OTHER_TICKET }));
    answers.k1 = error;
    await expect(drained()).rejects.toBe(error);
    expect(left()).toEqual(['k1 waiting', 'k2 waiting']);
    answers = {};
    await drained();
    expect(sent).toEqual(['k1: k1', 'k3: k3', 'k1: k1', 'k2: k2']);
  },
);

test('an ended session leaves all messages to its user; nothing of another user is sent', async () => {
  queue(anOutgoing('k1'));
  memory.add('another', anOutgoing('x1'));
  answers.k1 = new ApiError('ERR_SESSION_EXPIRED', 401);
  await expect(drained()).rejects.toThrow();
  expect(memory.all(ME)).toMatchObject([{ key: 'k1', state: 'waiting', isUnknown: false }]);
  expect([sent, memory.all('another')]).toMatchObject([['k1: k1'], [{ key: 'x1' }]]);
});

test('a message withdrawn during the upload of its file is not sent', async () => {
  queue(anOutgoing('k1', { file: { mediaId: null, name: 'foto.png' } }), anOutgoing('k2'));
  const draining = drained();
  memory.change(ME, 'k1', () => null);
  await draining;
  expect(sent.filter((one) => one.startsWith('k'))).toEqual(['k2: k2']);
});

test('an edit needs a new key if the server knows the old one, and is not possible if the server may have accepted the message', () => {
  const waiting = anOutgoing('k1');
  expect([mayEdit(waiting), edited(waiting, 'novo', 'k2')]).toMatchObject([true, { key: 'k1', body: 'novo', state: 'waiting' }]);
  const refused = anOutgoing('k1', { state: 'failed', isUsed: true, isUnknown: false });
  expect([mayEdit(refused), edited(refused, 'novo', 'k2')]).toMatchObject([true, { key: 'k2', body: 'novo', state: 'waiting' }]);
  expect(mayEdit(anOutgoing('k1', { isUsed: true, isUnknown: true }))).toBe(false);
});

test('the worker, which does not import the contracts, sends what they require', () => {
  expect([messageRoutes.send.call, ticketRoutes.tag.call]).toEqual(['POST /messages/:ticketId', 'POST /tags/sync']);
  const message = anOutgoing('k1', { signature: 'Marina', file: { mediaId: childOf(1, 9), name: 'foto.png' } });
  expect(messageRoutes.send.body.parse(messageOf(message))).toMatchObject({ body: 'k1', signed: true, mediaId: childOf(1, 9) });
  const tagging = anOutgoing('k2', { tags: [{ id: childOf(5, 1), name: 'Troca', color: '#000000' }] });
  expect(ticketRoutes.tag.body.parse(taggingOf(tagging))).toEqual({ ticketId: childOf(1, 1), tags: [childOf(5, 1)] });
});
