import { contactLists as definition, overseersOf, Refused, routes } from '@prosa/contracts';
import { type Feature, readRoute } from '../../kernel/feature.ts';
import { definePush } from '../../kernel/push.ts';
import { recordFeature } from '../../records/record.feature.ts';
import { itemsOfList, listItemRecords, listItems } from './contact-lists.queries.ts';
import { listItemCounts, listItemRows } from './contact-lists.rows.ts';
import { contactsForLists } from './list-contacts.ts';

const plain = recordFeature(definition, undefined, {
  counted: { contactsCount: itemsOfList },
  counters: [{ counter: listItemCounts, id: ({ contactListId }) => contactListId as string }],
  isForAdmins: true,
});

/** Contact lists, a plain record, and their items. */
export const contactLists: Feature = {
  ...plain,
  tables: [...plain.tables, listItemRows],
  pushes: [
    ...(plain.pushes ?? []),
    definePush(listItemRows, {
      channel: 'contact-list-item',
      // An import writes hundreds in a second.
      mostPerSecond: 50,
      rooms: ({ companyId }) => overseersOf(companyId),
      records: listItemRecords,
    }),
  ],
  routes: (app, reader, aside) => {
    plain.routes?.(app, reader, aside);
    readRoute(app, reader, routes.contactListItems.list, ({ db, query: { contactListId = null, ...asked } }) =>
      listItems(db, { ...asked, contactListId }),
    );
    readRoute(app, reader, routes.contactListItems.show, async ({ db, params: { id } }) => {
      const item = (await listItemRecords(db, [id])).get(id);
      if (!item) throw new Refused('ERR_NO_CONTACT_LIST_ITEM_FOUND');
      return item;
    });
    contactsForLists(app, reader);
  },
};
