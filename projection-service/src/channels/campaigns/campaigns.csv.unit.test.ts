import { recipientLine } from './campaigns.csv.ts';
import type { ShippedRow } from './campaigns.queries.ts';

const at = new Date('2026-03-01T12:00:00.000Z');
/** The result of a recipient who was asked for confirmation, as the file tells it. */
const resultOf = (more: Partial<ShippedRow>): string =>
  recipientLine('pt', {
    ...{ id: 'r', messageId: 'm', contactId: null, name: 'Ana', number: '5511987600000', ticketId: null, skipped: '' },
    ...{ sentAt: null, deliveredAt: null, readAt: null, answeredAt: null, state: null, failure: null, at },
    ...{ confirmationRequestedAt: at, confirmedAt: null },
    ...more,
  }).split(';')[2]!;

test.each<[string, Partial<ShippedRow>]>([
  ['espera a confirmação', {}],
  ['não confirmou', { answeredAt: at }],
  ['a caminho', { confirmedAt: at }],
  ['lida', { confirmedAt: at, sentAt: at, deliveredAt: at, readAt: at, answeredAt: at }],
  ['não enviada', { state: 'failed', failure: 'not-there' }],
])('who was asked for confirmation: %s', (result, more) => expect(resultOf(more)).toBe(result));
