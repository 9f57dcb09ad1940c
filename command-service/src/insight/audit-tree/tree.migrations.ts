import type { Part } from '@prosa/infra/runtime';

/**
 * The trees of the companies' events, in tiles of 256 hashes (32 bytes each; of the leaves, with the events' positions, 8 bytes). They are
 * derived from the events: without the schema they grow anew.
 */
export const treeMigrations: Part = {
  schema: 'audit',
  derived: true,
  migrations: [
    {
      name: '001-tree',
      sql: `
        create table audit.tree (company_id uuid primary key, size bigint not null) with (fillfactor = 50);
        create table audit.tile (
          company_id uuid not null,
          level smallint not null,
          place bigint not null,
          first_position bigint,
          positions bytea not null,
          hashes bytea not null,
          primary key (company_id, level, place)
        );
        create index tile_position on audit.tile (company_id, first_position) where level = 0;
        alter table audit.tile alter column hashes set storage external, alter column positions set storage external;
        create table audit.checkpoint (position bigint not null) with (fillfactor = 50);
        insert into audit.checkpoint values (-1);
        alter table audit.tree enable row level security;
        alter table audit.tile enable row level security;
        create policy company on audit.tree using (company_id = current_setting('app.company')::uuid);
        create policy company on audit.tile using (company_id = current_setting('app.company')::uuid);
      `,
    },
  ],
};
