import type { Part } from '@prosa/infra/runtime';

/**
 * `asked`: the hash of the first request of each command id, for commands whose first request cannot be found in any single stream.
 * `checked_number`: whether a channel knows a number, and how it spells it; `name` is an HMAC, which does not reveal the number.
 * `contact_picture`: when a channel was asked last for the picture of a contact.
 */
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
    {
      name: 'contacts-002',
      sql: `
        create table command.checked_number (name text primary key, spelling text not null, at timestamptz not null default now());
        create index checked_number_at on command.checked_number (at);
      `,
    },
    {
      name: 'contacts-003',
      sql: `
        create table command.contact_picture (contact_id uuid primary key, at timestamptz not null default now());
      `,
    },
  ],
};
