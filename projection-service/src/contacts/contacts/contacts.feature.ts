import { limits, Refused, routes } from '@prosa/contracts';
import { type Feature, readRoute } from '../../kernel/feature.ts';
import { definePush } from '../../kernel/push.ts';
import { exportRoute } from './contacts.export.ts';
import { listByLastTicket } from './contacts.last.ts';
import { contactRecords, listByName, listByNumber } from './contacts.queries.ts';
import { contactCounts, contactRows } from './contacts.rows.ts';

const { pageSize, contactsAtOnce } = limits;

export const contacts: Feature = {
  name: 'contacts',
  tables: [contactRows, contactCounts],
  pushes: [
    definePush(contactRows, {
      channel: 'contact',
      // An import writes hundreds in a second.
      mostPerSecond: 50,
      rooms: (row) => (row.deleted ? [] : [`company:${row.companyId}`]),
      records: contactRecords,
    }),
  ],
  routes: (app, reader) => {
    readRoute(app, reader, routes.contacts.list, ({ db, asker, query }) =>
      query.orderBy === 'name' ? listByName(db, query) : listByLastTicket(db, asker, query),
    );
    readRoute(app, reader, routes.contacts.listAll, ({ db, query: { searchParam } }) =>
      listByNumber(db, { searchParam, pageNumber: 1 }, contactsAtOnce),
    );
    // A forgotten contact has no number to write to.
    readRoute(app, reader, routes.contacts.listForwarded, ({ db, query }) =>
      listByNumber(db, { ...query, numbered: true }, pageSize),
    );
    exportRoute(app, reader);
    readRoute(app, reader, routes.contacts.show, async ({ db, params: { id } }) => {
      const contact = (await contactRecords(db, [id])).get(id);
      if (!contact) throw new Refused('ERR_NO_CONTACT_FOUND');
      return contact;
    });
  },
};
