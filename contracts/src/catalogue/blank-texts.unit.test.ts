import { newId, ObservationForm, routes, ScheduleFields } from '../index.ts';

const to = { contactId: newId(), sendAt: '2031-01-02T12:00:00Z' };
const bodies: [string, { safeParse: (body: unknown) => { success: boolean } }, (text: string) => object][] = [
  ['a message to a customer', routes.messages.send.body, (body) => ({ body })],
  ['an observation', ObservationForm, (body) => ({ body })],
  ['a message by the token of a connection', routes.messagesApi.send.body, (body) => ({ number: '5511955551234', body })],
  ['a scheduled message', ScheduleFields, (body) => ({ ...to, body })],
  ['a message to colleagues', routes.chats.post.body, (message) => ({ message })],
];

describe.each(bodies)('%s', (_, schema, of) => {
  test.each(['', ' \n', '\u200b', '\u2066\u2069', '\u2800\u3164', '\ufeff'.repeat(20)])(
    'that shows nothing is none: %j',
    (text) => expect(schema.safeParse(of(text)).success).toBe(false),
  );
  test('what it shows it keeps as it was written', () => {
    const written = 'Bom\u200b dia, 👨‍👩‍👧';
    expect(schema.safeParse(of(written))).toMatchObject({ success: true, data: of(written) });
  });
});
