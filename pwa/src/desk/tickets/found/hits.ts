import { limits, type MessageView, messageRoutes, type TicketView } from '@prosa/contracts';
import { createContext, useEffect, useMemo, useRef, useState } from 'react';
import { failureOf } from '../../../kernel/calls/api-error.ts';
import { call } from '../../../kernel/calls/client.ts';

/** The newest message of a ticket that has the words, and how many have them. `null`: none has. */
export type Hit = { message: MessageView; count: number };
type Answered = { words: string; known: ReadonlyMap<string, Hit | null> };

/** The words that the list was searched for, and what is known of its tickets. */
export const HitsContext = createContext<Answered>({ words: '', known: new Map() });

/** Maximum number of tickets of one request. */
const AT_ONCE = 100;

/**
 * Where the words are in the messages of these tickets: asked once for each, and again when it has changed. Fewer than three letters are
 * sought in names and numbers only. What cannot be fetched is as if there were none: the row shows the last message.
 */
export const useHits = (tickets: readonly TicketView[], text: string): Answered => {
  const words = text.trim().length < limits.searchMin ? '' : text.trim();
  const [answered, setAnswered] = useState<Answered>({ words, known: new Map() });
  const asked = useRef({ words, at: new Map<string, string>() });
  useEffect(() => {
    if (asked.current.words !== words) asked.current = { words, at: new Map() };
    const { at } = asked.current;
    const missing = words === '' ? [] : tickets.filter(({ id, updatedAt }) => at.get(id) !== updatedAt);
    for (const { id, updatedAt } of missing) at.set(id, updatedAt);
    const own = asked.current;
    for (let from = 0; from < missing.length; from += AT_ONCE) {
      const some = missing.slice(from, from + AT_ONCE);
      void hitsOf(some, words).then((hits) => {
        if (asked.current !== own) return;
        setAnswered((before) => ({
          words,
          known: new Map([
            ...(before.words === words ? before.known : []),
            ...some.map(({ id }): [string, Hit | null] => [id, hits.get(id) ?? null]),
          ]),
        }));
      });
    }
  }, [tickets, words]);
  useEffect(
    () => () => {
      asked.current = { words: '', at: new Map() };
    },
    [],
  );
  return useMemo(() => (answered.words === words ? answered : { words, known: new Map() }), [answered, words]);
};

const hitsOf = async (tickets: readonly TicketView[], description: string): Promise<Map<string, Hit>> => {
  try {
    const { data } = await call(messageRoutes.searchByTickets, {
      query: { description, ticketIds: tickets.map(({ id }) => id) },
    });
    return new Map(data.hits.map(({ ticketId, message, count }) => [ticketId, { message, count }]));
  } catch (error) {
    console.warn('The hits of a search could not be fetched:', failureOf(error).code);
    return new Map();
  }
};
