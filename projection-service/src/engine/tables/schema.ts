import type { Part } from '@prosa/infra/runtime';
import { TIDY_INDEXES } from './tables.ts';

/**
 * The engine's own tables. A generation is a set of projections with one checkpoint, which starts at -1: `projections` maps each name to
 * the number at the end of its tables' names (read.{table}_{number}). All readers share the live generation; the others are being built to
 * join it, or were detached from it and stay for the code that still reads them (`wanted_at`). `turn` rises when a process other than the
 * projector changes rows or projections, so that the projector reloads its state. `parked` records which tables are stopped for a stream:
 * from `revision` on its events wait in the event store, where their texts stay encrypted.
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
      // So that one index filters by company and by text: without the company, a search would cost more with every other tenant.
      name: '002-search-by-company',
      sql: 'create extension if not exists btree_gin;',
    },
    {
      // `versions` is the column of the previous release: it stays passive if it finds none of its own.
      name: '003-projections',
      sql: `
alter table read.generation
  add column projections jsonb not null default '{}', add column wanted_at timestamptz, alter column versions set default '';
alter table read.parked add column tables text[];
update read.parked p set tables = array(
  select split_part(one, ':', 1) from read.generation g, unnest(string_to_array(g.versions, ' ')) one where g.generation = p.generation);
alter table read.parked alter column tables set not null;
alter table read.parked drop constraint parked_pkey, add primary key (generation, stream, revision);
`,
    },
    {
      name: '004-tidy-indexes',
      sql: TIDY_INDEXES,
    },
  ],
};
