import { contactEvents, Refused } from '@prosa/contracts';
import { createConverse } from '../../desk/conversations/conversations.ts';
import { defineReactor, type FactsOf } from '../../kernel/reactor.ts';
import { createClaims } from './claims.ts';
import { createMerging } from './merging.ts';
import { releaseNumber } from './released-numbers.ts';
import { showNumber } from './shown-numbers.ts';

const { ContactChanged, ContactDeleted, ContactMergeBegun } = contactEvents;
const changesNumber = ({ data, meta }: FactsOf<typeof ContactChanged>): boolean =>
  data.number !== undefined && meta.revision > 0n;

/** Releases what no longer belongs to a contact, so that another contact can claim it. */
export const releaseNumbers = defineReactor({
  name: 'released-numbers',
  streams: ['contact-'],
  events: [ContactChanged, ContactDeleted],
  concurrency: { total: 4, perCompany: 2 },
  start: (tools) => {
    const claims = createClaims(tools);
    return {
      mayCommand: (fact) => fact.type === 'ContactDeleted' || changesNumber(fact),
      command: (fact) => releaseNumber({ store: tools.store, claims }, fact),
    };
  },
});

/** Shows a contact's changed number in its tickets, to those who answer there. */
export const showNumbers = defineReactor({
  name: 'shown-numbers',
  streams: ['contact-'],
  events: [ContactChanged],
  concurrency: { total: 4, perCompany: 2 },
  start: ({ store, sets, handle }) => {
    const converse = createConverse(handle);
    return { mayCommand: changesNumber, command: (fact) => showNumber({ store, sets, converse }, fact) };
  },
});

/** Finishes merges whose call did not, because its process ended. */
export const finishMerges = defineReactor({
  name: 'merged-contacts',
  streams: ['merges-'],
  events: [ContactMergeBegun],
  concurrency: { total: 4, perCompany: 2 },
  start: (tools) => {
    const merging = createMerging({ ...tools, connectionsOf: tools.sets.connections });
    return {
      command: async ({ data, meta }) => {
        const { companyId, actor, eventId } = meta;
        try {
          await merging({ companyId, actor, ...data, causationId: eventId });
        } catch (error) {
          // The contact was deleted before it was merged.
          if (!(error instanceof Refused) || error.code !== 'ERR_NO_CONTACT_FOUND') throw error;
        }
      },
    };
  },
});
