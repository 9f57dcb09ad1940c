import type { Migrations } from '../provider.port.ts';

/**
 * `whatsapp_key`: the credentials and Signal sessions of a linked device, sealed; the row of type `creds` are the credentials themselves.
 * `whatsapp_journal`: what was decrypted, written in the transaction of its ratchet step (decision 26), `done` when it is reported.
 * `whatsapp_sent`: what was sent, because phones ask for it again for days. `whatsapp_session`: why a session stopped by itself, so that
 * the next owner does not try again. `whatsapp_account`: the numbers, each of one connection. `whatsapp_question`: what another instance
 * asks the owner of a session, sealed, while it waits for the answer. An entry of the journal that is `unread` was shown as a line: it keeps
 * its content, which a later release may be able to read; `fault` says why, if it was set aside because reporting it failed.
 */
const tables = `
create table gateway.whatsapp_key (
  connection_id uuid not null, type text not null, id text not null, sealed bytea not null, primary key (connection_id, type, id)
);
create table gateway.whatsapp_journal (
  connection_id uuid not null, id text not null, sequence bigint generated always as identity, sealed bytea,
  done boolean not null default false, at timestamptz not null default now(), primary key (connection_id, id)
);
create index whatsapp_journal_line on gateway.whatsapp_journal (connection_id, sequence) where not done;
create index whatsapp_journal_at on gateway.whatsapp_journal (at);
create table gateway.whatsapp_sent (
  connection_id uuid not null, channel_id text not null, message_id uuid not null, sealed bytea not null,
  at timestamptz not null default now(), primary key (connection_id, channel_id)
);
create index whatsapp_sent_at on gateway.whatsapp_sent (at);
create table gateway.whatsapp_session (connection_id uuid primary key, reason text not null, until timestamptz);
create table gateway.whatsapp_account (account text primary key, connection_id uuid not null unique);
`;

const questions = `
create unlogged table gateway.whatsapp_question (
  id uuid primary key, connection_id uuid not null, asked bytea not null, told bytea, at timestamptz not null default now()
);
`;

const unread = `
alter table gateway.whatsapp_journal add column unread boolean not null default false;
create index whatsapp_journal_unread on gateway.whatsapp_journal (connection_id, sequence) where unread;
`;

const faults = `
alter table gateway.whatsapp_journal add column fault text;
`;

export const whatsAppMigrations: Migrations = [
  { name: 'whatsapp-1', sql: tables },
  { name: 'whatsapp-2', sql: questions },
  { name: 'whatsapp-3', sql: unread },
  { name: 'whatsapp-4', sql: faults },
];

/** What was sent to a customer. What was received is in the journal for 14 days, sealed, and not told apart by customer. */
export const whatsAppForgets = ['delete from gateway.whatsapp_sent where connection_id = $1 and message_id between $2 and $3'];

/** For so long WhatsApp delivers again, and phones ask again; what could not be read waits for a release that can. */
export const whatsAppSweeps = [
  `delete from gateway.whatsapp_question where at < now() - interval '1 hour'`,
  `delete from gateway.whatsapp_journal where at < now() - interval '14 days' and done and not unread`,
  `delete from gateway.whatsapp_journal where at < now() - interval '30 days' and unread`,
  `delete from gateway.whatsapp_sent where at < now() - interval '14 days'`,
];
