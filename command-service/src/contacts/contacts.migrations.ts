import type { Part } from '@prosa/infra/runtime';

/** The hash of the first request of each command id, for commands whose first request cannot be found in any single stream. */
export const contactMigrations: Part = {
  schema: 'command',
  migrations: [
    {
      name: 'contacts-001',
      sql: `
        create table command.asked (command_id uuid primary key, hash text not null, at timestamptz not null default now());
        create index asked_at on command.asked (at);
      `,
    },
  ],
};
