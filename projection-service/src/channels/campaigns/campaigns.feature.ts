import { fields, limits, overseersOf, Refused, routes, type Shipping, valuesOf } from '@prosa/contracts';
import { answerPosition, implement } from '@prosa/infra/runtime';
import { z } from 'zod';
import { sendCsv } from '../../kernel/csv.reply.ts';
import { sql } from '../../kernel/db.ts';
import { type Asker, type Feature, readRoute } from '../../kernel/feature.ts';
import { readCursor, writeCursor } from '../../kernel/keyset.ts';
import { pageOf } from '../../kernel/paging.ts';
import { definePush } from '../../kernel/push.ts';
import { type Language, recipientHead, recipientLine } from './campaigns.csv.ts';
import {
  campaignsByIds,
  countCampaigns,
  matchingCampaigns,
  previewedItem,
  readCampaigns,
  recipientsAfter,
  reportOf,
  type ShippedRow,
  settingsOf,
  shippedOf,
  theCampaign,
  toShipping,
} from './campaigns.queries.ts';
import {
  campaignMessageRows,
  campaignRows,
  campaignSettingsRows,
  campaignTally,
  recipientRows,
  recipientTally,
} from './campaigns.rows.ts';

const overseers = ({ companyId }: { companyId: string }): string[] => overseersOf(companyId);
const ofCampaign = (group: Record<string, unknown>) => group.campaignId as string;
/** Campaigns change with each of their messages. */
const MOST_PER_SECOND = 20;
const FILE_PAGE = 1_000;
const Place = z.tuple([fields.at, fields.id]);

/** Campaigns, what became of their messages, and their settings. */
export const campaigns: Feature = {
  name: 'campaigns',
  tables: [campaignRows, recipientRows, campaignMessageRows, campaignSettingsRows, campaignTally, recipientTally],
  pushes: [
    definePush(campaignRows, {
      channel: 'campaign',
      rooms: overseers,
      records: campaignsByIds,
      mostPerSecond: MOST_PER_SECOND,
      counters: [
        { counter: campaignTally, id: ofCampaign },
        { counter: recipientTally, id: ofCampaign },
      ],
    }),
    definePush(campaignSettingsRows, {
      channel: 'campaign-settings',
      rooms: overseers,
      records: async (db, ids) => {
        const settings = ids.includes(db.companyId) ? await settingsOf(db) : null;
        return new Map(settings ? [[db.companyId, { id: db.companyId, ...settings }]] : []);
      },
    }),
  ],
  routes: (app, reader) => {
    readRoute(app, reader, routes.campaigns.list, async ({ db, query: { searchParam, pageNumber } }) => {
      const where = matchingCampaigns(searchParam);
      const offset = (pageNumber - 1) * limits.pageSize;
      const page = await readCampaigns(db, where, sql.fragment`limit ${limits.pageSize + 1} offset ${offset}`);
      const { records, hasMore } = pageOf(page, limits.pageSize);
      return { records, count: await countCampaigns(db, where), hasMore };
    });
    readRoute(app, reader, routes.campaigns.show, async ({ db, params: { id } }) => {
      const campaign = await theCampaign(db, id);
      const shipping = (await shippedOf(db, id, { before: null, size: limits.pageSize })).map(toShipping);
      return { ...campaign, shipping };
    });
    readRoute(app, reader, routes.campaigns.report, async ({ db, params: { id } }) => {
      await theCampaign(db, id);
      return reportOf(db, id);
    });
    readRoute(app, reader, routes.campaigns.shipping, async ({ db, params: { id }, query: { cursor } }) => {
      await theCampaign(db, id);
      const [at, messageId] = cursor === undefined ? [] : readCursor(Place, cursor);
      const before = at === undefined ? null : { at, id: messageId! };
      const rows = await shippedOf(db, id, { before, size: limits.pageSize + 1 });
      const { records, hasMore } = pageOf(rows, limits.pageSize);
      const last = records.at(-1);
      const shipping: Shipping[] = records.map(toShipping);
      return { shipping, hasMore, cursor: hasMore && last ? writeCursor([last.at!.toISOString(), last.messageId]) : null };
    });
    readRoute(app, reader, routes.campaigns.preview, async ({ db, query }) => {
      const item = await previewedItem(db, query);
      const { variables } = await settingsOf(db);
      const values = valuesOf(item ?? { name: null, number: null, email: null }, variables);
      return { recipient: item && { itemId: item.itemId, name: item.name, number: item.number }, values };
    });
    readRoute(app, reader, routes.campaigns.settings, ({ db }) => settingsOf(db));
    implement<typeof routes.campaigns.reportFile, Asker>(
      app,
      routes.campaigns.reportFile,
      async ({ principal, params: { id }, query, reply }) => {
        if (!principal) throw new Refused('ERR_UNAUTHENTICATED');
        const { companyId } = principal;
        const { position } = await reader.query({ companyId }, (db) => theCampaign(db, id));
        answerPosition(reply, position);
        const language: Language = query.language;
        const pageAfter = async (from: string | null): Promise<ShippedRow[]> =>
          (await reader.query({ companyId }, (db) => recipientsAfter(db, id, from, FILE_PAGE))).result;
        const lines = async function* () {
          for (let page = await pageAfter(null); page.length > 0; page = await pageAfter(page.at(-1)!.id))
            for (const row of page) yield recipientLine(language, row);
        };
        return sendCsv(reply, `campanha-${id}.csv`, recipientHead(language), lines);
      },
    );
  },
};
