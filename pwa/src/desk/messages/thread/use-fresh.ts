import type { MessageView, Unread } from '@prosa/contracts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { isNewer } from '../../../kernel/calls/positions.ts';
import { isLookedAt } from '../../../kernel/device/looked-at.ts';
import type { Conversation } from '../state/conversation.ts';
import { messageIn } from '../state/use-live-message.ts';

type Options = {
  ticketId: string;
  conversation: Conversation | undefined;
  /** Up to the newest, with those being sent. */
  messages: MessageView[];
  isLoaded: boolean;
  isUp: boolean;
  /** A closed ticket is not read any more: nothing in it counts as new. */
  isClosed: boolean;
};

/** The previous line stays beside the newest one: removing it visibly would make the messages below it jump. */
const LINES = 2;

/**
 * Where new messages begin: `opening` are those that were unread when the conversation was opened; `from` begins with them, and goes on with
 * the first message of each group that arrived while the user had scrolled up or looked elsewhere. An answer removes these lines.
 * `waiting`: number of messages that arrived since and were not scrolled to.
 */
export const useFresh = ({ ticketId, conversation, messages, isLoaded, isUp, isClosed }: Options) => {
  /** Those among the messages that this device had, or got first; undefined until there are any messages. */
  const [kept, setKept] = useState<Unread | null>();
  const [isAnswered, setAnswered] = useState(false);
  const [later, setLater] = useState<string[]>([]);
  const [waiting, setWaiting] = useState(0);
  const known = useRef<Set<string> | null>(null);
  if (kept === undefined && isLoaded) setKept(isClosed ? null : unreadAmong(messages, ticketId));
  const isOpening = conversation?.opening === true;

  useEffect(() => {
    if (!isLoaded || isOpening) return;
    const seen = known.current;
    known.current = new Set(messages.map(({ id }) => id));
    if (seen === null) return;
    const came = messages.slice(messages.findLastIndex(({ id }) => seen.has(id)) + 1);
    if (came.some(isAnswer)) {
      setAnswered(true);
      setLater([]);
    }
    const news = came.filter(({ fromMe }) => !fromMe);
    if (news.length === 0 || !(isUp || !isLookedAt())) return;
    if (waiting === 0) setLater((lines) => [...lines, news[0]!.id].slice(-LINES));
    setWaiting(waiting + news.length);
  }, [messages, isLoaded, isOpening, isUp, waiting]);

  useEffect(() => {
    if (!isUp) setWaiting(0);
  }, [isUp]);

  const opening = isAnswered || isClosed ? null : olderOf(kept ?? null, conversation);
  const from = useMemo(() => (opening ? [opening.from, ...later] : later), [opening, later]);
  return { from, opening, waiting, seen: () => setWaiting(0) };
};

const unreadAmong = (messages: MessageView[], ticketId: string): Unread | null => {
  const unread = messages.filter((message) => message.ticketId === ticketId && !message.fromMe && !message.read);
  return unread[0] ? { from: unread[0].id, count: unread.length } : null;
};

/** Just sent from here: its record has a different id than its key. An observation answers nobody. */
const isAnswer = ({ fromMe, id, clientId, isObservation }: MessageView): boolean => fromMe && clientId === id && !isObservation;

/**
 * The unread messages that begin earlier: the device's copy may lack older ones, and the server's answer may lack those that were
 * seen here meanwhile.
 */
const olderOf = (kept: Unread | null, conversation: Conversation | undefined): Unread | null => {
  const told = conversation?.unread ?? null;
  if (!kept || !told) return told ?? kept;
  const [first, other] = [messageIn(conversation, kept.from), messageIn(conversation, told.from)];
  return first && other && isNewer(other.position, first.position) ? kept : told;
};
