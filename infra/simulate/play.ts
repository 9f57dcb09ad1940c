import { setTimeout as wait } from 'node:timers/promises';
import { childId, conversationKey, type MessageOwn, type TicketOwn } from '@prosa/contracts';
import type { Session } from './client.ts';
import type { Conversation } from './conversations.ts';
import type { Customer, Customers } from './customers.ts';
import { extraAfter } from './kinds.ts';
import { fileAfter, fileForm } from './media.ts';
import { nameOf } from './names.ts';
import { Missed, type Screen } from './screen.ts';

export type Attendant = { session: Session; screen: Screen };
export type Stage = {
  url: string;
  customers: Customers;
  /** Serves the queue of the connection. */
  first: Attendant;
  /** Serves another queue, to which some conversations are transferred. */
  second: Attendant;
  secondQueueId: string;
  /** How much faster than recorded; Infinity: no wait between turns. */
  speed: number;
  /** Share of a customer's turns, from 0 to 1, after which they send something that is not plain text. */
  kinds: number;
  /** Share of turns, from 0 to 1, after which the writer sends a file. */
  media: number;
};
export type Times = { inboundToScreen: number[]; command: number[] };
export type Played = {
  conversation: Conversation;
  /** Its index among all conversations. */
  n: number;
  customer: Customer;
  ticketId: string;
  contactId: string;
  /** Position of the last command: a read at this position returns the whole conversation. */
  position: string;
};

/** How long to wait for a frame before the screen uses GET instead: services may be killed meanwhile. */
const FRAME_WAIT = 15_000;
const TRIES = 6;

/** Plays one conversation from the customer's first message to the closed ticket. Throws if a step fails permanently. */
export const play = async (
  stage: Stage,
  conversation: Conversation,
  n: number,
  number: string,
  times: Times,
): Promise<Played> => {
  const { customers, first, second } = stage;
  const customer = await customers.customer(number, nameOf(n));
  let attendant = first;
  let ticketId = '';
  let key = '';
  let contactId = '';
  const transferAt = n % 5 === 3 ? Math.ceil(conversation.turns.length / 2) : -1;
  const returnAt = n % 7 === 2 ? 1 : -1;

  const change = async (by: Attendant, path: string, body: object) => {
    const { position, ms } = await by.session.command<TicketOwn>('PUT', path, body);
    times.command.push(ms);
    return position;
  };
  const accept = async (by: Attendant) => {
    await change(by, `/tickets/${ticketId}`, { status: 'open', userId: by.session.userId });
    attendant = by;
  };
  /** Waits for a frame; if it does not arrive, or the screen was told to fetch, uses GET as a screen would. */
  const heard = async <T>(frame: (timeout: number) => Promise<T>, look: () => Promise<T | undefined>): Promise<T> => {
    for (let tries = 0; ; ) {
      const found = await frame(FRAME_WAIT).catch((error: Error) => error);
      if (!(found instanceof Error)) return found;
      const seen = await look();
      if (seen !== undefined) return seen;
      if (!(found instanceof Missed)) tries += 1;
      if (tries > TRIES) throw found;
    }
  };
  const ticketOf = (by: Attendant, fits: Parameters<Screen['ticket']>[1]) =>
    heard(
      (timeout) => by.screen.ticket(customer.key, fits, timeout),
      async () => {
        const { tickets } = await by.session.get<{ tickets: Parameters<typeof fits>[0][] }>(
          `/tickets?searchParam=${encodeURIComponent(customer.key)}`,
        );
        return tickets.find((ticket) => ticket.contact.number === customer.key && fits(ticket));
      },
    );

  /** When the screen received a customer's message, by the channel's id of the message. */
  const seen = (channelId: string): Promise<number> => {
    const messageId = childId(key, `in:${channelId}`);
    const by = attendant;
    return heard(
      (timeout) => by.screen.message(messageId, timeout),
      async () => {
        const { messages } = await by.session.get<{ messages: { id: string }[] }>(`/messages/${ticketId}`);
        return messages.some((message) => message.id === messageId) ? performance.now() : undefined;
      },
    );
  };

  let said = 0;
  let previousAt = 0;
  for (const [i, turn] of conversation.turns.entries()) {
    if (Number.isFinite(stage.speed) && turn.at !== undefined)
      await wait((Math.max(0, turn.at - previousAt) * 1_000) / stage.speed);
    previousAt = turn.at ?? previousAt;
    if (i === transferAt && ticketId) {
      await change(attendant, `/tickets/${ticketId}`, { queueId: stage.secondQueueId });
      await ticketOf(second, (ticket) => ticket.id === ticketId && ticket.status === 'pending');
      await accept(second);
    }
    if (turn.from === 'customer') {
      said += 1;
      const id = `${conversation.id}-${number}-${said}`;
      const start = performance.now();
      const channelId = await customers.say(customer, id, { type: 'text', text: turn.text });
      if (!ticketId) {
        const ticket = await ticketOf(first, ({ status }) => status === 'pending');
        ({ id: ticketId, contactId } = ticket);
        key = conversationKey(customers.connectionId, contactId);
      }
      times.inboundToScreen.push((await seen(channelId)) - start);
      if (said === 1) {
        await accept(first);
        if (returnAt === 1) {
          await change(first, `/tickets/${ticketId}`, { status: 'pending' });
          await accept(first);
        }
      }
      const extra = extraAfter(n, said, stage.kinds, customers.knows);
      if (extra) {
        const target = await customers.say(customer, `${id}-extra`, extra.event);
        await seen(target);
        if (extra.after) await customers.say(customer, `${id}-after`, extra.after, target);
      }
      const file = fileAfter(n, i, stage.media, customers.abilities);
      if (file) await seen(await customers.sendFile(customer, `${id}-file`, customers.fileBy('customer', file)));
    } else {
      const { ms } = await attendant.session.command<MessageOwn>('POST', `/messages/${ticketId}`, {
        body: turn.text,
        fromMe: true,
      });
      times.command.push(ms);
      const file = fileAfter(n, i, stage.media, customers.abilities);
      if (file)
        await attendant.session.command<MessageOwn>(
          'POST',
          `/messages/${ticketId}`,
          fileForm('medias', file, { body: file.caption }),
        );
    }
  }
  const position = await change(attendant, `/tickets/${ticketId}`, { status: 'closed' });
  return { conversation, n, customer, ticketId, contactId, position };
};
