import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type ConnectionFact, type ConversationFact, type Fact, Refused } from '@prosa/contracts';
import { type Bus, type BusMessage, type Decoded, inTransaction, type Lease, lease, UnknownEvent } from '@prosa/infra/runtime';
import type pg from 'pg';
import { createClaims } from '../contacts/claims.ts';
import type { Deps } from '../kernel/deps.ts';
import { createConverse } from '../tickets/conversations.ts';
import { knownContacts } from './known-contacts.ts';
import { knownSets } from './known-sets.ts';
import { foldTicket, type TicketChanges, ticketsOf, writeTickets } from './open-tickets.ts';
import { deletedBy, goneOwners, leave, type Owner } from './orphans.ts';
import { beginnings, isLeaving, outgoing } from './outgoing.ts';
import { releaseNumber } from './released-numbers.ts';
import { showNumber } from './shown-numbers.ts';

const PREFIXES = ['conversation-', 'contact-', 'connections-', 'queues-', 'users-'];
const SIDE_BY_SIDE = 8;
/** Batches begin so far apart at least: each costs a publish and a commit, so a busy line goes in fewer and larger ones. */
const PACE_MS = 20;

/** Another process has moved the checkpoint: it is the one that reacts now. */
class Fenced extends Error {}

/**
 * What follows from events: messages to the channels, words on connections, tickets whose queue, user or connection is gone,
 * numbers given back. One ordered subscription under a lease; each effect may be had twice and does nothing then, and the
 * checkpoint moves only after them (decisions.md 12 and 14).
 */
export const startReactors = (deps: Deps, bus: Bus, timing: { ttlMs?: number; renewMs?: number } = {}): Lease =>
  lease({
    pool: deps.pool,
    name: 'reactors',
    owner: randomUUID(),
    log: deps.log,
    ...timing,
    onGained: (_, lost) => react(deps, bus, lost),
  });

const react = (deps: Deps, bus: Bus, signal: AbortSignal): Promise<void> => {
  const { store, pool, handle, log } = deps;
  const sets = knownSets(store);
  const contacts = knownContacts(store);
  const converse = createConverse(handle);
  const claims = createClaims(deps);
  const begun = beginnings(store);
  const connectionOf = async (stream: string) => (await begun(stream)).connectionId;
  const { outbound, control } = outgoing({ store, sets, contacts, begun });
  let position = -1n;

  /** Everything that one event causes but messages to channels, which go in one publish for all. */
  const effects = async (fact: Fact): Promise<void> => {
    const { stream } = fact.meta;
    if (stream.startsWith('contact-')) {
      await releaseNumber({ store, claims }, fact);
      await showNumber({ store, sets, converse }, fact);
    }
    if (!stream.startsWith('conversation-')) return;
    const owners = await goneOwners(sets, fact, () => connectionOf(stream));
    const { ticketId } = fact.data as { ticketId: string };
    for (const owner of owners) await leave(converse, fact, owner, ticketId);
  };

  /** A stretch without deletions: its messages in order, its effects, then table and checkpoint together. */
  const carryOut = async (facts: Decoded[], upTo: bigint): Promise<void> => {
    const readable = facts.filter(({ fault }) => !fault);
    for (const { type, meta, fault } of facts)
      if (fault)
        log.error({ err: fault, type, stream: meta.stream }, 'an event cannot be read: what follows from it is left out');
    const messages = await Promise.all(
      readable.map((fact): Promise<BusMessage | null> | null => {
        if (isLeaving(fact)) return outbound(fact as Parameters<typeof outbound>[0]);
        return fact.meta.stream.startsWith('connections-') ? control(fact as ConnectionFact) : null;
      }),
    );
    const publishing = messages.filter((message) => message !== null);
    if (publishing.length > 0) await bus.publish(publishing);
    const changes: TicketChanges = new Map();
    for (const fact of readable) {
      await effects(fact).catch((error: unknown) => {
        // What the rules refuse once they refuse again: it must not stop the line.
        if (!(error instanceof Refused) || error.status >= 500) throw error;
        log.error({ code: error.code, type: fact.type, eventId: fact.meta.eventId }, 'what follows from an event was refused');
      });
      await foldTicket(changes, fact as ConversationFact, connectionOf);
    }
    await commit(
      upTo,
      changes,
      facts.filter(({ fault }) => fault),
    );
  };

  const commit = async (upTo: bigint, changes: TicketChanges, unreadable: Decoded[]): Promise<void> => {
    if (upTo === position) return;
    const moveCheckpoint = async (client: pg.ClientBase | pg.Pool) => {
      const { rowCount } = await client.query(
        `update command.checkpoint set position = $1 where name = 'reactors' and position = $2`,
        [upTo, position],
      );
      if (rowCount !== 1) throw new Fenced('The reactors run elsewhere.');
    };
    if (changes.size === 0 && unreadable.length === 0) await moveCheckpoint(pool);
    else
      await inTransaction(pool, async (client) => {
        await writeTickets(client, changes);
        for (const fact of unreadable) await setAside(client, fact);
        await moveCheckpoint(client);
      });
    position = upTo;
  };

  /** What a deletion leaves behind: one command a ticket, of the tickets as they were when it happened. */
  const tidyUp = async (fact: Fact, owner: Owner): Promise<void> => {
    const tickets = await ticketsOf(pool, owner.column, owner.id);
    const next = tickets.values();
    await Promise.all(
      Array.from({ length: SIDE_BY_SIDE }, async () => {
        for (const ticketId of next) await leave(converse, fact, owner, ticketId);
      }),
    );
  };

  return store.subscribeAll({
    prefixes: PREFIXES,
    signal,
    from: async () => {
      const { rows } = await pool.query<{ position: string }>(`select position from command.checkpoint where name = 'reactors'`);
      position = BigInt(rows[0]?.position ?? -1);
      return position < 0n ? 'start' : position;
    },
    onBatch: async (facts, upTo) => {
      const since = performance.now();
      let stretch: Decoded[] = [];
      for (const fact of facts) {
        // Newer code wrote it: this process waits for that code instead of passing over what it means.
        if (fact.fault instanceof UnknownEvent) throw fact.fault;
        sets.heard(fact.meta.stream);
        contacts.heard(fact.meta.stream);
        const owner = fact.fault ? null : deletedBy(fact);
        if (owner) {
          const before = stretch.at(-1);
          if (before && before.meta.position < fact.meta.position) {
            await carryOut(stretch, before.meta.position);
            stretch = [];
          }
          await tidyUp(fact, owner);
        }
        stretch.push(fact);
      }
      await carryOut(stretch, upTo);
      const early = since + PACE_MS - performance.now();
      if (early > 0) await pause(early);
    },
  });
};

const setAside = async (client: pg.ClientBase, { type, meta, fault }: Decoded): Promise<void> => {
  await client.query(
    'insert into command.unreadable_event (event_id, stream, type, position, fault) values ($1, $2, $3, $4, $5) on conflict do nothing',
    [meta.eventId, meta.stream, type, meta.position, fault?.message ?? ''],
  );
};
