import { childId, newId, type TicketOwn } from '@prosa/contracts';
import type { Call, CallOptions, User } from './people.fixture.ts';

type Expected = { status: number; error: string; fields?: Record<string, unknown> };
type Case = [what: string, Call, CallOptions, Expected];

const validation = (...fields: string[]): Expected => ({
  status: 400,
  error: 'ERR_VALIDATION',
  fields: Object.fromEntries(fields.map((field) => [field, expect.stringMatching(/\S/)])),
});
const unreadable: Expected = { status: 400, error: 'ERR_BAD_REQUEST' };
const refusedAs = (status: number, error: string): Expected => ({ status, error });
/** A UUID that no record has, and one in the format of a ticket id. */
export const unknown = newId();
export const unseen = childId('0123456789abcde', 'ticket:made-up');
export const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

/** Calls of an administrator that must be refused, each with the expected refusal. `secret` records texts that no log may contain. */
export const badCalls = ({ ticket, ana, secret }: { ticket: TicketOwn; ana: User; secret: (text: string) => string }): Case[] => {
  const message: Call = `POST /messages/${ticket.id}`;
  const change: Call = `PUT /tickets/${ticket.id}`;
  const text = secret('texto que ninguém deve ver');
  return [
    // Bodies that are not JSON.
    ['half an object', message, { body: `{"body":"${text}"` }, unreadable],
    ['no JSON at all', message, { body: `body=${text}` }, unreadable],
    ['another kind of content', message, { body: text, headers: { 'content-type': 'text/plain' } }, unreadable],
    ['invalid UTF-8', message, { body: bytes('{"body":"', [0xc3, 0x28, 0xff], '"}') }, unreadable],
    ['a prototype to poison', message, { body: `{"body":"${text}","__proto__":{"isAdmin":true}}` }, unreadable],
    ['a constructor to poison', message, { body: `{"body":"${text}","constructor":{"prototype":{"x":1}}}` }, unreadable],
    ['nesting without end', message, { body: `{"body":${'['.repeat(50_000)}${']'.repeat(50_000)}}` }, unreadable],
    [
      'nesting without end where no body is asked for',
      `DELETE /messages/${unseen}`,
      { body: `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}` },
      unreadable,
    ],
    ['a list for an object', message, { body: [] }, validation('')],
    ['null for an object', message, { body: 'null' }, validation('')],
    ['no body', 'POST /contacts', {}, validation('')],
    // Too large.
    ['a million characters', message, { body: { body: secret('m'.repeat(1_000_000)) } }, refusedAs(413, 'ERR_TOO_LARGE')],
    ['a message longer than the longest', message, { body: { body: 'l'.repeat(65_537) } }, validation('body')],
    [
      'more tags than there may be',
      'POST /tags/sync',
      { body: { ticketId: ticket.id, tags: Array(51).fill(unknown) } },
      validation('tags'),
    ],
    ['a key that is too long', message, { body: { body: text }, key: 'k'.repeat(201) }, validation('Idempotency-Key')],
    // Texts that cannot be stored.
    ['a NUL in a message', message, { body: { body: `${text}\0` } }, validation('body')],
    ['half a surrogate pair', message, { body: `{"body":"${text}\\ud800"}` }, validation('body')],
    ['a NUL in a name', 'POST /contacts', { body: { name: 'Ana\0', number: '5511960000001' } }, validation('name')],
    [
      'a NUL in an hour’s day',
      'POST /queue',
      {
        body: {
          name: 'Noite',
          color: '#010203',
          schedules: [{ weekday: 'a\0', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }],
        },
      },
      validation('schedules.0.weekday'),
    ],
    ['nothing but blanks', message, { body: { body: ' \n ' } }, validation('body')],
    ['a NUL in a search', 'GET /contacts?searchParam=a%00', {}, validation('searchParam')],
    ['a NUL in a search of tickets', 'GET /tickets?searchParam=a%00', {}, validation('searchParam')],
    ['an address that is not UTF-8', 'GET /tickets/%ff%fe', {}, unreadable],
    ['an address that is not escaped', 'GET /tickets/%', {}, unreadable],
    ['a NUL in an address', 'GET /tickets/%00', {}, refusedAs(404, 'ERR_NO_TICKET_FOUND')],
    ['an address that climbs', 'GET /tickets/..%2F..%2Fetc', {}, unreadable],
    // Wrong types.
    ['numbers and lists for texts', 'POST /contacts', { body: { name: 5, number: [text] } }, validation('name', 'number')],
    ['a text for a list', 'POST /tags/sync', { body: { ticketId: ticket.id, tags: 'todas' } }, validation('tags')],
    ['a status that there is not', change, { body: { status: 'aberto' } }, validation('status')],
    ['a user that is no id', change, { body: { status: 'open', userId: 7 } }, validation('userId')],
    ['a change that means two things', change, { body: { status: 'closed', queueId: ana.queueIds[1] } }, validation('status')],
    ['a change that means nothing', change, { body: {} }, validation('status')],
    ['a page that is no number', 'GET /tickets?pageNumber=x', {}, validation('pageNumber')],
    ['a page below the first', 'GET /tickets?pageNumber=-1', {}, validation('pageNumber')],
    ['a page beyond all', 'GET /messages/{ticket}?pageNumber=1e99', {}, validation('pageNumber')],
    ['a day that there is not', 'GET /tickets?dateFrom=2026-13-45', {}, validation('dateFrom')],
    ['queues that are no ids', 'GET /tickets?queueIds=vendas', {}, validation('queueIds.0')],
    ['a position that is none', 'GET /tickets?after=ontem', {}, validation('after')],
    // Addresses and records that do not exist.
    ['an address that there is not', 'GET /nothing', {}, refusedAs(404, 'ERR_NOT_FOUND')],
    ['a setting that there is not', 'PUT /settings/senha', { body: { value: 'x' } }, refusedAs(404, 'ERR_NO_SETTING_FOUND')],
    ['a setting to read', 'GET /settings/constructor', {}, refusedAs(404, 'ERR_NO_SETTING_FOUND')],
    ['a ticket that is no id', 'GET /tickets/999999', {}, refusedAs(404, 'ERR_NO_TICKET_FOUND')],
    ['a contact that is no id', 'GET /contacts/999999', {}, refusedAs(404, 'ERR_NO_CONTACT_FOUND')],
    ['a user that is no id', 'GET /users/999999', {}, refusedAs(404, 'ERR_NO_USER_FOUND')],
    ['a connection that is no id', 'GET /whatsapp/999999', {}, refusedAs(404, 'ERR_NO_WAPP_FOUND')],
    ['a queue that is no id', 'DELETE /queue/toString', {}, refusedAs(404, 'ERR_NO_QUEUE_FOUND')],
    ['a tag that is no id', 'PUT /tags/__proto__', { body: {} }, refusedAs(404, 'ERR_NO_TAG_FOUND')],
    ['a message that is no id', 'POST /messages/0/retry', {}, refusedAs(404, 'ERR_NO_MESSAGE_FOUND')],
    ['an unknown ticket', `GET /tickets/${unseen}`, {}, refusedAs(404, 'ERR_NO_TICKET_FOUND')],
    ['an id of no ticket', `PUT /tickets/${unknown}`, { body: { status: 'closed' } }, refusedAs(404, 'ERR_NO_TICKET_FOUND')],
    ['a ticket to write to', `POST /messages/${unseen}`, { body: { body: text } }, refusedAs(404, 'ERR_NO_TICKET_FOUND')],
    ['an unknown message', `DELETE /messages/${unseen}`, {}, refusedAs(404, 'ERR_NO_MESSAGE_FOUND')],
    ['a message to quote', message, { body: { body: text, quotedMsg: unseen } }, refusedAs(404, 'ERR_NO_MESSAGE_FOUND')],
    [
      'an unknown contact',
      'POST /tickets',
      { body: { contactId: unknown, queueId: ana.queueIds[0] } },
      refusedAs(404, 'ERR_NO_CONTACT_FOUND'),
    ],
    ['an unknown queue', change, { body: { queueId: unknown } }, refusedAs(404, 'ERR_NO_QUEUE_FOUND')],
    ['an unknown user', change, { body: { userId: unknown } }, refusedAs(404, 'ERR_NO_USER_FOUND')],
    ['an unknown tag', 'POST /tags/sync', { body: { ticketId: ticket.id, tags: [unknown] } }, refusedAs(404, 'ERR_NO_TAG_FOUND')],
    ['a user to show', `GET /users/${unknown}`, {}, refusedAs(404, 'ERR_NO_USER_FOUND')],
    ['a connection to show', `GET /whatsapp/${unknown}`, {}, refusedAs(404, 'ERR_NO_WAPP_FOUND')],
    ['a queue to change', `PUT /queue/${unknown}`, { body: { name: 'Nova' } }, refusedAs(404, 'ERR_NO_QUEUE_FOUND')],
    // Rules of single fields.
    [
      'a password that is too short',
      'POST /users',
      { body: { name: 'Rubens', email: 'rubens@prosa.demo', password: '1234' } },
      { ...validation(), fields: { password: 'Too Short!' } },
    ],
    [
      'an e-mail of a contact that is none',
      'POST /contacts',
      { body: { name: 'Ana', number: '5511960000002', email: 'abc' } },
      { ...validation(), fields: { email: 'Invalid email' } },
    ],
    [
      'a number that is none',
      'POST /contacts',
      { body: { name: 'Ana', number: 'abcdefgh' } },
      refusedAs(400, 'ERR_WAPP_INVALID_CONTACT'),
    ],
    [
      'a number that is too short',
      'POST /contacts',
      { body: { name: 'Ana', number: '123' } },
      { ...refusedAs(400, 'ERR_WAPP_INVALID_CONTACT'), fields: { number: 'Too Short!' } },
    ],
    [
      'no e-mail',
      'POST /users',
      { body: { name: 'R', email: 'rubens', password: secret('senha-secreta') } },
      { ...validation(), fields: { name: 'Too Short!', email: 'Invalid email' } },
    ],
    [
      'a wrong password',
      'POST /auth/login',
      { body: { email: secret('ninguem@prosa.demo'), password: secret('errada-mesmo') } },
      refusedAs(401, 'ERR_INVALID_CREDENTIALS'),
    ],
    ['a token like none', 'GET /tickets', { token: secret(`x${'y'.repeat(4_000)}`) }, refusedAs(401, 'ERR_UNAUTHENTICATED')],
  ];
};
