import { conversationOf, derivedId } from '@prosa/contracts';
import { pause, wakeSignal } from '@prosa/infra/runtime';
import { createConverse } from '../../desk/conversations/conversations.ts';
import { fairly } from '../../kernel/fairly.ts';
import type { ReactorTools } from '../../kernel/reactor.ts';
import type { DistributionFact } from './distribution.facts.ts';
import { companiesThatWait, freeAmong, type Waiting, waitingIn } from './distribution.rows.ts';
import { sharedOut } from './turns-of.ts';

/** How many tickets of a queue are given out before it is another company's turn. */
const CHUNK = 100;
const COMPANIES = 4;
const RETRY_MS = 1_000;
/** Only an event is a reason to look: this wait ends with one, or with the signal. */
const LOOK_MS = 60_000;

type Tools = Pick<ReactorTools, 'pool' | 'sets' | 'handle' | 'log' | 'turns'>;

/**
 * Gives out what waits, in the process that leads the reactor. A decision is made from the rows and from what was given and is not in them yet
 * (`given`). Its command has an id derived from the wait, so that two decisions on one wait, of this process and of one that led before it,
 * have one effect.
 */
export const createGiving = ({ pool, sets, handle, log, turns }: Tools) => {
  const converse = createConverse(handle);
  const { wake, wait } = wakeSignal();
  /** Who was given which ticket, until the rows say so. */
  const given = new Map<string, string>();
  const due = new Set<string>();

  /** Returns whether it is settled to whom the ticket goes. */
  const give = async (companyId: string, queueId: string, { id: ticketId, armedBy }: Waiting, userId: string) => {
    const key = conversationOf(ticketId);
    if (key === null) return true;
    try {
      const { events, repeated } = await converse(
        {
          key,
          companyId,
          commandId: derivedId(armedBy, 'distribution'),
          causationId: armedBy,
          actor: { kind: 'system', id: 'distribution' },
          missing: 'ERR_NO_TICKET_FOUND',
        },
        { do: 'give ticket', ticketId, queueId, userId },
      );
      // Somebody was quicker, or it waits no longer: the rows will say so.
      if (repeated || events.length === 0) given.delete(ticketId);
      return true;
    } catch (err) {
      given.delete(ticketId);
      log.warn({ err, companyId, ticketId }, 'a waiting ticket could not be given, retrying');
      return false;
    }
  };

  /** Gives out what waits in a queue; returns whether there may be more to do. */
  const giveOut = async (companyId: string, queueId: string, limit: number | null, userIds: string[], signal: AbortSignal) => {
    // As it is before the rows are read: whatever is in both counts once.
    const before = new Map(given);
    const read = await waitingIn(pool, queueId, CHUNK);
    const waiting = read.filter(({ id }) => !before.has(id));
    if (waiting.length === 0) return false;
    const takers = (await freeAmong(pool, companyId, userIds)).map(({ id, givenAt, open }) => ({
      id,
      givenAt: givenAt?.getTime() ?? 0,
      open: new Set([...open, ...[...before].flatMap(([ticketId, userId]) => (userId === id ? [ticketId] : []))]).size,
    }));
    const decided = sharedOut(waiting, takers, limit);
    for (const { ticket, userId } of decided) given.set(ticket.id, userId);
    const settled = await Promise.all(
      decided.map(({ ticket, userId }) =>
        turns.run('customer', companyId, async () => signal.aborted || give(companyId, queueId, ticket, userId)),
      ),
    );
    if (settled.includes(false)) await pause(RETRY_MS, signal);
    return settled.includes(false) || (decided.length > 0 && read.length === CHUNK);
  };

  const giveIn = async (companyId: string, signal: AbortSignal): Promise<void> => {
    const [queues, users] = await Promise.all([sets.queues(companyId), sets.users(companyId)]);
    for (const { id, deleted, distribution, maxPerUser } of queues.values()) {
      if (deleted || distribution !== 'turns' || signal.aborted) continue;
      const people = [...users.values()].filter((user) => !user.deleted && user.queueIds.includes(id));
      const userIds = people.map((user) => user.id);
      if (userIds.length > 0 && (await giveOut(companyId, id, maxPerUser, userIds, signal))) due.add(companyId);
    }
  };

  return {
    /** The rows have these events: their companies are looked at. */
    written: (facts: readonly DistributionFact[]): void => {
      for (const { type, data, meta } of facts) {
        if (type === 'TicketAccepted' || type === 'TicketClosed' || type === 'TicketDeleted') given.delete(data.ticketId);
        due.add(meta.companyId);
      }
      wake();
    },

    /** Gives out until `signal` is aborted. */
    run: async (signal: AbortSignal): Promise<void> => {
      given.clear();
      let isFirst = true;
      const work = async (companyId: string): Promise<void> => {
        try {
          await giveIn(companyId, signal);
        } catch (err) {
          log.warn({ err, companyId }, 'waiting tickets wait for a server');
          await pause(RETRY_MS, signal);
          due.add(companyId);
        }
        if (due.has(companyId)) wake();
      };
      const inTurn = fairly({ atOnce: COMPANIES, each: 1, work });
      while (!signal.aborted) {
        try {
          if (isFirst) for (const companyId of await companiesThatWait(pool)) due.add(companyId);
          isFirst = false;
        } catch (err) {
          log.warn({ err }, 'waiting tickets cannot be read');
        }
        for (const companyId of due) inTurn.add(companyId, companyId);
        due.clear();
        await wait(isFirst ? RETRY_MS : LOOK_MS, signal);
      }
      await inTurn.over();
    },
  };
};
