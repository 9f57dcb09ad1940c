import { z } from 'zod';
import { isLasting } from './lasting.ts';

const ofPostgres = (code: string): Error => Object.assign(new Error('Postgres refused it.'), { code });
const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

test.each([
  ['U+0000 in a text', ofPostgres('22021')],
  ['U+0000 in JSON', ofPostgres('22P05')],
  ['a key that is too long for its index', ofPostgres('54000')],
  ['a column that may not be null', ofPostgres('23502')],
  ['a fault of the code', thrownBy(() => (null as unknown as { no: string }).no)],
  ['a time that is none', thrownBy(() => new Date(Number.NaN).toISOString())],
  ['what is no JSON', thrownBy(() => JSON.parse('{'))],
  ['what does not fit its schema', thrownBy(() => z.string().parse(1))],
  ['one of these inside another', new Error('It could not be prepared.', { cause: ofPostgres('22021') })],
])('%s fails again, however often it is tried', (_, error) => expect(isLasting(error)).toBe(true));

test.each([
  ['Postgres is away', ofPostgres('57P01')],
  ['nobody listens', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['fetch was cut off', new TypeError('fetch failed', { cause: Object.assign(new Error('cut'), { code: 'ECONNRESET' }) })],
  ['another writer was faster', ofPostgres('40001')],
  ['anything else', new Error('?')],
  ['no error', undefined],
])('%s: another try may succeed', (_, error) => expect(isLasting(error)).toBe(false));
