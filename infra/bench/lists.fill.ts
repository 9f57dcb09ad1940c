import type { EventData } from '@eventstore/db-client';
import { type Actor, childId, conversationKey, conversationStream, newId } from '@prosa/contracts';
import { nameOf, numberOf } from '../simulate/names.ts';
import type { Seeding } from './seeded.ts';
import { benchMeta, inLanes } from './store.ts';

/** Prefix of the customers' numbers, different from the other benches. */
const RUN = 79;
/** Contacts, or users, that are encoded and appended together. */
const AT_ONCE = 500;
/** One ticket in so many waits, one is served, all others are closed: nobody has a million open tickets. */
const UNFINISHED = 50;
/** One ticket in so many has the tag that many have, has none of the queues. */
const OFTEN = 10;
/** Messages of each ticket, from both sides in turns; the first ticket of a company has very many. */
const MESSAGES = 10;
const LONG = 10_000;
/** Tickets are opened so far apart, up to now. */
const APART_MS = 10_000;

/** The phone number of a contact to search for: its place is the number of a row that every company has. */
export const numberOfRow = (n: number): string => numberOf(RUN, n);
/** A word that only one row in many thousands has. */
export const rareNameOf = (n: number): string => `z${(n * 7_919).toString(36)}q`;
const namedBy = (n: number): string => `${nameOf(n)} ${rareNameOf(n)} Cliente`;
const saidBy = (n: number): string => `Bom dia, queria saber do pedido ${rareNameOf(n)}`;

/** A ticket, by which a screen is opened; `messageId`: one in its middle. */
type Opened = { ticketId: string; contactId: string; messageId: string };
/** The records of a company that tickets refer to: `rare` and `frequent` are tags. `tickets` are filled in; the first is long. */
export type Places = {
  companyId: string;
  queueIds: string[];
  userIds: string[];
  frequent: string;
  rare: string;
  tickets: Opened[];
};

/** Contacts with a ticket each, as the command side writes them, in the order of time. */
export const fillTickets = (seeding: Seeding, places: Places, rows: number): Promise<void> => {
  const connectionId = newId();
  return inLanes(3, Math.ceil(rows / AT_ONCE), async (batch) => {
    const numbers = Array.from({ length: Math.min(AT_ONCE, rows - batch * AT_ONCE) }, (_, i) => batch * AT_ONCE + i);
    const customers = numbers.map((n) => ({ n, contactId: newId() }));
    await seeding.createMany(
      customers.map(({ contactId }) => contactId),
      places.companyId,
    );
    const streams: { stream: string; events: EventData[] }[] = [];
    for (const { n, contactId } of customers) {
      const meta = benchMeta(places.companyId, new Date(Date.now() - (rows - n) * APART_MS));
      const contact = { contactId, name: namedBy(n), number: numberOfRow(n), email: null, extraInfo: [], channel: 'simulator' };
      const key = conversationKey(connectionId, contactId);
      const conversation: EventData[] = [];
      for (const { by: actor = meta.actor, ...event } of conversationOf(places, n, rows, {
        connectionId,
        contactId,
        key,
        at: meta.at,
      }))
        conversation.push(...(await seeding.encodeAll([event], { ...meta, actor }, contactId)));
      streams.push(
        {
          stream: `contact-${contactId}`,
          events: await seeding.encodeAll([{ type: 'ContactCreated', data: contact }], meta, contactId),
        },
        { stream: conversationStream(key), events: conversation },
      );
    }
    await seeding.appendAll(streams);
  });
};

type Of = { connectionId: string; contactId: string; key: string; at: Date };
type Told = { type: string; data: unknown; by?: Actor };
const conversationOf = (places: Places, n: number, rows: number, { connectionId, contactId, key, at }: Of): Told[] => {
  const ticketId = childId(key, 'ticket:bench');
  const userId = places.userIds[n % places.userIds.length]!;
  const queueId = n % OFTEN === 0 ? null : places.queueIds[n % places.queueIds.length]!;
  const stage = n % UNFINISHED;
  const tagIds = [...(n % OFTEN === 3 ? [places.frequent] : []), ...(n % Math.ceil(rows / 40) === 7 ? [places.rare] : [])];
  const ids = Array.from({ length: n === 0 ? LONG : MESSAGES }, (_, i) => childId(key, `in:${i}`));
  places.tickets[n] = { ticketId, contactId, messageId: ids[ids.length >> 1]! };
  const said = ids.map((messageId, i): Told => {
    const message = { ticketId, messageId, body: i === 0 ? saidBy(n) : `Mensagem ${i} sobre o que falta`, quotedId: null };
    return i % 2 === 0
      ? {
          type: 'MessageReceived',
          data: { ...message, channelId: `${i}`, sentAt: at.toISOString() },
          by: { kind: 'customer', id: contactId },
        }
      : {
          type: 'MessageSent',
          data: { ...message, userId, origin: 'attendant', signature: null, clientId: null },
          by: { kind: 'user', id: userId },
        };
  });
  const messageIds = ids.filter((_, i) => i % 2 === 0);
  const ticket = { ticketId, protocol: `l${n}`, status: 'pending', queueId, userId: null, connectionId, contactId };
  return [
    { type: 'ConversationStarted', data: { connectionId, contactId } },
    { type: 'TicketOpened', data: { ...ticket, channel: 'simulator' } },
    ...said,
    ...(tagIds.length > 0 ? [{ type: 'TicketTagged', data: { ticketId, tagIds } }] : []),
    ...(stage === 1 ? [{ type: 'TicketAccepted', data: { ticketId, userId } }] : []),
    ...(stage > 1
      ? [
          { type: 'MessagesRead', data: { ticketId, upTo: messageIds.at(-1), messageIds, unread: 0 } },
          { type: 'TicketClosed', data: { ticketId, userId, reason: 'resolved', ratingAsked: false } },
        ]
      : []),
  ];
};

export const fillUsers = (seeding: Seeding, companyId: string, rows: number): Promise<void> =>
  inLanes(3, Math.ceil(rows / AT_ONCE), async (batch) => {
    const users = Array.from({ length: Math.min(AT_ONCE, rows - batch * AT_ONCE) }, (_, i) => {
      const n = batch * AT_ONCE + i;
      const email = `pessoa${n}@banco-de-provas.com.br`;
      return { userId: newId(), name: namedBy(n), email, profile: 'user', super: false, queueIds: [], sectorId: null };
    });
    const events = await seeding.encodeAll(
      users.map((data) => ({ type: 'UserCreated', data })),
      benchMeta(companyId),
    );
    await seeding.appendAll([{ stream: `users-${companyId}-bench-${batch}`, events }]);
  });
