import type { Part } from '@prosa/infra/runtime';

/**
 * What the distribution decides by, exact at its reactor's checkpoint: unfinished tickets (who has no user waits, unless the customer is at
 * a menu), and the people. `armed_by`: the event since which a ticket waits, from which the one command of this wait has its id; `not_for`:
 * who gave it back.
 */
export const distributionMigrations: Part = {
  schema: 'command',
  migrations: [
    {
      name: 'distribution-001',
      sql: `
        create table command.distribution_ticket (
          id uuid primary key,
          company_id uuid not null,
          queue_id uuid,
          user_id uuid,
          at_menu boolean not null,
          snoozed boolean not null,
          since timestamptz not null,
          armed_by uuid not null,
          not_for uuid
        );
        create index distribution_ticket_waiting on command.distribution_ticket (queue_id, since, id) where user_id is null and not at_menu;
        create index distribution_ticket_user on command.distribution_ticket (user_id);
        create table command.distribution_person (
          id uuid primary key,
          company_id uuid not null,
          online boolean not null,
          idle boolean not null,
          signed_in boolean not null,
          availability text not null,
          given_at timestamptz
        );
      `,
    },
  ],
};
