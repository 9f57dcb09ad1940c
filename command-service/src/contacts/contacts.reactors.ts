import { contactEvents } from '@prosa/contracts';
import { createConverse } from '../conversations/conversations.ts';
import { defineReactor, type FactsOf } from '../kernel/reactor.ts';
import { createClaims } from './claims.ts';
import { releaseNumber } from './released-numbers.ts';
import { showNumber } from './shown-numbers.ts';

const { ContactChanged } = contactEvents;
const changesNumber = ({ data, meta }: FactsOf<typeof ContactChanged>): boolean =>
  data.number !== undefined && meta.revision > 0n;

/** A number that is no longer a contact's may become another's. */
export const releaseNumbers = defineReactor({
  name: 'released-numbers',
  streams: ['contact-'],
  events: [ContactChanged],
  concurrency: { total: 4, perCompany: 2 },
  start: (tools) => {
    const claims = createClaims(tools);
    return { mayCommand: changesNumber, command: (fact) => releaseNumber({ store: tools.store, claims }, fact) };
  },
});

/** Whoever answers in a contact's tickets sees that the number is another from now on. */
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
