import type { Part } from '@prosa/infra/runtime';

/** How far the reactors are, what they must find, what they still have to do, and the events that they could not read (ADR 14 and 15). */
export const reactorMigrations: Part = {
  schema: 'command',
  migrations: [
    {
      name: 'reactors-001',
      sql: `
        create table command.checkpoint (name text primary key, position bigint not null) with (fillfactor = 50);
        insert into command.checkpoint values ('reactors', -1);
        create table command.open_ticket (
          id uuid primary key,
          company_id uuid not null,
          queue_id uuid,
          user_id uuid,
          connection_id uuid not null
        );
        create index open_ticket_queue on command.open_ticket (queue_id);
        create index open_ticket_user on command.open_ticket (user_id);
        create index open_ticket_connection on command.open_ticket (connection_id);
        create table command.unreadable_event (
          event_id uuid primary key,
          stream text not null,
          type text not null,
          position bigint not null,
          fault text not null,
          at timestamptz not null default now()
        );
      `,
    },
    {
      name: 'reactors-002',
      sql: `
        create table command.errand (
          event_id uuid not null,
          part text not null,
          lane text not null,
          company_id text not null,
          stream text not null,
          revision bigint not null,
          position bigint not null,
          attempts int not null default 0,
          fault text,
          at timestamptz not null default now(),
          primary key (event_id, part)
        );
        create index errand_lane on command.errand (lane, position);
      `,
    },
  ],
};
