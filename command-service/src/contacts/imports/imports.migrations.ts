import type { Part } from '@prosa/infra/runtime';

/**
 * Imports and their rows. `sealed` is encrypted with a key of the import. `run` is the revision of the event that started the current run;
 * -1 before the first. `contact_list_id`: the list to which rows are added, instead of the contacts. `reading`: its file is still arriving, or its process has ended on the way; `attempt` is the one that stores rows.
 */
export const importMigrations: Part = {
  schema: 'command',
  migrations: [
    {
      name: 'imports-001',
      sql: `
        create table command.import (
          id uuid primary key,
          company_id uuid not null,
          status text not null default 'reading',
          sealed bytea,
          columns jsonb,
          rows integer not null default 0,
          run bigint not null default -1,
          created_at timestamptz not null default now()
        );
        create index import_company on command.import (company_id, created_at);
        create table command.import_row (
          import_id uuid not null references command.import on delete cascade,
          line integer not null,
          sealed bytea not null,
          result text,
          repeats integer,
          primary key (import_id, line)
        );
        create index import_row_undone on command.import_row (import_id, line) where result is null;
        create index import_row_warned on command.import_row (import_id, line) where result <> 'created';
      `,
    },
    {
      name: 'imports-002-counts',
      sql: `
        alter table command.import add column created integer not null default 0, add column existing integer not null default 0,
          add column repeated integer not null default 0, add column refused integer not null default 0;
        update command.import i set created = c.created, existing = c.existing, repeated = c.repeated, refused = c.refused from (
          select import_id, count(*) filter (where result = 'created') as created, count(*) filter (where result = 'existing') as existing,
            count(*) filter (where result = 'repeated') as repeated,
            count(*) filter (where result not in ('created', 'existing', 'repeated')) as refused
          from command.import_row where result is not null group by import_id
        ) c where c.import_id = i.id;
      `,
    },
    { name: 'imports-003-user', sql: 'alter table command.import add column user_id uuid, add column attempt uuid;' },
    { name: 'imports-004-list', sql: 'alter table command.import add column contact_list_id uuid;' },
  ],
};
