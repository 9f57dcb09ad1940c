import type { EventData } from '@eventstore/db-client';
import { childId, conversationKey, conversationStream, newId } from '@prosa/contracts';
import { nameOf, numberOf } from '../simulate/names.ts';
import type { Seeding } from './seeded.ts';
import { benchMeta, inLanes } from './store.ts';

/** Prefix of the customers' numbers, different from the other benches. */
const RUN = 84;
/** Contacts whose events are encoded and appended together. */
const AT_ONCE = 500;
/** Lanes beside the first one; the cards are spread over all. */
const LANES = ['Contato feito', 'Proposta enviada', 'Em negociação', 'Fechado'];
/** Cards came so far apart, up to now. */
const APART_MS = 10_000;

/** Tags that are lanes, and contacts with a card and a ticket each, as the command side writes them. Returns the lanes as calls name them. */
export const fillBoard = async (seeding: Seeding, companyId: string, cards: number): Promise<string[]> => {
  const tagIds = LANES.map(newId);
  const tags = tagIds.map(async (id, n) => {
    const data = { id, name: LANES[n], color: '#0EA5E9', kanban: 1, userId: null };
    return { stream: `tag-${id}`, events: await seeding.encodeAll([{ type: 'tag.created', data }], benchMeta(companyId)) };
  });
  await seeding.appendAll(await Promise.all(tags));
  const lanes = [null, ...tagIds];
  const connectionId = newId();
  const userId = newId();
  await inLanes(3, Math.ceil(cards / AT_ONCE), async (batch) => {
    const numbers = Array.from({ length: Math.min(AT_ONCE, cards - batch * AT_ONCE) }, (_, i) => batch * AT_ONCE + i);
    const contacts = numbers.map((n) => ({ n, contactId: newId() }));
    await seeding.createMany(
      contacts.map(({ contactId }) => contactId),
      companyId,
    );
    const streams: { stream: string; events: EventData[] }[] = [];
    for (const { n, contactId } of contacts) {
      const meta = benchMeta(companyId, new Date(Date.now() - (cards - n) * APART_MS));
      const key = conversationKey(connectionId, contactId);
      const tell = async (stream: string, told: { type: string; data: unknown }[]) =>
        streams.push({ stream, events: await seeding.encodeAll(told, meta, contactId) });
      const name = `${nameOf(n)} ${n}`;
      const contact = { contactId, name, number: numberOf(RUN, n), email: null, extraInfo: [], channel: 'simulator' };
      await tell(`contact-${contactId}`, [{ type: 'ContactCreated', data: contact }]);
      await tell(
        conversationStream(key),
        ticketOf(n, { connectionId, contactId, userId, ticketId: childId(key, 'ticket:bench') }),
      );
      await tell(`card-${contactId}`, [{ type: 'CardAdded', data: cardOf(n, contactId, lanes, meta.at) }]);
    }
    await seeding.appendAll(streams);
  });
  return lanes.map((tagId) => tagId ?? '0');
};

type Of = { connectionId: string; contactId: string; userId: string; ticketId: string };
/** By turns a ticket that waits, one that is served, and one that is closed. */
const ticketOf = (n: number, { connectionId, contactId, userId, ticketId }: Of): { type: string; data: unknown }[] => {
  const ticket = { ticketId, protocol: `k${n}`, status: 'pending', queueId: null, userId: null, connectionId, contactId };
  return [
    { type: 'ConversationStarted', data: { connectionId, contactId } },
    { type: 'TicketOpened', data: { ...ticket, channel: 'simulator' } },
    ...(n % 3 > 0 ? [{ type: 'TicketAccepted', data: { ticketId, userId } }] : []),
    ...(n % 3 > 1 ? [{ type: 'TicketClosed', data: { ticketId, userId, reason: 'resolved', ratingAsked: false } }] : []),
  ];
};

const cardOf = (n: number, contactId: string, lanes: (string | null)[], at: Date) => ({
  contactId,
  tagId: lanes[n % lanes.length],
  observation: null,
  description: `Pedido ${n}, a combinar`,
  budgetedCents: 100_000 + n * 100,
  negotiatedCents: n % 2 === 0 ? 90_000 + n * 100 : null,
  addedAt: at.toISOString(),
  from: null,
});
