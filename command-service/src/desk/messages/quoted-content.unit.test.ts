import type { MessageFact } from './message.reading.ts';
import { shownOf } from './outgoing.content.ts';

const fact = (type: string, data: object): MessageFact => ({ type, data }) as unknown as MessageFact;
const media = { mediaId: 'm', kind: 'image', mime: 'image/jpeg', name: 'a.jpg', bytes: 9, width: 4, height: 3, durationMs: null };

test.each([
  ['a customer’s text', fact('MessageReceived', { body: 'Tem pão?' }), { body: 'Tem pão?' }],
  ['a signed answer', fact('MessageSent', { body: 'Tem', signature: 'Ana' }), { body: expect.stringMatching(/Ana.*Tem/s) }],
  [
    'a picture',
    fact('MessageReceived', { body: 'Este', media }),
    {
      body: 'Este',
      media: { mediaId: 'm', kind: 'image', mime: 'image/jpeg', name: 'a.jpg', width: 4, height: 3, durationMs: null },
    },
  ],
  [
    'a place',
    fact('OutreachSent', { body: '', place: { latitude: 1, longitude: 2, name: null, address: null } }),
    { body: '', place: { latitude: 1, longitude: 2, name: null, address: null } },
  ],
  ['what was forgotten', fact('MessageReceived', { body: null }), null],
])('a quote of %s tells what it shows', (_, quoted, shown) => expect(shownOf(quoted)).toEqual(shown));
