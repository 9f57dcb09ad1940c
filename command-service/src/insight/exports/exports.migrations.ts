import type { Part } from '@prosa/infra/runtime';

/**
 * The heads that were signed: unlike the trees they are not derived of events, and show whether those have changed. And the exports of the
 * last days: `parcel` opens a finished package, with a key that is nowhere else. Without `ticket_ids` it is everything of the company.
 */
export const exportMigrations: Part = {
  schema: 'command',
  migrations: [
    {
      name: 'exports-001',
      sql: `
        create table command.audit_head (
          company_id uuid not null,
          size bigint not null,
          root bytea not null,
          signed_at timestamptz not null default now(),
          note text not null,
          primary key (company_id, size)
        );
        alter table command.audit_head enable row level security;
        create policy company on command.audit_head using (company_id = current_setting('app.company')::uuid);
      `,
    },
    {
      name: 'exports-002',
      sql: `
        create table command.export (
          id uuid primary key,
          company_id uuid not null,
          user_id uuid not null,
          ticket_ids uuid[],
          status text not null default 'waiting',
          attempt integer not null default 0,
          done integer not null default 0,
          events integer,
          parcel text,
          size bigint,
          created_at timestamptz not null default now()
        );
        create index export_age on command.export (created_at);
        create index export_company on command.export (company_id, created_at);
        alter table command.export enable row level security;
        create policy company on command.export using (company_id = current_setting('app.company')::uuid);
      `,
    },
  ],
};
