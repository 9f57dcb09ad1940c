import type { ContactListItemView } from '../../contacts/contact-lists/contact-lists.contract.ts';
import type { MessageView, TicketLine } from '../../desk/messages/messages.contract.ts';
import type { TicketView } from '../../desk/tickets/tickets.views.ts';
import type { UserView } from '../../people/users/users.contract.ts';
import { contactListItemEmbeds } from './contact-lists.embeds.ts';
import { embedded, pushedBy } from './embeds.ts';
import { messageEmbeds } from './messages.embeds.ts';
import { ticketLineEmbeds } from './ticket-lines.embeds.ts';
import { ticketEmbeds } from './tickets.embeds.ts';
import { connectionEmbeds, userEmbeds } from './users.embeds.ts';

const ticket = {
  companyId: 'co',
  contactId: 'c',
  contact: { id: 'c', name: 'Maria', number: '1', profilePicUrl: null },
  user: { id: 'u', name: 'Ana' },
  queueId: 'q',
  queue: { id: 'q', name: 'Vendas', color: '#AA0000' },
  whatsappId: 'w',
  whatsapp: { id: 'w', name: 'Loja', closingText: false, ratingText: false },
  company: { tagForce: false },
  tags: [{ id: 't', name: 'Bravo', color: '#111111' }],
  mentions: [{ userId: 'u', by: { id: 'b', name: 'Bruno' }, at: '2026-03-01T12:00:00.000Z' }],
} as unknown as TicketView;

test.each([
  [
    'contact',
    'c',
    { name: 'Mar', number: '2', profilePicUrl: null },
    { contact: { id: 'c', name: 'Mar', number: '2', profilePicUrl: null } },
  ],
  ['user', 'u', { name: 'Bia' }, { user: { id: 'u', name: 'Bia' } }],
  ['user', 'b', { name: 'Beto' }, { mentions: [{ ...ticket.mentions[0]!, by: { id: 'b', name: 'Beto' } }] }],
  ['queue', 'q', { name: 'Trocas', color: '#0000AA' }, { queue: { id: 'q', name: 'Trocas', color: '#0000AA' } }],
  [
    'whatsapp',
    'w',
    { name: 'Nova', complationMessage: 'Até logo', ratingMessage: '' },
    { whatsapp: { id: 'w', name: 'Nova', closingText: true, ratingText: false } },
  ],
  ['company', 'co', { tagForce: true }, { company: { tagForce: true } }],
  ['tag', 't', { name: 'Calmo', color: '#222222' }, { tags: [{ id: 't', name: 'Calmo', color: '#222222' }] }],
] as const)('a renamed %s is renamed in its own tickets only', (channel, id, record, after) => {
  expect(embedded(ticketEmbeds, ticket, { channel, id, record })).toEqual({ ...ticket, ...after });
  expect(embedded(ticketEmbeds, ticket, { channel, id: 'another', record })).toBe(ticket);
  const deleted = embedded(ticketEmbeds, ticket, { channel, id, record: null });
  expect(deleted).toEqual(channel === 'tag' ? { ...ticket, tags: [] } : ticket);
});

test.each([
  ['user', userEmbeds],
  ['connection', connectionEmbeds],
])('a %s’s queues are named in order, without deleted ones', (_, of) => {
  const embeds = of as typeof userEmbeds;
  const user = { queueIds: ['a', 'b'], queues: [{ id: 'a', name: 'A', color: '1' }] } as unknown as UserView;
  const named = embedded(embeds, user, { channel: 'queue', id: 'b', record: { name: '0', color: '2' } });
  expect(named.queues.map(({ id }) => id)).toEqual(['b', 'a']);
  expect(embedded(embeds, named, { channel: 'queue', id: 'a', record: null }).queues.map(({ id }) => id)).toEqual(['b']);
});

test('a user’s sector is named as it is now, unless it was deleted', () => {
  const user = { sectorId: 's', sector: { id: 's', name: 'Entregas' } } as unknown as UserView;
  const push = { channel: 'sector', id: 's', record: { name: 'Expedição' } } as const;
  expect(embedded(userEmbeds, user, push).sector).toEqual({ id: 's', name: 'Expedição' });
  expect(embedded(userEmbeds, user, { ...push, record: null }).sector).toBeNull();
  expect(embedded(userEmbeds, user, { ...push, id: 'another' })).toBe(user);
});

test('the author of a quote is found among the loaded messages', () => {
  const quoted = { id: 'm1', user: { id: 'u', name: 'Ana' } } as unknown as MessageView;
  const quotedMsg = { id: 'm1', author: 'Ana', body: 'Oi', fromMe: true, isDeleted: false, hidden: false };
  const message = {
    id: 'm2',
    contactId: 'c',
    contact: { id: 'c', name: 'Maria' },
    user: null,
    quotedMsg,
    mentions: [],
  } as unknown as MessageView;
  const push = { channel: 'user', id: 'u', record: { name: 'Bia' } } as const;
  expect(embedded(messageEmbeds, message, push, (id) => (id === 'm1' ? quoted : undefined)).quotedMsg?.author).toBe('Bia');
  expect(embedded(messageEmbeds, message, push)).toBe(message);
  const struck = embedded(messageEmbeds, message, { channel: 'appMessage', id: 'm1', record: { body: '', isDeleted: true } });
  expect(struck.quotedMsg).toEqual({ ...quotedMsg, body: '', isDeleted: true, kind: null });
});

test('who is named in an observation is called as they are called now, and nobody else is changed', () => {
  const [of, other] = [
    { at: 0, length: 4, user: { id: 'u', name: 'Ana' } },
    { at: 5, length: 6, user: { id: 'b', name: 'Bruno' } },
  ];
  const message = { user: { id: 'c', name: 'Carla' }, quotedMsg: null, mentions: [of, other] } as unknown as MessageView;
  const renamed = embedded(messageEmbeds, message, { channel: 'user', id: 'u', record: { name: 'Bia' } });
  expect(renamed).toEqual({ ...message, mentions: [{ ...of, user: { id: 'u', name: 'Bia' } }, other] });
  expect(embedded(messageEmbeds, message, { channel: 'user', id: 'u', record: { name: 'Ana' } })).toBe(message);
  expect(embedded(messageEmbeds, message, { channel: 'user', id: 'u', record: null })).toBe(message);
});

test('a frame that was too large to contain its record changes nothing', () => {
  const frame = { type: 'push', channel: 'contact', position: '1' } as const;
  expect(pushedBy({ ...frame, action: 'update', record: { id: 'c', partial: true } })).toBeNull();
  expect(pushedBy({ ...frame, action: 'delete', record: { id: 'c' } })).toEqual({ channel: 'contact', id: 'c', record: null });
});

test('an item of a list tells which contact has its number, in whatever spelling, and whether they want campaigns', () => {
  const item = { number: '5511987654321', contactId: null, optedOutAt: null } as ContactListItemView;
  const pushed = (id: string, record: object | null) => ({ channel: 'contact' as const, id, record: record as never });
  const maria = { number: null, otherNumbers: ['551187654321'], optedOutAt: '2026-03-01T12:00:00.000Z' };
  const known = embedded(contactListItemEmbeds, item, pushed('c', maria));
  expect(known).toEqual({ ...item, contactId: 'c', optedOutAt: maria.optedOutAt });
  expect(embedded(contactListItemEmbeds, known, pushed('c', maria))).toBe(known);
  expect(embedded(contactListItemEmbeds, known, pushed('other', { number: '1', otherNumbers: [], optedOutAt: null }))).toBe(
    known,
  );
  expect(embedded(contactListItemEmbeds, known, pushed('other', null))).toBe(known);
  for (const gone of [null, { ...maria, otherNumbers: ['5511987654399'] }])
    expect(embedded(contactListItemEmbeds, known, pushed('c', gone))).toEqual(item);
});

test('a line of a conversation has the names of its people and queues, and is the same while they are', () => {
  const line = { by: { id: 'u', name: 'Ana' }, user: null, queue: { id: 'q', name: 'Vendas' }, from: null } as TicketLine;
  const renamed = (channel: 'user' | 'queue', id: string, name: string) =>
    embedded(ticketLineEmbeds, line, { channel, id, record: { name } });
  expect(renamed('user', 'u', 'Bia').by).toEqual({ id: 'u', name: 'Bia' });
  expect(renamed('queue', 'q', 'Loja').queue).toEqual({ id: 'q', name: 'Loja' });
  expect(renamed('user', 'u', 'Ana')).toBe(line);
  expect(renamed('user', 'v', 'Bia')).toBe(line);
  expect(embedded(ticketLineEmbeds, line, { channel: 'queue', id: 'q', record: null })).toBe(line);
});
