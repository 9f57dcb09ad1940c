import { OptionView, queues, Refused, routes } from '@prosa/contracts';
import { z } from 'zod';
import { type Db, sql } from '../../kernel/db.ts';
import { type Feature, readRoute } from '../../kernel/feature.ts';
import { definePush } from '../../kernel/push.ts';
import { recordRows } from '../../records/record.rows.ts';
import { optionRows } from './menus.rows.ts';

const queueRows = recordRows(queues);

const Option = OptionView.omit({ mediaPath: true, mediaType: true, mediaName: true }).extend({
  media: z.object({ mediaId: z.string(), kind: OptionView.shape.mediaType.unwrap(), name: z.string().nullable() }).nullable(),
  now: z.number(),
});

const options = async (db: Db, where: ReturnType<typeof sql.fragment>): Promise<OptionView[]> => {
  const rows = await db.many(sql.type(Option)`
    select id, queue_id as "queueId", parent_id as "parentId", option, title, message, media, (extract(epoch from now()) * 1000)::float8 as now
    from ${db.table(optionRows)} where company_id = ${db.companyId} and ${where} order by option, id`);
  return rows.map(({ media, now, ...option }) => ({
    ...option,
    mediaPath: media && db.mediaUrl(media.mediaId, now),
    mediaType: media?.kind ?? null,
    mediaName: media?.name ?? null,
  }));
};

type Tree = OptionView & { children: Tree[] };
const treeOf = (all: readonly OptionView[], parentId: string | null): Tree[] =>
  all.filter((one) => one.parentId === parentId).map((one) => ({ ...one, children: treeOf(all, one.id) }));

/** The menus of the queues. */
export const menus: Feature = {
  name: 'menus',
  tables: [optionRows],
  pushes: [
    definePush(optionRows, {
      channel: 'queueOption',
      rooms: (row) => [`company:${row.companyId}`],
      records: async (db, ids) =>
        new Map((await options(db, sql.fragment`id = any(${sql.array([...ids], 'uuid')})`)).map((one) => [one.id, one])),
    }),
  ],
  routes: (app, reader) => {
    readRoute(app, reader, routes.menus.list, async ({ db, query: { queueId, parentId } }) => {
      const queues = await db.many(sql.type(z.object({ id: z.string() }))`
        select id from ${db.table(queueRows)} where company_id = ${db.companyId} and not deleted`);
      const asked = queues.filter(({ id }) => queueId === undefined || id === queueId).map(({ id }) => id);
      if (queueId !== undefined && asked.length === 0) throw new Refused('ERR_NO_QUEUE_FOUND');
      const all = await options(db, sql.fragment`queue_id = any(${sql.array(asked, 'uuid')})`);
      return treeOf(all, parentId === undefined || parentId === '-1' ? null : parentId);
    });
  },
};
