import { CompanyOwn, IntegrationKey, Refused, routes, type SettingKey, settingDefaults } from '@prosa/contracts';
import { z } from 'zod';
import { type Db, sql } from '../../kernel/db.ts';
import { type Asker, type Feature, readRoute } from '../../kernel/feature.ts';
import { definePush } from '../../kernel/push.ts';
import { companyRows, integrationKeyRows, settingRows } from './companies.rows.ts';

const Company = z.object({
  id: z.string(),
  name: z.string(),
  planId: z.string().nullable(),
  status: z.boolean(),
  dueDate: z.date(),
  tagForce: z.boolean(),
  timeZone: z.string(),
  settings: z.record(z.string(), z.string()),
  schedules: CompanyOwn.shape.schedules,
  holidays: CompanyOwn.shape.holidays,
});

/** The part of a company that all its users may see, by id. */
export const companyRecords = async (db: Db, ids: readonly string[]) => {
  const rows = await db.many(sql.type(Company)`
    select id, name, plan_id as "planId", status, due_date as "dueDate", tag_force as "tagForce", time_zone as "timeZone", settings, schedules, holidays
    from ${db.table(companyRows)} where id = any(${sql.array(ids, 'uuid')})`);
  return new Map(
    rows.map(({ dueDate, settings, ...row }) => [
      row.id,
      { ...row, dueDate: dueDate.toISOString(), settings: Object.entries(settings).map(([key, value]) => ({ key, value })) },
    ]),
  );
};

const Setting = z.object({ id: z.string(), key: z.string(), value: z.string() });
const recordsIn = (table: typeof settingRows | typeof integrationKeyRows) => async (db: Db, ids: readonly string[]) => {
  const rows = await db.many(sql.type(Setting)`
    select id, key, value from ${db.table(table)} where id = any(${sql.array(ids, 'text')})`);
  return new Map(rows.map(({ id, key, value }) => [id, { key, value }]));
};
const settingRecords = recordsIn(settingRows);
const integrationKeyRecords = recordsIn(integrationKeyRows);

const isSetting = (key: string): key is SettingKey => Object.hasOwn(settingDefaults, key);
const seesKeys = ({ profile }: Asker): boolean => profile === 'admin';

export const companies: Feature = {
  name: 'companies',
  tables: [companyRows, settingRows, integrationKeyRows],
  pushes: [
    definePush(companyRows, { channel: 'company', rooms: (row) => [`company:${row.id}`], records: companyRecords }),
    definePush(settingRows, { channel: 'setting', rooms: (row) => [`company:${row.companyId}`], records: settingRecords }),
    definePush(integrationKeyRows, {
      channel: 'setting',
      rooms: (row) => [`admins:${row.companyId}`],
      records: integrationKeyRecords,
    }),
  ],
  routes: (app, reader) => {
    readRoute(app, reader, routes.companies.settings, async ({ db, asker }) => {
      const company = (await companyRecords(db, [db.companyId])).get(db.companyId);
      if (!company) throw new Refused('ERR_NO_COMPANY_FOUND');
      const all = { ...settingDefaults, ...Object.fromEntries(company.settings.map(({ key, value }) => [key, value])) };
      const settings = Object.entries(all).map(([key, value]) => ({ key, value }));
      if (!seesKeys(asker)) return settings;
      const keys = IntegrationKey.options.map((key) => ({ key, id: `${db.companyId}/${key}` }));
      const set = await integrationKeyRecords(
        db,
        keys.map(({ id }) => id),
      );
      return [...settings, ...keys.map(({ key, id }) => set.get(id) ?? { key, value: '' })];
    });
    readRoute(app, reader, routes.companies.setting, async ({ db, asker, params: { key } }) => {
      const id = `${db.companyId}/${key}`;
      if (seesKeys(asker) && IntegrationKey.safeParse(key).success)
        return (await integrationKeyRecords(db, [id])).get(id) ?? { key, value: '' };
      if (!isSetting(key)) throw new Refused('ERR_NO_SETTING_FOUND');
      return { key, value: (await settingRecords(db, [id])).get(id)?.value ?? settingDefaults[key] };
    });
  },
};
