import type { Part } from '@prosa/infra/runtime';

/**
 * Devices to notify, one per user because a user has one session, and pending notifications: first per ticket (`notice`), then per ticket
 * and user (`notice_delivery`). Both name an event by stream and revision and contain no text. `sealed`: endpoint and keys of the
 * subscription, encrypted; `endpoint_hash`: a keyed hash, because a browser has one user at a time; `origin`: the push service.
 */
export const noticeMigrations: Part = {
  schema: 'command',
  migrations: [
    {
      name: 'notices-001',
      sql: `
        create table command.push_subscription (
          user_id uuid primary key,
          company_id uuid not null,
          version integer not null,
          endpoint_hash bytea not null unique,
          origin text not null,
          sealed bytea not null,
          language text not null,
          made_at timestamptz not null default now()
        );
        create index push_subscription_company on command.push_subscription (company_id);
        create table command.notice (
          ticket_id uuid primary key,
          company_id uuid not null,
          stream text not null,
          revision bigint not null,
          at timestamptz not null
        );
        create table command.notice_delivery (
          user_id uuid not null references command.push_subscription on delete cascade,
          ticket_id uuid not null,
          company_id uuid not null,
          stream text not null,
          revision bigint not null,
          at timestamptz not null,
          attempts integer not null default 0,
          due_at timestamptz not null default now(),
          primary key (user_id, ticket_id)
        );
        create index notice_delivery_due on command.notice_delivery (due_at);
      `,
    },
  ],
};
