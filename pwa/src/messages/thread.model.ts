import type { MessageView, TicketView } from '@prosa/contracts';
import { formatDate } from '../i18n/format.ts';

/** What stands one below the other in a day of a conversation. */
export type ThreadItem =
  | { kind: 'message'; key: string; message: MessageView; joined: boolean; signature: string | null }
  /** Where a ticket began or ended; `ticket` null where it is not known (yet). */
  | { kind: 'started' | 'ended'; key: string; ticket: TicketView | null; at: string }
  /** "3 novas mensagens". */
  | { kind: 'fresh'; key: string; count: number };
export type ThreadDay = { key: string; at: string; items: ThreadItem[] };

export type ThreadParts = {
  /** In order, what is still on its way last. */
  messages: MessageView[];
  /** The tickets that the messages are of, as far as known. */
  ticketOf: (ticketId: string) => TicketView | null;
  /** The ticket that is shown. */
  ticketId: string;
  /** Older ones are not loaded. */
  hasMore: boolean;
  /** Each the first message of those that were new to the reader at a time. */
  freshFrom: readonly string[];
  zone: string | undefined;
};

const TOGETHER_MS = 3 * 60_000;

type Day = { zone: string | undefined; date: string };
const dates = new WeakMap<MessageView, Day>();
/** A message's day in the zone. Told once: all of a long conversation is gone through at each change, and to write a date is dear. */
const dateOf = (message: MessageView, zone: string | undefined): string => {
  const known = dates.get(message);
  if (known && known.zone === zone) return known.date;
  const date = formatDate(message.createdAt, zone);
  dates.set(message, { zone, date });
  return date;
};

/** A message's place on the screen: the same for what is sent and for its record. */
export const keyOf = ({ id, clientId }: Pick<MessageView, 'id' | 'clientId'>): string => clientId ?? id;

/** The conversation by days of the company's zone, with marks where tickets begin and end, and what one wrote in a row together. */
export const threadOf = ({ messages, ticketOf, ticketId, hasMore, freshFrom, zone }: ThreadParts): ThreadDay[] => {
  const days: ThreadDay[] = [];
  let before: MessageView | null = null;
  let joinable: MessageView | null = null;
  /** A deleted bubble shows no name: the next one of its group does. */
  let isSigned = false;
  const times = new Map<string, number>();
  let day: string | null = null;
  /**
   * Messages stand in the order in which they came, as they were read and answered in it. One that came late has a mark of its own
   * day before it, and the next one again: a time of yesterday under "Hoje" would be read as one of today.
   */
  const put = (date: string, at: string, item: ThreadItem) => {
    if (date !== day) {
      const time = (times.get(date) ?? 0) + 1;
      times.set(date, time);
      days.push({ key: time === 1 ? date : `${date} (${time})`, at, items: [] });
    }
    day = date;
    days.at(-1)!.items.push(item);
  };
  for (const message of messages) {
    const isOther = before === null || before.ticketId !== message.ticketId;
    if (before !== null && isOther) days.at(-1)?.items.push(...ended(ticketOf(before.ticketId), keyOf(message)));
    const date = dateOf(message, zone);
    const isNewDay = day !== date;
    if (isOther && (before !== null || !hasMore)) {
      const ticket = ticketOf(message.ticketId);
      put(date, message.createdAt, {
        kind: 'started',
        key: `started ${keyOf(message)}`,
        ticket,
        at: ticket?.createdAt ?? message.createdAt,
      });
    }
    const isFresh = freshFrom.includes(message.id);
    if (isFresh) {
      const rest = messages.slice(messages.indexOf(message));
      const next = rest.findIndex(({ id }, at) => at > 0 && freshFrom.includes(id));
      const count = rest.slice(0, next === -1 ? undefined : next).filter(({ fromMe }) => !fromMe).length;
      put(date, message.createdAt, { kind: 'fresh', key: `fresh ${keyOf(message)}`, count });
    }
    const alone = isOther || isNewDay || isFresh || joinable === null;
    const joined = !alone && isTogether(joinable!, message);
    if (!joined) isSigned = false;
    const signature: string | null = isSigned || message.isDeleted ? null : message.signature;
    isSigned ||= signature !== null;
    put(date, message.createdAt, { kind: 'message', key: keyOf(message), message, joined, signature });
    before = message;
    joinable = message;
  }
  const ticket = ticketOf(ticketId);
  if (before !== null && before.ticketId === ticketId) days.at(-1)?.items.push(...ended(ticket, 'end'));
  return days;
};

const ended = (ticket: TicketView | null, key: string): ThreadItem[] =>
  ticket?.closedAt ? [{ kind: 'ended', key: `ended ${key}`, ticket, at: ticket.closedAt }] : [];

/** Whether two messages in a row are one group: the same writer within 3 minutes. Observations stand alone. */
const isTogether = (a: MessageView, b: MessageView): boolean =>
  !a.isObservation &&
  !b.isObservation &&
  writerOf(a) === writerOf(b) &&
  Math.abs(Date.parse(b.createdAt) - Date.parse(a.createdAt)) < TOGETHER_MS;

const writerOf = ({ fromMe, user, signature, automatic }: MessageView): string =>
  fromMe ? `${user?.id ?? ''} ${signature ?? ''} ${automatic ?? ''}` : 'customer';

const SCHEME = /^(?:https?:\/\/|www\.)/i;

/** The words of a text, with its addresses apart: they become links. */
export const linked = (text: string): { text: string; href: string | null }[] => {
  const parts: { text: string; href: string | null }[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(/(?:https?:\/\/|\bwww\.)[^\s<>"]+/gi)) {
    const address = found.slice(0, endOf(found));
    if (address.replace(SCHEME, '') === '') continue;
    if (index > from) parts.push({ text: text.slice(from, index), href: null });
    parts.push({ text: address, href: /^http/i.test(address) ? address : `https://${address}` });
    from = index + address.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), href: null });
  return parts;
};

/** Where an address ends that the marks of a sentence may follow; a closing bracket belongs to it where it was opened within. */
const endOf = (found: string): number => {
  let open = found.split('(').length - found.split(')').length;
  let end = found.length;
  for (; end > 0 && /[.,;:!?)\]}'’”*~]/.test(found[end - 1]!); end -= 1) {
    if (found[end - 1] !== ')') continue;
    if (open >= 0) break;
    open += 1;
  }
  return end;
};
