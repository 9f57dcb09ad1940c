import type { Part } from '@prosa/infra/runtime';

/**
 * The schema `gateway`. `outbox`: what is to be sent, was sent, or failed (ADR 12); a text is kept only until its end is
 * known. `early_ack`: receipts for ids that are not yet known (ADR 13). `connection`: what channel.control said last (ADR 16).
 */
const tables = `
create table gateway.connection (
  connection_id uuid primary key, company_id uuid not null, name text not null, channel text not null, provider text not null,
  status text not null, token_hash text, deleted boolean not null, position numeric(20) not null
);

create table gateway.outbox (
  message_id uuid not null, attempt int not null, kind text not null check (kind in ('send', 'delete')),
  company_id uuid not null, connection_id uuid not null, conversation text not null,
  to_kind text not null, to_value text not null,
  body text, quoted_message_id uuid, quoted_channel_id text,
  priority smallint not null, position numeric(20) not null,
  state text not null default 'waiting' check (state in ('waiting', 'handed', 'taken', 'failed', 'unsure')),
  epoch bigint, tries int not null default 0, unclear boolean not null default false,
  next_at timestamptz not null default now(),
  channel_id text, reason text, told boolean not null default false,
  created_at timestamptz not null default now(), changed_at timestamptz not null default now(),
  primary key (message_id, attempt, kind)
) with (fillfactor = 70);
create index outbox_line on gateway.outbox (connection_id, conversation, position) where state in ('waiting', 'handed');
create index outbox_untold on gateway.outbox (connection_id) where state in ('taken', 'failed', 'unsure') and not told;
create index outbox_channel on gateway.outbox (connection_id, channel_id) where channel_id is not null;
create index outbox_ended on gateway.outbox (changed_at) where told;

create table gateway.early_ack (
  connection_id uuid not null, channel_id text not null, ack smallint not null, at timestamptz not null,
  message_id uuid, kept_at timestamptz not null default now(),
  primary key (connection_id, channel_id, ack)
);
create index early_ack_known on gateway.early_ack (connection_id) where message_id is not null;
`;

/**
 * A change of any column that an index names, if only in its `where`, is a new entry in each index of the table. So these name, of all
 * that changes on a message's way, only that it was told, which is the end: until then it is updated in place. (A channel's own id is
 * indexed too, where it has one.) What is not told is what somebody still has to do. In a rolling upgrade an older process reads the
 * whole table to find it: that is slow, and nothing worse.
 */
const updatesInPlace = `
lock table gateway.outbox in access exclusive mode;
drop index gateway.outbox_line, gateway.outbox_untold, gateway.outbox_ended;
create index outbox_line on gateway.outbox (connection_id, conversation, position) where not told;
create index outbox_told on gateway.outbox (created_at) where told;
`;

/**
 * What is asked of sessions (`handled`: the last that was done), how they say that they are (`told`: the command side knows), files by
 * reference. The schema `live` holds what is worth nothing after a crash: codes to link a device with.
 */
const sessions = `
alter table gateway.connection add column asked_id uuid, add column ask text, add column handled uuid;
alter table gateway.outbox add column media jsonb;
create table gateway.session (
  connection_id uuid primary key, status text not null, reason text, until timestamptz, account text,
  sequence bigint not null, told boolean not null default false, changed_at timestamptz not null default now()
);
create table gateway.inbound_media (
  media_id uuid primary key, connection_id uuid not null, source bytea not null, kept_at timestamptz not null default now()
);
create index inbound_media_kept on gateway.inbound_media (kept_at);
create index inbound_media_connection on gateway.inbound_media (connection_id);
`;

const codes = `
create unlogged table live.session (
  connection_id uuid primary key, company_id uuid not null, epoch bigint not null, sealed bytea not null
);
`;

export const liveMigrations: Part = { schema: 'live', migrations: [{ name: '1-session', sql: codes }] };

/** Number 2 is the simulator's (channels/simulator). */
export const gatewayMigrations: Part = {
  schema: 'gateway',
  migrations: [
    { name: '1-tables', sql: tables },
    { name: '3-updates-in-place', sql: updatesInPlace },
    { name: '4-sessions', sql: sessions },
  ],
};
