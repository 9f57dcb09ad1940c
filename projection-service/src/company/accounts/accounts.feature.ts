import { limits, Refused, routes, seesAll } from '@prosa/contracts';
import { type Feature, readRoute } from '../../kernel/feature.ts';
import { pageOf } from '../../kernel/paging.ts';
import { companyRecords } from '../companies/companies.feature.ts';
import { countAccounts, listAccounts, oneAccount } from './accounts.queries.ts';
import { connectionCounts, queueCounts } from './accounts.rows.ts';

/** Companies as platform-level users keep them, each with its plan and how much of that it uses. */
export const accounts: Feature = {
  name: 'accounts',
  tables: [connectionCounts, queueCounts],
  routes: (app, reader) => {
    readRoute(app, reader, routes.accounts.list, async ({ db, query: { searchParam, pageNumber } }) => {
      const offset = (pageNumber - 1) * limits.pageSize;
      const found = await listAccounts(db, searchParam, { limit: limits.pageSize + 1, offset });
      const { records, hasMore } = pageOf(found, limits.pageSize);
      return { companies: records, count: await countAccounts(db, searchParam), hasMore };
    });
    readRoute(app, reader, routes.accounts.listAll, async ({ db, query: { searchParam } }) => {
      const companies = await listAccounts(db, searchParam);
      return { companies, count: companies.length, hasMore: false };
    });
    readRoute(app, reader, routes.companies.show, async ({ db, asker, params: { id } }) => {
      const isOverseer = db.super || seesAll(asker);
      const found = isOverseer ? await oneAccount(db, id) : (await companyRecords(db, id === db.companyId ? [id] : [])).get(id);
      if (!found) throw new Refused('ERR_NO_COMPANY_FOUND');
      return found;
    });
  },
};
