import { describe, expect, jest, test } from '@jest/globals';
import type { MessageView, TicketView } from '@prosa/contracts';
import { aLine, aMessage, aTicket, at, childOf, idOf } from '../../../testing/records.ts';
import { linked } from '../kinds/links.ts';
import { type ThreadItem, threadOf } from './thread.model.ts';

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

test('a message outside of any ticket follows the end of the previous ticket, and begins none', () => {
  const [old, now] = [childOf(1, 1), TICKET];
  const outside = { ticketId: null, fromMe: true, forwarded: true };
  const marks = (of: (string | null)[], more: Partial<Parameters<typeof threadOf>[0]> = {}) =>
    thread(
      of.map((ticketId, n) => message({ ticketId, createdAt: at(n), ...(ticketId === null ? outside : {}) })),
      more,
    ).flatMap(({ items }) => kinds(items));
  const all = { hasMore: false };
  expect(marks([old, null, now], all)).toEqual(['started', 'message', 'ended', 'message', 'started', 'message']);
  expect(marks([null, now], all)).toEqual(['message', 'started', 'message']);
  expect(marks([old, null], { ticketId: old })).toEqual(['message', 'ended', 'message']);
  // It was reopened, so it continues.
  expect(marks([old, null, old], { ticketId: old })).toEqual(['message', 'message', 'message', 'ended']);
  // Older messages are not loaded: it may have begun further up.
  expect(marks([null, old], { ticketId: old })).toEqual(['message', 'message', 'ended']);
});

test('dates of a growing conversation are not computed again', () => {
  const messages = Array.from({ length: 1_000 }, (_, n) => message({ createdAt: at(n * 60) }));
  thread(messages);
  const dated = jest.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get');
  thread([...messages, message({ createdAt: at(60_000) })]);
  expect(dated).toHaveBeenCalledTimes(1);
  dated.mockRestore();
  // Another zone has other days: midnight is three hours later there.
  expect(thread(messages, { zone: 'Asia/Tokyo' }).map(({ items }) => items.length)).toEqual([180, 820]);
});

test('a late message is shown in order of arrival, below a separator with its own day', () => {
  const [before, late, after] = [0, -86_400, 60].map((seconds) => message({ createdAt: at(seconds) }));
  const days = thread([before!, late!, after!]);
  const shown = days.map((day) => [day.at, ...day.items.map(({ key }) => key)]);
  expect(shown).toEqual([before, late, after].map((one) => [one!.createdAt, one!.id]));
  expect(new Set(days.map(({ key }) => key)).size).toBe(3);
  expect(days.flatMap(({ items }) => joins(items))).toEqual([false, false, false]);
});

test('messages of one writer within three minutes are a group; another writer, a pause or another day begins a new one', () => {
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

test('a signature is shown on the first bubble of a group; observations are not grouped', () => {
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

test('if the first bubble of a group was deleted, the next one shows the signature', () => {
  const signed = { fromMe: true, signature: 'Marina Alves' };
  const [day] = thread([
    message({ ...signed, isDeleted: true, body: '', createdAt: at(0) }),
    message({ ...signed, createdAt: at(1) }),
    message({ ...signed, createdAt: at(2) }),
  ]);
  expect(day!.items.flatMap((item) => (item.kind === 'message' ? [item.signature] : []))).toEqual([null, 'Marina Alves', null]);
});

test('where the ticket changes, the end of one and the beginning of the next are marked', () => {
  const [day] = thread([message({ ticketId: childOf(1, 1), createdAt: at(-100) }), message({ createdAt: at(5) })]);
  expect(kinds(day!.items)).toEqual(['message', 'ended', 'started', 'message']);
});

test('the beginning is marked at the top, and the end of a closed ticket at the bottom', () => {
  const closed = aTicket({ id: TICKET, status: 'closed', closedAt: at(50) });
  const [day] = thread([message({})], { hasMore: false, ticketOf: () => closed });
  expect(kinds(day!.items)).toEqual(['started', 'message', 'ended']);
});

test('a line shows the number of new messages, above the first of them', () => {
  const all = [message({}), message({}), message({ fromMe: true }), message({})];
  const [day] = thread(all, { freshFrom: [all[1]!.id] });
  expect(kinds(day!.items)).toEqual(['message', 'fresh', 'message', 'message', 'message']);
  expect(day!.items[1]).toMatchObject({ count: 2 });
  expect(joins(day!.items)[1]).toBe(false);
});

test('an earlier line stays unchanged when newer messages arrive', () => {
  const all = [message({}), message({}), message({}), message({})];
  const [day] = thread(all, { freshFrom: [all[0]!.id, all[3]!.id] });
  expect(kinds(day!.items)).toEqual(['fresh', 'message', 'message', 'message', 'fresh', 'message']);
  expect([day!.items[0], day!.items[4]]).toMatchObject([{ count: 3 }, { count: 1 }]);
});

test('the line above what was unread at the opening says how many they were, whether loaded or not', () => {
  const all = [message({ id: childOf(1, 200) }), message({ id: childOf(1, 201) })];
  const [day] = thread(all, { freshFrom: [all[0]!.id], unread: { from: all[0]!.id, count: 45 } });
  expect(day!.items[0]).toMatchObject({ kind: 'fresh', count: 45 });
});

test('addresses in a text become links, without trailing punctuation', () => {
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

test('an address that consists of brackets is parsed in linear time', () => {
  // So many that a parser which looked at the rest for each of them would not come to its end while this test waits.
  const text = `https://prosa.test/${')'.repeat(4_000_000)}`;
  expect(linked(text)[0]?.href).toBe('https://prosa.test/');
});

test('C15: in a group each writer begins a group of bubbles, with the name above the first', () => {
  const by = (n: number, name: string) => message({ author: { id: childOf(1, n), name }, createdAt: at(n) });
  const [day] = thread([by(1, 'Ana'), { ...by(1, 'Ana'), createdAt: at(2) }, by(3, 'Rui'), message({ createdAt: at(4) })]);
  const items = day!.items.flatMap((item) => (item.kind === 'message' ? [[item.joined, item.signature]] : []));
  expect(items).toEqual([
    [false, 'Ana'],
    [true, null],
    [false, 'Rui'],
    [false, null],
  ]);
});

describe('lines between the messages', () => {
  const old = childOf(1, 1);
  const line = (position: number, more: Parameters<typeof aLine>[0] = {}) =>
    aLine({ id: childOf(1, 5000 + position), ticketId: TICKET, position: String(position), at: at(position), ...more });
  const said = (position: number, more: Partial<MessageView> = {}) =>
    message({ position: String(position), createdAt: at(position), body: `${position}`, ...more });
  const told = (days: ReturnType<typeof thread>) =>
    days.flatMap(({ items }) =>
      items.map((item) => (item.kind === 'message' ? item.message.body : item.kind === 'line' ? item.line.position : item.kind)),
    );

  test('stand in the order of arrival, and before what is being sent', () => {
    const sending = message({ position: '0', createdAt: at(9), body: 'sending' });
    const days = thread([said(3), said(5), sending], { lines: [line(2), line(4), line(6)] });
    expect(told(days)).toEqual(['2', '3', '4', '5', '6', 'sending']);
  });

  test('part a group of messages', () => {
    const days = thread([said(3), said(5)], { lines: [line(4)] });
    expect(joins(days[0]!.items)).toEqual([false, false]);
    expect(joins(thread([said(3), said(5)])[0]!.items)).toEqual([false, true]);
  });

  test('begin their ticket, and follow the end of the one before', () => {
    const days = thread([said(3, { ticketId: old }), said(6)], {
      lines: [line(2, { ticketId: old }), line(4), line(7)],
      hasMore: false,
    });
    expect(told(days)).toEqual(['started', '2', '3', 'ended', 'started', '4', '6', '7']);
  });

  test('come before the end of a closed ticket, and stand under their own day', () => {
    const closed = thread([said(3, { ticketId: old })], { lines: [line(4, { ticketId: old })], ticketId: old });
    expect(told(closed)).toEqual(['3', '4', 'ended']);
    const days = thread([said(3)], { lines: [line(4, { at: at(86_400) })] });
    expect(days.map(({ items }) => kinds(items))).toEqual([['message'], ['line']]);
  });

  test('are there without any message', () => {
    expect(told(thread([], { lines: [line(1)], hasMore: false }))).toEqual(['started', '1']);
  });

  test('name people as the whole conversation calls them', () => {
    const ana = { id: idOf(1, 1), name: 'Ana Souza' };
    const by = (messages: MessageView[]) =>
      thread(messages, { lines: [line(9, { by: ana })] })
        .flatMap(({ items }) => items)
        .flatMap((item) => (item.kind === 'line' ? [item.by, item.to] : []));
    expect(by([said(3)])).toEqual(['Ana', null]);
    expect(by([said(3, { fromMe: true, user: { id: idOf(1, 2), name: 'Ana Prado' } })])).toEqual(['Ana S.', null]);
  });

  test('of a transfer say that the observation of the same act is its note', () => {
    const [by, user] = [
      { id: idOf(1, 1), name: 'Thaís Pimentel' },
      { id: idOf(1, 2), name: 'Ana Souza' },
    ];
    const noteOf = (note: Partial<MessageView>, to: typeof user | null = user) =>
      thread([said(5, { fromMe: true, isObservation: true, user: by, createdAt: at(4), ...note })], {
        lines: [line(4, { kind: 'transferred', by, user: to })],
      })
        .flatMap(({ items }) => items)
        .flatMap((item) => (item.kind === 'message' ? [item.noteTo] : []));
    expect(noteOf({})).toEqual([{ name: 'Ana' }]);
    expect(noteOf({}, null)).toEqual([{ name: null }]);
    for (const other of [{ createdAt: at(5) }, { user }, { isObservation: false }]) expect(noteOf(other)).toEqual([undefined]);
  });
});
