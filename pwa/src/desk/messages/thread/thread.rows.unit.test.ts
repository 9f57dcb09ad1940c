import { expect, test } from '@jest/globals';
import { aMessage, at, childOf } from '../../../testing/records.ts';
import { threadOf } from '../message/thread.model.ts';
import { estimated, rowsOf } from './thread.rows.ts';

const TICKET = childOf(1, 1);
const messages = Array.from({ length: 6 }, (_, n) =>
  aMessage({ id: childOf(1, 100 + n), ticketId: TICKET, body: `${n}`, createdAt: at(n * 10), position: String(n + 1) }),
);
const rows = (shown: typeof messages) =>
  rowsOf(
    threadOf({
      messages: shown,
      ticketOf: () => null,
      ticketId: TICKET,
      hasMore: true,
      freshFrom: [childOf(1, 104)],
      zone: 'UTC',
    }),
  );

test('each message is a row, and separators between two messages belong to the upper one', () => {
  const { head, rows: all } = rows(messages);
  expect(head.map(({ kind }) => kind)).toEqual(['day']);
  expect(all.map(({ item }) => item.message.body)).toEqual(['0', '1', '2', '3', '4', '5']);
  expect(all.map(({ after }) => after.map(({ kind }) => kind))).toEqual([[], [], [], ['fresh'], [], []]);
});

test('older messages above change no row below them', () => {
  const later = rows(messages.slice(3)).rows;
  const whole = rows(messages).rows;
  const drawn = ({ key, after }: (typeof whole)[number]) => ({ key, after });
  expect(whole.slice(3).map(drawn)).toEqual(later.map(drawn));
});

test('without messages there are no rows', () => {
  expect(rows([])).toEqual({ head: [], rows: [] });
});

test('a file is estimated at the height of its room, a deleted one at none', () => {
  const media = {
    kind: 'image',
    mime: '',
    bytes: 1,
    name: null,
    width: 900,
    height: 480,
    durationMs: null,
    thumbnailUrl: null,
  } as const;
  const photo = { ...messages[0]!, mediaType: 'image', mediaUrl: '/api/media/1', media } as const;
  const guess = (message: (typeof messages)[number]) => estimated(rows([message]).rows[0]!);
  expect(guess(photo) - guess(messages[0]!)).toBeGreaterThan(170);
  expect(guess({ ...photo, isDeleted: true })).toBe(guess(messages[0]!));
});
