import { contactEvents } from '@prosa/contracts';
import { createConverse } from '../conversations/conversations.ts';
import { defineReactor, type FactsOf } from '../kernel/reactor.ts';
import { createClaims } from './claims.ts';
import { releaseNumber } from './released-numbers.ts';
import { showNumber } from './shown-numbers.ts';

const { ContactChanged, ContactDeleted } = contactEvents;
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
