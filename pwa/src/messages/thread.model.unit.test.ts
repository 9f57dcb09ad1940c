import { expect, jest, test } from '@jest/globals';
import type { MessageView, TicketView } from '@prosa/contracts';
import { aMessage, aTicket, at, childOf } from '../testing/records.ts';
import { linked, type ThreadItem, threadOf } from './thread.model.ts';

const TICKET = childOf(1, 2);
const tickets: Record<string, TicketView> = {
  [TICKET]: aTicket({ id: TICKET, createdAt: at(0) }),
  [childOf(1, 1)]: aTicket({ id: childOf(1, 1), status: 'closed', closedAt: at(-60), createdAt: at(-7200) }),
};
let made = 0;
const message = (more: Partial<MessageView>) => {
  made += 1;
  return aMessage({ id: childOf(1, 1000 + made), ticketId: TICKET, ...more });
};
const thread = (messages: MessageView[], more: Partial<Parameters<typeof threadOf>[0]> = {}) =>
  threadOf({
    messages,
    ticketOf: (id) => tickets[id] ?? null,
    ticketId: TICKET,
    hasMore: true,
    freshFrom: [],
    zone: 'America/Sao_Paulo',
    ...more,
  });
const joins = (items: ThreadItem[]) => items.flatMap((item) => (item.kind === 'message' ? [item.joined] : []));
const kinds = (items: ThreadItem[]) => items.map(({ kind }) => kind);

test('days are those of the company: 23:30 in São Paulo is not yet the next day', () => {
  const late = message({ createdAt: '2026-11-18T02:30:00.000Z' });
  const next = message({ createdAt: '2026-11-18T03:10:00.000Z' });
  expect(thread([late, next]).map(({ key }) => key)).toEqual(['17/11/2026', '18/11/2026']);
});

test('a conversation that grows is not dated anew', () => {
  const messages = Array.from({ length: 1_000 }, (_, n) => message({ createdAt: at(n * 60) }));
  thread(messages);
  const dated = jest.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get');
  thread([...messages, message({ createdAt: at(60_000) })]);
  expect(dated).toHaveBeenCalledTimes(1);
  dated.mockRestore();
  // Another zone has other days: midnight there is three hours on.
  expect(thread(messages, { zone: 'Asia/Tokyo' }).map(({ items }) => items.length)).toEqual([180, 820]);
});

test('a message that came late stands where it came, under a mark of its own day', () => {
  const [before, late, after] = [0, -86_400, 60].map((seconds) => message({ createdAt: at(seconds) }));
  const days = thread([before!, late!, after!]);
  const shown = days.map((day) => [day.at, ...day.items.map(({ key }) => key)]);
  expect(shown).toEqual([before, late, after].map((one) => [one!.createdAt, one!.id]));
  expect(new Set(days.map(({ key }) => key)).size).toBe(3);
  expect(days.flatMap(({ items }) => joins(items))).toEqual([false, false, false]);
});

test('one writer within three minutes is a group; another, a pause or another day begins a new one', () => {
  const own = { fromMe: true };
  const [day] = thread([
    message({ createdAt: at(0) }),
    message({ createdAt: at(100) }),
    message({ createdAt: at(290) }),
    message({ ...own, createdAt: at(291) }),
    message({ ...own, createdAt: at(300), user: { id: childOf(9, 9), name: 'Rafael' } }),
    message({ ...own, createdAt: at(301), user: { id: childOf(9, 9), name: 'Rafael' } }),
  ]);
  expect(joins(day!.items)).toEqual([false, true, false, false, false, true]);
});

test('a signature shows on the first bubble of a group; observations stand alone', () => {
  const signed = { fromMe: true, signature: 'Marina Alves' };
  const [day] = thread([
    message({ ...signed, createdAt: at(0) }),
    message({ ...signed, createdAt: at(1) }),
    message({ fromMe: true, isObservation: true, createdAt: at(2) }),
    message({ fromMe: true, isObservation: true, createdAt: at(3) }),
  ]);
  expect(day!.items.flatMap((item) => (item.kind === 'message' ? [item.signature] : []))).toEqual([
    'Marina Alves',
    null,
    null,
    null,
  ]);
  expect(joins(day!.items)).toEqual([false, true, false, false]);
});

test('where the first bubble of a group was deleted, the next one carries the signature', () => {
  const signed = { fromMe: true, signature: 'Marina Alves' };
  const [day] = thread([
    message({ ...signed, isDeleted: true, body: '', createdAt: at(0) }),
    message({ ...signed, createdAt: at(1) }),
    message({ ...signed, createdAt: at(2) }),
  ]);
  expect(day!.items.flatMap((item) => (item.kind === 'message' ? [item.signature] : []))).toEqual([null, 'Marina Alves', null]);
});

test('where the ticket changes the end of one and the beginning of the next are marked', () => {
  const [day] = thread([message({ ticketId: childOf(1, 1), createdAt: at(-100) }), message({ createdAt: at(5) })]);
  expect(kinds(day!.items)).toEqual(['message', 'ended', 'started', 'message']);
});

test('the beginning is marked at the very top, and the end of a closed ticket at the foot', () => {
  const closed = aTicket({ id: TICKET, status: 'closed', closedAt: at(50) });
  const [day] = thread([message({})], { hasMore: false, ticketOf: () => closed });
  expect(kinds(day!.items)).toEqual(['started', 'message', 'ended']);
});

test('a line tells how many are new, from the first of them on', () => {
  const all = [message({}), message({}), message({ fromMe: true }), message({})];
  const [day] = thread(all, { freshFrom: [all[1]!.id] });
  expect(kinds(day!.items)).toEqual(['message', 'fresh', 'message', 'message', 'message']);
  expect(day!.items[1]).toMatchObject({ count: 2 });
  expect(joins(day!.items)[1]).toBe(false);
});

test('a line that was there stays as it is when newer ones come', () => {
  const all = [message({}), message({}), message({}), message({})];
  const [day] = thread(all, { freshFrom: [all[0]!.id, all[3]!.id] });
  expect(kinds(day!.items)).toEqual(['fresh', 'message', 'message', 'message', 'fresh', 'message']);
  expect([day!.items[0], day!.items[4]]).toMatchObject([{ count: 3 }, { count: 1 }]);
});

test('addresses in a text become links, without the mark that ends the sentence', () => {
  expect(linked('Veja https://prosa.test/a?b=1. Certo?')).toEqual([
    { text: 'Veja ', href: null },
    { text: 'https://prosa.test/a?b=1', href: 'https://prosa.test/a?b=1' },
    { text: '. Certo?', href: null },
  ]);
  expect(linked('(WWW.prosa.test)')).toEqual([
    { text: '(', href: null },
    { text: 'WWW.prosa.test', href: 'https://WWW.prosa.test' },
    { text: ')', href: null },
  ]);
  expect(linked('(https://prosa.test/mesa_(movel)).')[1]?.href).toBe('https://prosa.test/mesa_(movel)');
  expect(linked('https:// www. http://...')).toEqual([{ text: 'https:// www. http://...', href: null }]);
  expect(linked('javascript:alert(1)')).toEqual([{ text: 'javascript:alert(1)', href: null }]);
});

test('an address that is all brackets holds nobody up', () => {
  const text = `https://prosa.test/${')'.repeat(65_000)}`;
  const begun = performance.now();
  expect(linked(text)[0]?.href).toBe('https://prosa.test/');
  expect(performance.now() - begun).toBeLessThan(500);
});
