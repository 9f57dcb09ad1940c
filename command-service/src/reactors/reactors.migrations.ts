import type { Part } from '@prosa/infra/runtime';

/**
 * Tables for the reactors' checkpoints, their deferred work, the timers, the events that could not be read, and the open
 * tickets (reactors.md).
 */
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
    {
      // One reactor, with the checkpoint `reactors`, becomes five, which begin at its position. The old checkpoint moves past all events,
      // so a process of the previous release that still runs can no longer write anything.
      name: 'reactors-003',
      sql: `
        create table command.reactor_errand (
          reactor text not null,
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
          primary key (reactor, event_id, part)
        );
        create index reactor_errand_lane on command.reactor_errand (reactor, lane, position);
        create temporary table old_reactor (name text, stream text) on commit drop;
        insert into old_reactor values
          ('sending', 'conversation-'),
          ('deleted-owners', 'conversation-'),
          ('deleted-owners', 'queues-'),
          ('deleted-owners', 'users-'),
          ('deleted-owners', 'connections-'),
          ('connections', 'connections-'),
          ('released-numbers', 'contact-'),
          ('shown-numbers', 'contact-');
        update command.checkpoint set position = position where name = 'reactors';
        insert into command.checkpoint (name, position)
          select distinct r.name, c.position from old_reactor r, command.checkpoint c where c.name = 'reactors';
        update command.checkpoint set position = 9223372036854775807 where name = 'reactors';
        insert into command.reactor_errand (reactor, event_id, part, lane, company_id, stream, revision, position, attempts, fault, at)
          select r.name, e.event_id, e.part, e.lane, e.company_id, e.stream, e.revision, e.position, e.attempts, e.fault, e.at
          from command.errand e join old_reactor r on starts_with(e.stream, r.stream);
        delete from command.errand;
      `,
    },
    {
      // `timer_now` is the single clock of all timers. It is a function so that tests can replace it.
      name: 'reactors-004',
      sql: `
        create table command.timer (
          timer text not null,
          subject text not null,
          company_id text not null,
          due_at timestamptz not null,
          armed_by uuid not null,
          next_try timestamptz not null,
          attempts int not null default 0,
          primary key (timer, subject)
        );
        create index timer_next on command.timer (timer, next_try);
        create index timer_company on command.timer (timer, company_id, next_try, subject);
        create function command.timer_now() returns timestamptz language sql stable as 'select statement_timestamp()';
      `,
    },
    {
      // Processes of the previous release go on by the old name.
      name: 'reactors-005',
      sql: `
        alter table command.reactor_errand rename to deferred_work;
        alter index command.reactor_errand_lane rename to deferred_work_lane;
        alter index command.reactor_errand_pkey rename to deferred_work_pkey;
        create view command.reactor_errand as select * from command.deferred_work;
      `,
    },
  ],
};
