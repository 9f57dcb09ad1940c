import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ConnectionFact, ConversationFact, Fact } from '@prosa/contracts';
import {
  type Bus,
  type BusMessage,
  type Decoded,
  inTransaction,
  isPostgresAway,
  type Lease,
  lease,
  StoreAway,
  UnknownEvent,
} from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Deps } from '../kernel/deps.ts';
import { effectsOf } from './effects.ts';
import { type Errand, errandsOf } from './errands.ts';
import { knownContacts } from './known-contacts.ts';
import { knownSets } from './known-sets.ts';
import { foldTicket, type TicketChanges, writeTickets } from './open-tickets.ts';
import { beginnings, isLeaving, needsSearch, outgoing } from './outgoing.ts';

const PREFIXES = ['conversation-', 'contact-', 'connections-', 'queues-', 'users-'];
/** Batches begin so far apart at least: each costs a publish and a commit, so a busy line goes in fewer and larger ones. */
const PACE_MS = 20;

/** Another process has moved the checkpoint: it is the one that reacts now. */
class Fenced extends Error {}

/**
 * What follows from events: messages to the channels, words on connections, tickets whose queue, user or connection is gone,
 * numbers given back. One ordered subscription under a lease, which all companies share: it does only what costs next to nothing, and
 * leaves the rest as errands. Each effect may be had twice and does nothing then; the checkpoint moves only once messages are
 * published and errands written (ADR 12 and 14).
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

/** What a batch comes to. */
type Plan = { messages: BusMessage[]; errands: Errand[]; changes: TicketChanges; unreadable: Decoded[] };
/** A message to publish, if any, or why the event is left as an errand. */
type Answer = { message: BusMessage | null } | { later: string | null };

const react = async (deps: Deps, bus: Bus, signal: AbortSignal): Promise<void> => {
  const { store, pool, log } = deps;
  const sets = knownSets(store);
  const contacts = knownContacts(store);
  const begun = beginnings(store);
  const connectionOf = async (stream: string) => (await begun(stream)).connectionId;
  const { outbound, control } = outgoing({ store, sets, contacts, begun });
  const effects = effectsOf({ deps, sets, connectionOf });
  let position = -1n;

  /** All that follows from an event, however long it takes. */
  const carryOut = async (fact: Decoded, part: Errand['part']): Promise<TicketChanges> => {
    const changes: TicketChanges = new Map();
    if (fact.fault instanceof UnknownEvent) throw fact.fault;
    if (fact.fault) await setAside(pool, fact);
    else if (part === 'effects') await effects.give(fact);
    else {
      const message = isLeaving(fact) ? await outbound(fact) : isOfConnection(fact) ? await control(fact) : null;
      if (message) await bus.publish([message]);
      await effects.give(fact);
      await foldTicket(changes, fact as ConversationFact, connectionOf);
    }
    return changes;
  };
  const errands = errandsOf({ pool, store, log, signal, carryOut });

  const answerTo = async (fact: Decoded): Promise<Answer> => {
    if (errands.isWaiting(fact.meta.stream)) return { later: null };
    // Newer code wrote it: its stream waits for that code, and no other does.
    if (fact.fault instanceof UnknownEvent) return { later: fact.fault.message };
    if (fact.fault) return { message: null };
    if (isOfConnection(fact)) return { later: null };
    if (!isLeaving(fact)) return { message: null };
    return needsSearch(fact) ? { later: null } : { message: await outbound(fact) };
  };

  /** What goes wrong with one event is its stream's affair, unless a server is away: then all wait. */
  const orLater = (error: unknown): { later: string } => {
    if (error instanceof StoreAway || isPostgresAway(error)) throw error;
    return { later: error instanceof Error ? error.message : 'unknown' };
  };

  const planOf = async (facts: readonly Decoded[]): Promise<Plan> => {
    const plan: Plan = { messages: [], errands: [], changes: new Map(), unreadable: [] };
    const answers = await Promise.all(facts.map((fact) => answerTo(fact).catch(orLater)));
    const waiting = new Set<string>();
    for (const [index, fact] of facts.entries()) {
      const { stream } = fact.meta;
      let answer: Answer = waiting.has(stream) ? { later: null } : answers[index]!;
      if ('message' in answer && !fact.fault) {
        answer = await foldTicket(plan.changes, fact as ConversationFact, connectionOf).then(() => answer, orLater);
        const mayHave = 'message' in answer && (await effects.mayHave(fact).catch(() => true));
        if (mayHave) plan.errands.push({ fact, part: 'effects', fault: null });
      }
      if ('later' in answer) {
        waiting.add(stream);
        plan.errands.push({ fact, part: 'whole', fault: answer.later });
      } else if (fact.fault) {
        log.error({ err: fact.fault, type: fact.type, stream }, 'an event cannot be read: what follows from it is left out');
        plan.unreadable.push(fact);
      } else if (answer.message) plan.messages.push(answer.message);
    }
    return plan;
  };

  const commit = async (upTo: bigint, { changes, errands: left, unreadable }: Plan): Promise<void> => {
    if (upTo === position) return;
    const moveCheckpoint = async (client: pg.ClientBase | pg.Pool) => {
      const { rowCount } = await client.query(
        `update command.checkpoint set position = $1 where name = 'reactors' and position = $2`,
        [upTo, position],
      );
      if (rowCount !== 1) throw new Fenced('The reactors run elsewhere.');
    };
    if (changes.size === 0 && left.length === 0 && unreadable.length === 0) await moveCheckpoint(pool);
    else
      await inTransaction(pool, async (client) => {
        await writeTickets(client, changes);
        if (left.length > 0) await errands.write(client, left);
        for (const fact of unreadable) await setAside(client, fact);
        await moveCheckpoint(client);
      });
    position = upTo;
  };

  await errands.load();
  await store.subscribeAll({
    prefixes: PREFIXES,
    signal,
    from: async () => {
      const { rows } = await pool.query<{ position: string }>(`select position from command.checkpoint where name = 'reactors'`);
      position = BigInt(rows[0]?.position ?? -1);
      return position < 0n ? 'start' : position;
    },
    onBatch: async (facts, upTo) => {
      const since = performance.now();
      for (const { meta } of facts) {
        sets.heard(meta.stream);
        contacts.heard(meta.stream);
      }
      const plan = await planOf(facts);
      const written = errands.expect(plan.errands);
      try {
        if (plan.messages.length > 0) await bus.publish(plan.messages);
        await commit(upTo, plan);
      } finally {
        // Where it failed it may be in the table all the same.
        written();
      }
      const early = since + PACE_MS - performance.now();
      if (early > 0) await pause(early);
    },
  });
  await errands.over();
};

const isOfConnection = (fact: Fact): fact is ConnectionFact => fact.meta.stream.startsWith('connections-');

const setAside = async (client: pg.ClientBase | pg.Pool, { type, meta, fault }: Decoded): Promise<void> => {
  await client.query(
    'insert into command.unreadable_event (event_id, stream, type, position, fault) values ($1, $2, $3, $4, $5) on conflict do nothing',
    [meta.eventId, meta.stream, type, meta.position, fault?.message ?? ''],
  );
};
