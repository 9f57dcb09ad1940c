import { type ContactListItemFact, derivedId, type Meta } from '@prosa/contracts';
import type { ReactorTools } from '../../kernel/reactor.ts';
import { numberKeyOf, placeOfNumber } from '../contact-lists/item-keys.ts';
import { listItems } from '../contact-lists/list-items.decider.ts';
import { streamOfItem } from '../contact-lists/list-items.reading.ts';
import { createLists } from '../contact-lists/lists.ts';

/**
 * Forgets the items that ever had one of these numbers, in all lists that there are or were: they leave their lists, and their keys are
 * destroyed, which also seal the recipients of campaigns that were made of them. An item that has got another number since goes too.
 */
export const createForgetItems = (tools: ReactorTools) => {
  const { store, keys, handle, turns } = tools;
  const lists = createLists(tools);

  const itemsWith = async (contactListId: string, numberKey: string): Promise<string[]> => {
    const facts = (await store.load(placeOfNumber(contactListId, numberKey).stream)) as unknown as readonly ContactListItemFact[];
    return facts.flatMap(({ data }) => ('numberKey' in data && data.numberKey === numberKey ? [data.itemId] : []));
  };

  return async ({ companyId, eventId }: Pick<Meta, 'companyId' | 'eventId'>, numbers: readonly string[]): Promise<void> => {
    const numberKeys = new Set(await Promise.all(numbers.map((number) => numberKeyOf(keys, companyId, number))));
    for (const contactListId of numberKeys.size === 0 ? [] : await lists.idsEver(companyId))
      await turns.run('bulk', companyId, async () => {
        const found = await Promise.all([...numberKeys].map((numberKey) => itemsWith(contactListId, numberKey)));
        for (const itemId of new Set(found.flat())) {
          await handle({
            companyId,
            actor: { kind: 'system', id: 'forgetting' },
            commandId: derivedId(eventId, 'forget item', itemId),
            causationId: eventId,
            decider: listItems,
            stream: streamOfItem(itemId)!,
            missing: 'ERR_NO_CONTACT_LIST_ITEM_FOUND',
            bulk: true,
            command: { do: 'forget item', contactListId, itemId },
          });
          await keys.destroy(itemId);
        }
      });
  };
};
