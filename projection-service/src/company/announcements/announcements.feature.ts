import { type AnnouncementView, announcements as definition, limits, PLATFORM, Refused } from '@prosa/contracts';
import { sql } from '../../kernel/db.ts';
import { type Feature, readRoute } from '../../kernel/feature.ts';
import { pageOf } from '../../kernel/paging.ts';
import { definePush } from '../../kernel/push.ts';
import { roomOfReaders } from '../../kernel/reach.ts';
import { recordQueries } from '../../records/record.queries.ts';
import { recordRows } from '../../records/record.rows.ts';

const rows = recordRows(definition);
const { read, byIds, count, matching } = recordQueries(definition);
const active = sql.fragment`and status`;

/** Announcements of the platform. Only the active ones are everybody's to see and hear. */
export const announcements: Feature = {
  name: definition.name,
  tables: [rows],
  pushes: [
    definePush(rows, {
      channel: 'company-announcement',
      rooms: (row) => (row.deleted ? [] : [row.status ? roomOfReaders(rows, row.companyId as string) : `company:${PLATFORM}`]),
      records: byIds,
    }),
  ],
  routes: (app, reader) => {
    readRoute(app, reader, definition.routes.list, async ({ db, asker, query: { searchParam, pageNumber, status } }) => {
      const isAll = asker.super && status !== true;
      const where = sql.fragment`${matching(searchParam)} ${isAll ? sql.fragment`` : active}`;
      const offset = (pageNumber - 1) * limits.pageSize;
      const page = await read(db, null, where, sql.fragment`limit ${limits.pageSize + 1} offset ${offset}`);
      const { records, hasMore } = pageOf(page, limits.pageSize);
      return { records: records as unknown as AnnouncementView[], count: await count(db, null, where), hasMore };
    });
    readRoute(app, reader, definition.routes.show, async ({ db, asker, params: { id } }) => {
      const [one] = await read(db, null, sql.fragment`and id = ${id} ${asker.super ? sql.fragment`` : active}`);
      if (!one) throw new Refused('ERR_NO_ANNOUNCEMENT_FOUND');
      return one as unknown as AnnouncementView;
    });
  },
};
