import type { Part } from '@prosa/infra/runtime';

/** What was first asked under a command's id, for commands that no one stream can tell it of. */
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
