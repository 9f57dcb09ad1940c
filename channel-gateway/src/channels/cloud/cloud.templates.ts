import type pg from 'pg';
import type { Migrations } from '../provider.port.ts';

/** A template as a business account names it, with the category that Meta has given it last. */
export type Categorized = { name: string; language: string; category: string };

/** Rows are written whenever an account's templates are listed, or Meta tells of one. */
export const cloudMigrations: Migrations = [
  {
    name: 'cloud-templates-001',
    sql: `create table gateway.cloud_template (
      waba_id text not null, name text not null, language text not null, category text not null, known_at timestamptz not null,
      primary key (waba_id, name, language)
    );`,
  },
];
export const cloudSweeps: readonly string[] = [`delete from gateway.cloud_template where known_at < now() - interval '90 days'`];

/** The latest category of each template, on all instances: Meta changes it without being asked, and the price and the call follow it. */
export const cloudTemplates = (pool: pg.Pool) => ({
  /** `at`: when it was so; what is known of a later second stays, because Meta tells whole ones. */
  note: async (wabaId: string, templates: readonly Categorized[], at: Date): Promise<void> => {
    if (templates.length === 0) return;
    await pool.query({
      name: 'gateway-cloud-template',
      text: `insert into gateway.cloud_template as t (waba_id, name, language, category, known_at)
        select distinct on (name, language) $1, name, language, category, $5::timestamptz
          from unnest($2::text[], $3::text[], $4::text[]) as u(name, language, category)
        on conflict (waba_id, name, language) do update set category = excluded.category, known_at = excluded.known_at
          where t.known_at < excluded.known_at + interval '1 s'`,
      values: [
        wabaId,
        templates.map(({ name }) => name),
        templates.map(({ language }) => language),
        templates.map(({ category }) => category),
        at,
      ],
    });
  },
  /** Null: nobody has asked for it, and Meta has told nothing of it. */
  categoryOf: async (wabaId: string, { name, language }: Omit<Categorized, 'category'>): Promise<string | null> => {
    const { rows } = await pool.query<{ category: string }>({
      name: 'gateway-cloud-category',
      text: 'select category from gateway.cloud_template where waba_id = $1 and name = $2 and language = $3',
      values: [wabaId, name, language],
    });
    return rows[0]?.category ?? null;
  },
});
export type CloudTemplates = ReturnType<typeof cloudTemplates>;
