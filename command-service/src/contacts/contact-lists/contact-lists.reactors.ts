import {
  type ContactFact,
  contactEvents,
  contactListCheckEvents,
  contactListItemEvents,
  contactLists,
  derivedId,
  LIST_PARTS,
  listItemsKey,
  listItemsStream,
} from '@prosa/contracts';
import { defineReactor, type ReactorTools } from '../../kernel/reactor.ts';
import { inBulk } from '../../kernel/turns.ts';
import { contactOf, spelledIdentitiesOf } from '../contacts/contact.reading.ts';
import { numberKeyOf, placeOfNumber } from './item-keys.ts';
import { createListChecks } from './list-checks.ts';
import { listItems } from './list-items.decider.ts';
import { streamOfItem } from './list-items.reading.ts';
import { createLists } from './lists.ts';

const { ContactListItemAdded, ContactListItemChanged } = contactListItemEvents;

/** Asks which numbers of a list are on WhatsApp, one list of a company at a time; one that was cut off goes on at the next start. */
export const checkLists = defineReactor({
  name: 'list-checks',
  streams: ['list-check-'],
  events: [contactListCheckEvents.ContactListCheckStarted],
  concurrency: { total: 4, perCompany: 1 },
  start: (tools) => {
    const checks = createListChecks(tools);
    return { command: ({ data, meta }) => checks.ofList(meta.companyId, data.contactListId) };
  },
});

/** Asks whether a number that a person typed is on WhatsApp; an import asks for the whole list. */
export const checkItems = defineReactor({
  name: 'list-item-checks',
  streams: ['list-items-'],
  events: [ContactListItemAdded, ContactListItemChanged],
  concurrency: { total: 4, perCompany: 1 },
  start: (tools) => {
    const checks = createListChecks(tools);
    return {
      mayCommand: (fact) => fact.type === 'ContactListItemChanged' || fact.data.importId === null,
      command: ({ data, meta }) => checks.ofItem(meta.companyId, data.itemId),
    };
  },
});

/** Removes a deleted contact's numbers from every list. */
export const leaveLists = defineReactor({
  name: 'contacts-leave-lists',
  streams: ['contact-'],
  events: [contactEvents.ContactDeleted],
  concurrency: { total: 4, perCompany: 2 },
  start: (tools) => ({ command: (fact) => leaveAll(tools, fact) }),
});

/** Removes the items of a deleted list. */
export const emptyLists = defineReactor({
  name: 'emptied-lists',
  streams: ['contact-lists-'],
  events: [contactLists.events.deleted],
  concurrency: { total: 4, perCompany: 1 },
  start: ({ handle, turns }) => ({
    command: async ({ data: { id: contactListId }, meta: { companyId, eventId } }) => {
      const parts = Array.from({ length: LIST_PARTS }, (_, part) => listItemsKey(contactListId, part));
      await inBulk(turns, companyId, parts, async (key) => {
        await handle({
          companyId,
          actor: { kind: 'system', id: 'reactors' },
          commandId: derivedId(eventId, 'empty', key),
          causationId: eventId,
          decider: listItems,
          stream: listItemsStream(key),
          missing: 'ERR_NO_CONTACT_LIST_FOUND',
          bulk: true,
          command: { do: 'empty', contactListId },
        });
      });
    },
  }),
});

const leaveAll = async (tools: ReactorTools, { meta }: ContactFact): Promise<void> => {
  const { store, keys, turns } = tools;
  const { companyId, stream, revision } = meta;
  // As it was before it was deleted: from then on it names nothing.
  const contact = contactOf(await store.load(stream, { max: Number(revision) }));
  if (!contact) return;
  const numbers = spelledIdentitiesOf(contact).filter(({ kind }) => kind === 'phone');
  const numberKeys = await Promise.all(numbers.map(({ value }) => numberKeyOf(keys, companyId, value)));
  for (const contactListId of await createLists(tools).idsOf(companyId))
    for (const numberKey of new Set(numberKeys))
      await turns.run('bulk', companyId, () => leave(tools, meta, contactListId, numberKey));
};

const leave = async (
  { handle }: ReactorTools,
  { companyId, eventId }: ContactFact['meta'],
  contactListId: string,
  numberKey: string,
): Promise<void> => {
  const forget = (stream: string) =>
    handle({
      companyId,
      actor: { kind: 'system', id: 'reactors' },
      commandId: derivedId(eventId, 'leave', contactListId, numberKey),
      causationId: eventId,
      decider: listItems,
      stream,
      missing: 'ERR_NO_CONTACT_LIST_ITEM_FOUND',
      bulk: true,
      command: { do: 'forget number', contactListId, numberKey },
    });
  const { state } = await forget(placeOfNumber(contactListId, numberKey).stream);
  const elsewhere = state.taken.get(numberKey);
  if (elsewhere) await forget(streamOfItem(elsewhere.itemId)!);
};
