import type { Part } from '@prosa/infra/runtime';

/** The heads that were signed: unlike the trees they are not derived of events, and show whether those have changed. */
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
  ],
};
