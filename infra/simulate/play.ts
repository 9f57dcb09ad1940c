import { setTimeout as wait } from 'node:timers/promises';
import { childId, conversationKey, type MessageOwn, type TicketOwn } from '@prosa/contracts';
import { persist, type Session } from './client.ts';
import type { Conversation } from './conversations.ts';
import { extraAfter } from './kinds.ts';
import { fileAfter, type Sent } from './media.ts';
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
  number: string;
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
      (timeout) => by.screen.ticket(number, fits, timeout),
      async () => {
        const { tickets } = await by.session.get<{ tickets: Parameters<typeof fits>[0][] }>(
          `/tickets?searchParam=${encodeURIComponent(number)}`,
        );
        return tickets.find((ticket) => ticket.contact.number === number && fits(ticket));
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
      times.inboundToScreen.push((await seen(id)) - start);
      if (said === 1) {
        await accept(first);
        if (returnAt === 1) {
          await change(first, `/tickets/${ticketId}`, { status: 'pending' });
          await accept(first);
        }
      }
      const extra = extraAfter(n, said, stage.kinds);
      if (extra) {
        const more = { from: number, name: nameOf(n), at: new Date().toISOString() };
        await tell(url, connection, { ...more, ...extra.event, id: `${id}-extra` });
        await seen(`${id}-extra`);
        if (extra.after) await tell(url, connection, { ...more, ...extra.after, id: `${id}-after`, targetId: `${id}-extra` });
      }
      const file = fileAfter(n, i, stage.media);
      if (file) {
        const more = { id: `${id}-file`, from: number, name: nameOf(n), at: new Date().toISOString(), type: file.kind };
        await tell(url, connection, said % 2 === 0 ? formOf(file, more) : jsonOf(file, more));
        await seen(`${id}-file`);
      }
    } else {
      const { ms } = await attendant.session.command<MessageOwn>('POST', `/messages/${ticketId}`, {
        body: turn.text,
        fromMe: true,
      });
      times.command.push(ms);
      const file = fileAfter(n, i, stage.media);
      if (file)
        await attendant.session.command<MessageOwn>(
          'POST',
          `/messages/${ticketId}`,
          fileForm('medias', file, { body: file.caption }),
        );
    }
  }
  const position = await change(attendant, `/tickets/${ticketId}`, { status: 'closed' });
  return { conversation, n, number, ticketId, contactId, position };
};

/** A customer's file: within JSON, or as a form. */
const jsonOf = ({ bytes, mime, name, caption }: Sent, more: object) => ({
  ...more,
  text: caption,
  media: { mimetype: mime, filename: name, data: bytes.toString('base64') },
});
const formOf = (file: Sent, more: Record<string, string>) => fileForm('media', file, { ...more, text: file.caption });
const fileForm = (part: string, { bytes, mime, name }: Sent, fields: Record<string, string>): FormData => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append(part, new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mime }), name);
  return form;
};

const tell = async (url: string, connection: Stage['connection'], body: object) => {
  const isForm = body instanceof FormData;
  const answer = await persist(`${url}/webhooks/simulator/${connection.id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${connection.token}`, ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  });
  if (answer.status !== 202) throw new Error(`The webhook answered ${answer.status}: ${await answer.text()}`);
  await answer.body?.cancel();
};
