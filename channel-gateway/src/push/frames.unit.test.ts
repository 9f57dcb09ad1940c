import { pushChannels } from '@prosa/contracts';
import type { Change } from './entry.ts';
import { actionOf, frameOf, joined } from './frames.ts';

const change = (more: Partial<Change> = {}): Change => ({
  channel: 'contact',
  id: 'x',
  record: Buffer.from('{"id":"x"}'),
  before: ['r'],
  after: ['r'],
  ...more,
});
const [both, came, left] = [
  { before: true, after: true },
  { before: false, after: true },
  { before: true, after: false },
];

test.each([
  ['contact', both, {}, 'update'],
  ['contact', came, {}, 'create'],
  ['contact', left, {}, 'delete'],
  ['contact', both, { record: null }, 'delete'],
  ['ticket', both, {}, 'update'],
  ['ticket', both, { action: 'updateUnread' }, 'updateUnread'],
  ['ticket', came, {}, 'update'],
  ['ticket', came, { action: 'updateUnread' }, 'update'],
  ['ticket', left, {}, 'delete'],
  ['tag', both, { action: 'new-message' }, 'new-message'],
  ['appMessage', came, { before: [] }, 'create'],
  ['appMessage', came, { before: ['other'] }, 'update'],
  ['appMessage', both, {}, 'update'],
  ['appMessage', left, {}, null],
  ['ticketCounts', came, {}, 'update'],
  ['ticketCounts', left, {}, null],
  ['setting', came, {}, 'update'],
  ['ticket', both, { record: null, action: 'reload' }, 'reload'],
] as const)('%s, access %j, change %j: %s', (channel, heard, more, action) => {
  expect(actionOf(change({ channel, ...(more as Partial<Change>) }), heard)).toBe(action);
});

test('no channel sends an action that it does not declare', () => {
  for (const channel of Object.keys(pushChannels) as Change['channel'][])
    for (const heard of [both, came, left])
      for (const record of [null, Buffer.from('{}')])
        for (const before of [[], ['r']]) {
          const action = actionOf(change({ channel, record, before, action: 'updateUnread' }), heard);
          expect(action === null || (pushChannels[channel] as readonly string[]).includes(action)).toBe(true);
        }
});

test('a frame is JSON with the record unchanged, a delete contains only the id', () => {
  const record = { id: 'x', name: 'Zoë "Z" \u2028 \ud83d\ude00', at: null };
  const one = change({ record: Buffer.from(JSON.stringify(record)) });
  expect(JSON.parse(frameOf(7n, one, 'update').toString())).toEqual({
    type: 'push',
    position: '7',
    channel: 'contact',
    action: 'update',
    record,
  });
  expect(JSON.parse(frameOf(7n, one, 'delete').toString()).record).toEqual({ id: 'x' });
});

test('deletes pass every join', () => {
  const joins = { statuses: new Set(['closed']), chats: new Set<string>(), notified: true };
  const ticket = change({ channel: 'ticket', narrow: { statuses: ['pending'] } });
  expect([joined(ticket, 'update', joins), joined(ticket, 'delete', joins)]).toEqual([false, true]);
});
