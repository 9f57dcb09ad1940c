import { type ContactFact, type ConversationFact, type Fact, Refused } from '@prosa/contracts';
import { createClaims } from '../contacts/claims.ts';
import type { Deps } from '../kernel/deps.ts';
import { createConverse } from '../tickets/conversations.ts';
import type { KnownSets } from './known-sets.ts';
import { ticketsOf } from './open-tickets.ts';
import { deletedBy, goneOwners, leave, ownersOf } from './orphans.ts';
import { releaseNumber } from './released-numbers.ts';
import { showNumber } from './shown-numbers.ts';

const SIDE_BY_SIDE = 8;

/** The commands that follow from an event, each of which may be given twice: of tickets whose owner is gone, of numbers given back and shown. */
export const effectsOf = ({
  deps,
  sets,
  connectionOf,
}: {
  deps: Deps;
  sets: KnownSets;
  connectionOf: (stream: string) => Promise<string>;
}) => {
  const { pool, store, handle, log } = deps;
  const converse = createConverse(handle);
  const claims = createClaims(deps);

  /** Whether there may be some. It reads nothing: what it would have to look up for is taken for one. */
  const mayHave = async (fact: Fact): Promise<boolean> => {
    const { stream, companyId, revision } = fact.meta;
    if (deletedBy(fact)) return true;
    if (stream.startsWith('contact-')) {
      const { type, data } = fact as ContactFact;
      return type === 'ContactChanged' && data.number !== undefined && revision > 0n;
    }
    const owners = ownersOf(fact as ConversationFact);
    if (!owners) return false;
    if (owners.kinds.some((kind) => !sets.knows(kind, companyId))) return true;
    return (await goneOwners(sets, fact, () => connectionOf(stream))).length > 0;
  };

  const give = async (fact: Fact): Promise<void> => {
    const { stream } = fact.meta;
    if (stream.startsWith('contact-')) {
      await releaseNumber({ store, claims }, fact);
      await showNumber({ store, sets, converse }, fact);
    }
    const owner = deletedBy(fact);
    if (owner) {
      // What a deletion leaves behind. What comes to it later is seen to by the event that brings it.
      const next = (await ticketsOf(pool, owner.column, owner.id)).values();
      await Promise.all(
        Array.from({ length: SIDE_BY_SIDE }, async () => {
          for (const ticketId of next) await leave(converse, fact, owner, ticketId);
        }),
      );
    }
    if (!stream.startsWith('conversation-')) return;
    const { ticketId } = fact.data as { ticketId: string };
    for (const gone of await goneOwners(sets, fact, () => connectionOf(stream))) await leave(converse, fact, gone, ticketId);
  };

  return {
    mayHave,
    give: (fact: Fact): Promise<void> =>
      give(fact).catch((error: unknown) => {
        // What the rules refuse once they refuse again: it must not stop its lane.
        if (!(error instanceof Refused) || error.status >= 500) throw error;
        log.error({ code: error.code, type: fact.type, eventId: fact.meta.eventId }, 'what follows from an event was refused');
      }),
  };
};
