import { ContactView, limits, otherNumbersOf, Refused, routes } from '@prosa/contracts';
import { z } from 'zod';
import { type Db, sql } from '../kernel/db.ts';
import { type Feature, readRoute } from '../kernel/feature.ts';
import { byText } from '../kernel/order.ts';
import { pageOf } from '../kernel/paging.ts';
import { definePush } from '../kernel/push.ts';
import { exportRoute } from './contacts.export.ts';
import { contactRows } from './contacts.rows.ts';
import { matchesContact } from './contacts.search.ts';

const Contact = z.object({
  ...ContactView.omit({ uuid: true, profilePicUrl: true, kind: true }).shape,
  channel: z.string(),
  createdAt: z.date(),
  updatedAt: z.date(),
});

const select = (db: Db) => sql.fragment`
  select id, company_id as "companyId", name, number, other_numbers as "otherNumbers", email, extra_info as "extraInfo", channel, created_at as "createdAt",
    updated_at as "updatedAt"
  from ${db.table(contactRows)} c where company_id = ${db.companyId} and not deleted`;

const view = ({ channel, otherNumbers, createdAt, updatedAt, ...contact }: z.output<typeof Contact>): ContactView => ({
  ...contact,
  uuid: contact.id,
  otherNumbers: otherNumbersOf(contact.number, otherNumbers),
  profilePicUrl: null,
  kind: channel,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

const contactRecords = async (db: Db, ids: readonly string[]): Promise<Map<string, ContactView>> => {
  const rows = await db.many(sql.type(Contact)`${select(db)} and id = any(${sql.array(ids, 'uuid')})`);
  return new Map(rows.map((row) => [row.id, view(row)]));
};

type Asked = { searchParam: string; pageNumber: number };
const { pageSize, contactsAtOnce } = limits;
const listContacts = async (db: Db, { searchParam, pageNumber }: Asked, only = sql.fragment``, size: number = pageSize) => {
  const found = searchParam === '' ? sql.fragment`` : sql.fragment`and ${matchesContact(sql.fragment`search`, searchParam)}`;
  const matching = sql.fragment`${found} ${only}`;
  const rows = await db.many(sql.type(Contact)`${select(db)} ${matching}
    order by ${byText('name', 'c')}, id limit ${size + 1} offset ${(pageNumber - 1) * size}`);
  const { count } = await db.one(sql.type(z.object({ count: z.number() }))`
    select count(*)::int as count from ${db.table(contactRows)} c where company_id = ${db.companyId} and not deleted ${matching}`);
  const { records, hasMore } = pageOf(rows.map(view), size);
  return { contacts: records, count, hasMore };
};

export const contacts: Feature = {
  name: 'contacts',
  tables: [contactRows],
  pushes: [
    definePush(contactRows, {
      channel: 'contact',
      rooms: (row) => (row.deleted ? [] : [`company:${row.companyId}`]),
      records: contactRecords,
    }),
  ],
  routes: (app, reader) => {
    readRoute(app, reader, routes.contacts.list, ({ db, query }) => listContacts(db, query));
    readRoute(app, reader, routes.contacts.listAll, ({ db, query }) =>
      listContacts(db, { ...query, pageNumber: 1 }, undefined, contactsAtOnce),
    );
    // A forgotten contact has no number to write to.
    readRoute(app, reader, routes.contacts.listForwarded, ({ db, query }) =>
      listContacts(db, query, sql.fragment`and number is not null`),
    );
    exportRoute(app, reader);
    readRoute(app, reader, routes.contacts.show, async ({ db, params: { id } }) => {
      const contact = (await contactRecords(db, [id])).get(id);
      if (!contact) throw new Refused('ERR_NO_CONTACT_FOUND');
      return contact;
    });
  },
};
