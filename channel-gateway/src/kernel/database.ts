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

/** The phones of the simulator's customers, the receipts that they will still give, and what goes wrong on demand. */
const simulator = `
create table gateway.simulator_delivered (
  connection_id uuid not null, message_id uuid not null, seq bigint generated always as identity,
  to_value text not null, body text not null, at timestamptz not null default clock_timestamp(), deleted boolean not null default false,
  primary key (connection_id, message_id)
);
create index simulator_delivered_to on gateway.simulator_delivered (connection_id, to_value, seq);
create index simulator_delivered_at on gateway.simulator_delivered (at);

create table gateway.simulator_ack (
  connection_id uuid not null, message_id uuid not null, ack smallint not null, due_at timestamptz not null,
  primary key (connection_id, message_id, ack)
);
create index simulator_ack_due on gateway.simulator_ack (connection_id, due_at);

create table gateway.simulator_faults (
  connection_id uuid primary key, delay_ms int not null, duplicate boolean not null, reorder boolean not null, silent boolean not null,
  refuse int not null, refuse_permanently int not null, lose_answer int not null
);
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

export const gatewayMigrations: Part = {
  schema: 'gateway',
  migrations: [
    { name: '1-tables', sql: tables },
    { name: '2-simulator', sql: simulator },
    { name: '3-updates-in-place', sql: updatesInPlace },
  ],
};
