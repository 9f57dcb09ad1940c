import { setTimeout as wait } from 'node:timers/promises';
import { childId, conversationKey, type MessageOwn, type TicketOwn } from '@prosa/contracts';
import { persist, type Session } from './client.ts';
import type { Conversation } from './conversations.ts';
import { nameOf } from './names.ts';
import { Missed, type Screen } from './screen.ts';

export type Attendant = { session: Session; screen: Screen };
export type Stage = {
  url: string;
  connection: { id: string; token: string };
  /** Serves the queue of the connection. */
  first: Attendant;
  /** Serves another queue, to which some conversations are transferred. */
  second: Attendant;
  secondQueueId: string;
  /** How much faster than recorded; Infinity does not wait between turns. */
  speed: number;
};
export type Times = { inboundToScreen: number[]; command: number[] };
export type Played = {
  conversation: Conversation;
  number: string;
  ticketId: string;
  contactId: string;
  /** Of the last command: who reads as of it reads all of the conversation. */
  position: string;
};

/** How long a frame may take before the screen asks by GET instead: services may be killed meanwhile. */
const FRAME_WAIT = 15_000;
const TRIES = 6;

/** Plays one conversation from the customer's first message to the closed ticket. Throws when a step fails for good. */
export const play = async (
  stage: Stage,
  conversation: Conversation,
  n: number,
  number: string,
  times: Times,
): Promise<Played> => {
  const { url, connection, first, second } = stage;
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
  /** Waits for a frame; where it does not come, or the screen was told to fetch, looks by GET as a screen would. */
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
      (timeout) => by.screen.ticket(number, fits, timeout),
      async () => {
        const { tickets } = await by.session.get<{ tickets: Parameters<typeof fits>[0][] }>(
          `/tickets?searchParam=${encodeURIComponent(number)}`,
        );
        return tickets.find((ticket) => ticket.contact.number === number && fits(ticket));
      },
    );

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
      await tell(url, connection, {
        id,
        type: 'text',
        from: number,
        name: nameOf(n),
        text: turn.text,
        at: new Date().toISOString(),
      });
      if (!ticketId) {
        const ticket = await ticketOf(first, ({ status }) => status === 'pending');
        ({ id: ticketId, contactId } = ticket);
        key = conversationKey(connection.id, contactId);
      }
      const messageId = childId(key, `in:${id}`);
      const by = attendant;
      const came = await heard(
        (timeout) => by.screen.message(messageId, timeout),
        async () => {
          const { messages } = await by.session.get<{ messages: { id: string }[] }>(`/messages/${ticketId}`);
          return messages.some((message) => message.id === messageId) ? performance.now() : undefined;
        },
      );
      times.inboundToScreen.push(came - start);
      if (said === 1) {
        await accept(first);
        if (returnAt === 1) {
          await change(first, `/tickets/${ticketId}`, { status: 'pending' });
          await accept(first);
        }
      }
    } else {
      const { ms } = await attendant.session.command<MessageOwn>('POST', `/messages/${ticketId}`, {
        body: turn.text,
        fromMe: true,
      });
      times.command.push(ms);
    }
  }
  const position = await change(attendant, `/tickets/${ticketId}`, { status: 'closed' });
  return { conversation, number, ticketId, contactId, position };
};

const tell = async (url: string, connection: Stage['connection'], body: object) => {
  const answer = await persist(`${url}/webhooks/simulator/${connection.id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${connection.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 202) throw new Error(`The webhook answered ${answer.status}: ${await answer.text()}`);
  await answer.body?.cancel();
};
