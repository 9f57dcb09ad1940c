import type { Part } from '@prosa/infra/runtime';

/**
 * What the engine keeps for itself. A generation is one folding of all tables (read.{table}_{generation}) with its one checkpoint, which
 * begins at -1; `turn` rises when another than the projector changed its rows, so that the projector looks anew. `parked` has one row a
 * stream that stands still: from `revision` on it waits in the event store, where its texts stay sealed.
 */
export const readMigrations: Part = {
  schema: 'read',
  derived: true,
  migrations: [
    {
      name: '001-engine',
      sql: `
create extension if not exists pg_trgm;

do $$ begin
  create role prosa_reader nologin nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant prosa_reader to %I', current_user);
  end if;
end $$;
grant usage on schema read to prosa_reader;

create table read.generation (
  generation integer primary key generated always as identity,
  versions text not null,
  state text not null check (state in ('building', 'live', 'retired')),
  position bigint not null default -1,
  turn integer not null default 0,
  made_at timestamptz not null default now(),
  retired_at timestamptz
);
create unique index generation_live on read.generation (state) where state = 'live';
grant select on read.generation to prosa_reader;

create table read.parked (
  generation integer not null references read.generation on delete cascade,
  stream text not null,
  revision bigint not null,
  position bigint not null,
  type text not null,
  company_id uuid,
  fault text not null check (fault in ('unknown', 'undecodable', 'fold', 'write')),
  reason text not null,
  waiting integer not null default 1,
  parked_at timestamptz not null default now(),
  primary key (generation, stream)
);

create table read.pushed (
  single boolean primary key default true check (single),
  position bigint not null
);
insert into read.pushed (position) values (-1);
`,
    },
    {
      // So that one index narrows by company and by text: without the company a search costs more with every other tenant.
      name: '002-search-by-company',
      sql: 'create extension if not exists btree_gin;',
    },
  ],
};
