import { expect, test } from '@jest/globals';
import type { PushFrame, TicketLine } from '@prosa/contracts';
import { aLine, aMessage, aPush, childOf, frozen, idOf } from '../../../testing/records.ts';
import {
  foldMessages,
  keepingLines,
  type MessagePage,
  newestOf,
  shownLinesOf,
  withMessages,
  withNewer,
  withOlder,
  withPart,
} from './conversation.ts';

const TICKET = childOf(1, 2);
const message = (position: number) =>
  aMessage({ id: childOf(1, 1000 + position), ticketId: TICKET, position: String(position), body: `${position}` });
const line = (position: number, more: Partial<TicketLine> = {}) =>
  aLine({ id: childOf(1, 5000 + position), ticketId: TICKET, position: String(position), ...more });
const page = (messages: number[], lines: number[], more: Partial<MessagePage> = {}): MessagePage => ({
  records: messages.map(message),
  hasMore: false,
  hasNewer: false,
  position: '500',
  lines: lines.map((one) => line(one)),
  ...more,
});
const opened = (first: MessagePage, frames: PushFrame[] = []) => frozen(withMessages(TICKET, [first], frames));
const shown = (...of: Parameters<typeof shownLinesOf>) => shownLinesOf(...of).map(({ position }) => Number(position));
const pushed = (one: TicketLine, position: number) => aPush('ticketLine', 'create', one, position);

test('the lines of a page are shown in the order of the messages, with those that were pushed since', () => {
  const now = opened(page([100, 300], [301, 200]), [pushed(line(501), 501)]);
  expect(shown(now)).toEqual([200, 301, 501]);
});

test('a push adds a line once, and one of another conversation none', () => {
  const before = opened(page([100], []));
  const after = frozen(foldMessages(before, TICKET, pushed(line(510), 510)));
  expect(shown(after)).toEqual([510]);
  expect(foldMessages(after, TICKET, pushed(line(510), 510))).toBe(after);
  const foreign = line(511, { id: childOf(2, 1), ticketId: childOf(2, 2) });
  expect(foldMessages(after, TICKET, pushed(foreign, 511))).toBe(after);
});

test('lines above the oldest message appear with the page that has them', () => {
  const newest = opened(page([300], [350], { hasMore: true }), [pushed(line(90), 501)]);
  expect(shown(newest)).toEqual([350]);
  const longer = withOlder(newest, TICKET, page([100, 200], [90, 150, 250]), []);
  expect(shown(longer)).toEqual([90, 150, 250, 350]);
});

test('a part shows the lines between its own messages, and all of them when it is joined with the newest', () => {
  const newest = opened(page([300], [350], { hasMore: true }));
  const part = frozen(withPart(newest, TICKET, [page([100, 200], [50, 150], { hasMore: true, hasNewer: true })], []));
  expect(shown(part)).toEqual([150]);
  const joined = withNewer(part, TICKET, page([250, 300], [210, 260], { hasMore: true }), []);
  expect(shown(joined)).toEqual([150, 210, 260, 350]);
});

test('fetching again keeps lines of older pages', () => {
  const before = withOlder(opened(page([300], [350], { hasMore: true })), TICKET, page([100], [150]), []);
  expect(shown(keepingLines(opened(page([100, 300], [350])), before))).toEqual([150, 350]);
});

test('only the lines of the newest messages are stored', () => {
  const all = opened(page([100, 200, 300], [150, 250, 350]));
  expect(newestOf(all, 2).lines.ids).toHaveLength(2);
  expect(shown(newestOf(all, 2))).toEqual([250, 350]);
});

test('a line follows the names of its people and queues', () => {
  const sales = { id: idOf(2, 1), name: 'Vendas' };
  const told = line(200, { user: { id: idOf(1, 2), name: 'Rafael' }, queue: sales });
  const before = opened({ ...page([100], []), lines: [told] });
  const user = foldMessages(before, TICKET, aPush('user', 'update', { id: idOf(1, 2), name: 'Rafael Dias' }, 600));
  const after = foldMessages(user, TICKET, aPush('queue', 'update', { ...sales, name: 'Loja' }, 601));
  expect(shownLinesOf(after)).toEqual([
    { ...told, user: { id: idOf(1, 2), name: 'Rafael Dias' }, queue: { ...sales, name: 'Loja' } },
  ]);
});
