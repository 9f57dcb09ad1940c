import type { MessageView, TicketLine, TicketView, Unread } from '@prosa/contracts';
import { isNewer } from '../../../kernel/calls/positions.ts';
import { firstNames } from '../../../kernel/i18n/first-names.ts';
import { formatDate } from '../../../kernel/i18n/format.ts';

/** The items of one day of a conversation, in order. */
export type ThreadItem =
  | {
      kind: 'message';
      key: string;
      message: MessageView;
      joined: boolean;
      signature: string | null;
      /** Set if it is the note of the transfer above it: to whom, as people are called here; null: to a queue. */
      noteTo?: { name: string | null };
    }
  /** Where a ticket began or ended; `ticket` is null if unknown (yet). */
  | { kind: 'started' | 'ended'; key: string; ticket: TicketView | null; at: string }
  /** What was done with a ticket. `by` and `to`: how the people of it are called here; null if it names none. */
  | { kind: 'line'; key: string; line: TicketLine; by: string | null; to: string | null }
  /** "3 novas mensagens". */
  | { kind: 'fresh'; key: string; count: number };
export type ThreadDay = { key: string; at: string; items: ThreadItem[] };

export type ThreadParts = {
  /** In order; those being sent come last. */
  messages: MessageView[];
  /** What was done with the tickets between these messages, in order. */
  lines?: readonly TicketLine[];
  /** Returns the ticket of a message, if it is known. */
  ticketOf: (ticketId: string) => TicketView | null;
  /** The ticket that is shown. */
  ticketId: string;
  /** Older messages are not loaded. */
  hasMore: boolean;
  /** Newer messages are not loaded. */
  hasNewer?: boolean;
  /** The first message of each group that arrived unread. */
  freshFrom: readonly string[];
  /** Those that were unread at the opening: not all of them need to be loaded. */
  unread?: Unread | null;
  zone: string | undefined;
};

const TOGETHER_MS = 3 * 60_000;

type Day = { zone: string | undefined; date: string };
const dates = new WeakMap<MessageView | TicketLine, Day>();
/**
 * The day of a message or line in the zone. Cached, because a long conversation is processed completely at each change, and formatting a date is
 * expensive.
 */
const dateOf = (one: MessageView | TicketLine, zone: string | undefined): string => {
  const known = dates.get(one);
  if (known && known.zone === zone) return known.date;
  const date = formatDate('createdAt' in one ? one.createdAt : one.at, zone);
  dates.set(one, { zone, date });
  return date;
};

/** The key of a message on the screen: the same for an outgoing message and its record. */
export const keyOf = ({ id, clientId }: Pick<MessageView, 'id' | 'clientId'>): string => clientId ?? id;

/** A message, or a line between messages. */
type Entry = { message: MessageView; line?: undefined } | { line: TicketLine; message?: undefined };

/** The messages with the lines between them; those being sent have no position yet, and come last. */
const entriesOf = (messages: MessageView[], lines: readonly TicketLine[]): Entry[] => {
  const entries: Entry[] = [];
  let next = 0;
  const linesUpTo = (message: MessageView | null) => {
    for (; next < lines.length && !(message && isNewer(lines[next]!.position, message.position)); next += 1)
      entries.push({ line: lines[next]! });
  };
  for (const message of messages) {
    linesUpTo(message.position === UNSENT ? null : message);
    entries.push({ message });
  }
  linesUpTo(null);
  return entries;
};
/** The position of a message that is being sent (`asMessage`). */
const UNSENT = '0';

/** How the people of the conversation are called in its lines. */
const calledIn = (messages: MessageView[], lines: readonly TicketLine[]) => {
  const people = lines.length === 0 ? [] : [...messages.map(({ user }) => user), ...lines.flatMap(({ by, user }) => [by, user])];
  const called = firstNames(people.flatMap((one) => one?.name ?? []));
  return (who: TicketLine['by']): string | null => (who ? (called.get(who.name ?? '') ?? null) : null);
};

/**
 * Splits the conversation into days of the company's zone, with separators where tickets begin and end, and groups consecutive messages of
 * one writer.
 */
export const threadOf = (parts: ThreadParts): ThreadDay[] => {
  const { messages, lines = [], ticketOf, ticketId, hasMore, hasNewer, freshFrom, unread, zone } = parts;
  const days: ThreadDay[] = [];
  let before: MessageView | null = null;
  let joinable: MessageView | null = null;
  /** A deleted bubble shows no name, so the next one of its group does. */
  let isSigned = false;
  const times = new Map<string, number>();
  let day: string | null = null;
  /**
   * Messages are shown in the order of arrival, in which they were read and answered. A late one gets a separator with its own day before
   * it, and the next message gets one again: otherwise a time of yesterday under "Hoje" would be read as today.
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
  /** The ticket of the previous messages, while its end is not marked yet; a message outside of any ticket does not end it. */
  let current: string | null = null;
  let isEnded = false;
  const entries = entriesOf(messages, lines);
  const called = calledIn(messages, lines);
  const lastOf = new Map(entries.map(({ message, line }, place) => [(message ?? line).ticketId, place]));
  /** Marks where the ticket before has ended, and where this one begins. */
  const enter = (of: string | null, place: number, key: string, date: string, at: string) => {
    if (current !== null && !isEnded && of !== current && lastOf.get(current)! < place) {
      days.at(-1)?.items.push(...ended(ticketOf(current), key));
      isEnded = true;
    }
    if (of === null || of === current) return;
    const ticket = ticketOf(of);
    // For the first ticket it is unknown whether it began further up.
    const isKnown = current !== null || !hasMore || (before !== null && ticket !== null && ticket.createdAt >= before.createdAt);
    current = of;
    isEnded = false;
    if (isKnown) put(date, at, { kind: 'started', key: `started ${key}`, ticket, at: ticket?.createdAt ?? at });
  };
  for (const [place, { message, line }] of entries.entries()) {
    if (line) {
      const date = dateOf(line, zone);
      enter(line.ticketId, place, line.id, date, line.at);
      put(date, line.at, { kind: 'line', key: line.id, line, by: called(line.by), to: called(line.user) });
      joinable = null;
      continue;
    }
    const isOther = before === null || before.ticketId !== message.ticketId;
    const date = dateOf(message, zone);
    const isNewDay = day !== date;
    enter(message.ticketId, place, keyOf(message), date, message.createdAt);
    const isFresh = freshFrom.includes(message.id);
    if (isFresh) {
      const rest = messages.slice(messages.indexOf(message));
      const next = rest.findIndex(({ id }, at) => at > 0 && freshFrom.includes(id));
      const loaded = rest.slice(0, next === -1 ? undefined : next).filter(({ fromMe }) => !fromMe).length;
      const count = message.id === unread?.from ? unread.count : loaded;
      put(date, message.createdAt, { kind: 'fresh', key: `fresh ${keyOf(message)}`, count });
    }
    const alone = isOther || isNewDay || isFresh || joinable === null;
    const joined = !alone && isTogether(joinable!, message);
    if (!joined) isSigned = false;
    const signature: string | null = isSigned || message.isDeleted ? null : (message.author?.name ?? message.signature);
    isSigned ||= signature !== null;
    const above = entries[place - 1]?.line;
    const noteTo = above && isNoteOf(message, above) ? { noteTo: { name: called(above.user) } } : {};
    put(date, message.createdAt, { kind: 'message', key: keyOf(message), message, joined, signature, ...noteTo });
    before = message;
    joinable = message;
  }
  const ticket = ticketOf(ticketId);
  if (current === ticketId && !isEnded && !hasNewer) days.at(-1)?.items.push(...ended(ticket, 'end'));
  return days;
};

/** Whether an observation was written with the transfer right above it: by the same act. */
const isNoteOf = (message: MessageView, { kind, by, at }: TicketLine): boolean =>
  kind === 'transferred' && message.isObservation && by !== null && by.id === message.user?.id && at === message.createdAt;

const ended = (ticket: TicketView | null, key: string): ThreadItem[] =>
  ticket?.closedAt ? [{ kind: 'ended', key: `ended ${key}`, ticket, at: ticket.closedAt }] : [];

/** Whether two consecutive messages form a group: same writer, within 3 minutes. Observations are never grouped. */
const isTogether = (a: MessageView, b: MessageView): boolean =>
  !a.isObservation &&
  !b.isObservation &&
  writerOf(a) === writerOf(b) &&
  Math.abs(Date.parse(b.createdAt) - Date.parse(a.createdAt)) < TOGETHER_MS;

const writerOf = ({ fromMe, user, signature, automatic, author, fromPhone }: MessageView): string =>
  fromMe ? `${user?.id ?? ''} ${signature ?? ''} ${automatic ?? ''} ${fromPhone}` : `customer ${author?.id ?? ''}`;
