import { lookOf } from './looks.ts';

const params = { ticketId: 't' };
const at = (kind: string) => ({ kind, subject: { kind: 'ticket', id: 't' } });

test.each([
  ['a call that declares none', undefined, {}, null],
  ['a history', { kind: 'history', at: 'ticket' }, {}, at('history')],
  ['a conversation as of then', { kind: 'conversation', at: 'ticket' }, { asOf: '12' }, at('past')],
  ['a record as of then', { kind: 'past', at: 'ticket' }, { asOf: '12' }, at('past')],
  ['the same record as it is', { kind: 'past', at: 'ticket' }, {}, null],
] as const)('%s', (_, looks, query, look) => expect(lookOf(looks, params, query)).toEqual(look));
