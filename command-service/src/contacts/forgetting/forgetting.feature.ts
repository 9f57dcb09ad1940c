import { contactEvents, Refused, routes } from '@prosa/contracts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { Feature } from '../../kernel/feature.ts';
import { defineReactor } from '../../kernel/reactor.ts';
import { sweeping } from '../../kernel/sweeping.ts';
import { onContact } from '../contacts/contact.decider.ts';
import { readContactEver } from '../contacts/contact.reading.ts';
import { forgetAgain } from './erasures.ts';
import { createForgetting } from './forgetting.ts';

/** How often the file of those who were forgotten is read; it matters at the start of a restored backup. */
const EVERY_MS = 3_600_000;

/** Carries out what has been decided, however often its process ends on the way. */
export const forgetContacts = defineReactor({
  name: 'forgotten-contacts',
  streams: ['contact-', 'merges-'],
  events: [contactEvents.ContactForgotten, contactEvents.ContactMergeBegun],
  concurrency: { total: 2, perCompany: 1 },
  start: (tools) => {
    const { carryOut, mergedLater } = createForgetting(tools);
    return {
      command: (fact) => (fact.type === 'ContactForgotten' ? carryOut(fact) : mergedLater(fact)),
      beside: (signal) =>
        sweeping(
          { everyMs: EVERY_MS, log: tools.log, failed: 'whom a restored backup brings back could not be forgotten again' },
          () => forgetAgain(tools, signal),
          signal,
        ),
    };
  },
});

/** Forgetting contacts. */
export const forgetting: Feature = {
  name: 'forgetting',
  routes: (app, deps) => {
    const { store, handle } = deps;

    commandRoute(app, deps, routes.forgetting.forget, async ({ params, identity: doer }) => {
      const contactId = params.id.toLowerCase();
      const { position } = await handle({
        ...doer,
        ...onContact(contactId),
        command: async () => {
          // What a merged contact was is forgotten with the one that has it now.
          const record = await readContactEver(store, doer.companyId, contactId);
          if (!record || (record.mergedInto !== null && !record.forgotten)) throw new Refused('ERR_NO_CONTACT_FOUND');
          return { do: 'forget contact' as const, contactId };
        },
      });
      return { position, reply: null };
    });
  },
  reactors: [forgetContacts],
};
