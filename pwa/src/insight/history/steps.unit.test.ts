import { expect, test } from '@jest/globals';
import type { HistoryEntry } from '@prosa/contracts';
import { actorOf, type Filter, placeOf, stepsOf } from './steps.ts';

const ana = { kind: 'user', id: 'ana', name: 'Ana' } as const;
const maria = { kind: 'customer', id: 'maria', name: 'Maria' } as const;
const event = (position: number, type: string, actor: HistoryEntry['actor'], minute: number): HistoryEntry => ({
  position: String(position),
  type,
  actor,
  at: new Date(Date.UTC(2026, 10, 17, 12, minute)).toISOString(),
  data: {},
});
const entries = [
  event(10, 'TicketOpened', maria, 0),
  event(12, 'MessageReceived', maria, 0),
  event(20, 'MessageReceived', maria, 1),
  event(30, 'TicketAccepted', ana, 2),
  event(31, 'TicketTagged', ana, 3),
  event(32, 'TicketTagged', ana, 4),
  event(40, 'MessageSent', ana, 5),
  event(50, 'MessageReceived', maria, 6),
];
const all: Filter = { kind: 'all', actor: '' };
const dayOf = (at: string) => at.slice(0, 10);
const shown = (filter: Partial<Filter>, days = dayOf) =>
  stepsOf(entries, { ...all, ...filter }, days).map(({ type, entries: of }) => `${type} ${of.map(({ position }) => position)}`);

test('messages of one person in a row are one line, what was done with the ticket a line each', () => {
  expect(shown({})).toEqual([
    'TicketOpened 10',
    'MessageReceived 12,20',
    'TicketAccepted 30',
    'TicketTagged 31',
    'TicketTagged 32',
    'MessageSent 40',
    'MessageReceived 50',
  ]);
});

test('a new day begins a new line', () => {
  expect(shown({ kind: 'messages' }, (at) => at.slice(0, 16))).toEqual([
    'MessageReceived 12',
    'MessageReceived 20',
    'MessageSent 40',
    'MessageReceived 50',
  ]);
});

test('only changes, only messages, only one person', () => {
  expect(shown({ kind: 'changes' })).toEqual(['TicketOpened 10', 'TicketAccepted 30', 'TicketTagged 31', 'TicketTagged 32']);
  expect(shown({ kind: 'messages' })).toEqual(['MessageReceived 12,20', 'MessageSent 40', 'MessageReceived 50']);
  expect(shown({ kind: 'messages', actor: 'customer maria' })).toEqual(['MessageReceived 12,20,50']);
  expect(shown({ actor: 'user nobody' })).toEqual([]);
});

test('what Prosa answers by itself is not the customer’s', () => {
  const greeting = event(60, 'MessageSent', maria, 7);
  expect(actorOf(greeting)).toBe(actorOf(event(61, 'TicketClosed', { kind: 'system', id: 'closing', name: null }, 8)));
  expect(actorOf(event(62, 'MessageReceived', maria, 9))).toBe('customer maria');
});

test.each([
  ['10', 0],
  ['19', 1],
  ['20', 2],
  ['9', -1],
  ['999', 7],
  ['2026-11-17T12:03:30.000Z', 4],
  ['2026-11-17T12:04:00.000Z', 5],
  ['2026-11-17T09:03:30.000-03:00', 4],
  ['2026-11-17T11:59:59.999Z', -1],
  ['2027-01-01T00:00:00.000Z', 7],
  ['yesterday', 7],
])('the event that had happened last as of %s', (moment, place) => {
  expect(placeOf(entries, moment)).toBe(place);
});
