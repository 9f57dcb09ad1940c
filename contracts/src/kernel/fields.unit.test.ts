import { z } from 'zod';
import * as f from './fields.ts';

const id = '01a1ff14-d076-73cf-96ac-34c7187c9912';

test('an id is one id, however it is spelt', () => {
  expect(f.id.parse(id.toUpperCase())).toBe(id);
  expect(f.idList.parse(`["${id.toUpperCase()}", none]`)).toEqual([id, 'none']);
});

test('what is looked for has no blanks around it and nothing that Postgres could not keep', () => {
  expect(f.search.parse(' Maria ')).toBe('Maria');
  expect(f.search.parse(undefined)).toBe('');
  for (const text of ['a\0b', '\ud800', 'x'.repeat(201)]) expect(f.search.safeParse(text).success).toBe(false);
});

test('what a channel carries and nobody could keep is left out', () => {
  expect(f.kept('Olá\0 \ud800!')).toBe('Olá \ufffd!');
  expect(f.kept('🙂 ok')).toBe('🙂 ok');
});

test('a time is one that Postgres knows', () => {
  expect(f.at.parse('2026-03-01T12:00:00.000Z')).toBe('2026-03-01T12:00:00.000Z');
  for (const at of ['0000-01-01T00:00:00Z', '2026-02-30T00:00:00Z', '+275760-09-13T00:00:00Z', '2026-03-01'])
    expect(f.at.safeParse(at).success).toBe(false);
});

test('a day is one of the calendar that Postgres knows', () => {
  expect(f.day.parse('2028-02-29')).toBe('2028-02-29');
  for (const day of ['2026-02-29', '0000-01-01', '2026-1-1', '']) expect(f.day.safeParse(day).success).toBe(false);
});

test('a day that is asked for has a day after it', () => {
  for (const day of ['0001-01-01', '9999-12-30']) expect(f.askedDay.parse(day)).toBe(day);
  for (const day of ['0000-12-31', '9999-12-31', '10000-01-01']) {
    expect(f.askedDay.safeParse(day).success).toBe(false);
    expect(f.optionalDay.safeParse(day).success).toBe(false);
  }
});

test('what nobody sees is no part of a name, an address, a number or a search', () => {
  expect(f.name.parse('\u202aJo\u200bão\ufeff ')).toBe('João');
  expect(f.name.parse('Família 👨‍👩‍👧')).toBe('Família 👨‍👩‍👧');
  expect(f.email.parse('\u200bana@exemplo.com\u202c')).toBe('ana@exemplo.com');
  expect(f.optionalEmail.parse('\u200b')).toBeNull();
  expect(f.number.parse('\u2066+55 11 95555-1234\u2069')).toBe('+55 11 95555-1234');
  expect(f.search.parse('\u200bMa\u00adria\u2060')).toBe('Maria');
  for (const none of ['\u200b\u200b\u200b', '\u2800\u2800', '\u3164\u3164', ' \u00a0\u200d '])
    expect(f.name.safeParse(none)).toMatchObject({ success: false, error: { issues: [{ message: 'Required' }, {}] } });
});

test('of a paired period both days are given or neither, and the missing one is named', () => {
  const Pair = f.inDayPair(z.object({ from: f.optionalDay, to: f.optionalDay }), 'from', 'to');
  for (const days of [{}, { from: '', to: '' }, { from: '2026-03-01', to: '2026-03-01' }])
    expect(Pair.safeParse(days).success).toBe(true);
  const faultOf = (days: object) => Pair.safeParse(days).error?.issues.map(({ path, message }) => [...path, message]);
  expect(faultOf({ from: '2026-03-01', to: '' })).toEqual([['to', 'Por favor, informe a data de início e fim']]);
  expect(faultOf({ to: '2026-03-01' })).toEqual([['from', 'Por favor, informe a data de início e fim']]);
  expect(faultOf({ from: '2026-03-02', to: '2026-03-01' })).toEqual([['from', 'Data início não pode ser maior que data fim']]);
});
