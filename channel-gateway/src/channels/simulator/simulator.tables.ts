import type { Migrations } from '../provider.port.ts';

/** The phones of the simulator's customers, their scheduled receipts, and the requested faults. */
const tables = `
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

/** Further contents that a phone shows: the quoted message, and a file by reference. */
const files = `
alter table gateway.simulator_delivered add column quoted_id text, add column media jsonb;
`;

/** The requested state of a session; the code that it shows is sealed with the connection's key. `version` counts the requests. */
const sessions = `
create table gateway.simulator_session (
  connection_id uuid primary key, status text not null, code bytea, retries int not null default 0, version bigint not null default 1
);
`;

/** The first name dates from when the gateway had all tables in one list; applied migrations are identified by name. */
export const simulatorMigrations: Migrations = [
  { name: '2-simulator', sql: tables },
  { name: 'simulator-refused-deletes', sql: 'alter table gateway.simulator_faults add refuse_delete int not null default 0' },
  { name: '5-simulator-files', sql: files },
  { name: 'simulator-sessions', sql: sessions },
  { name: 'simulator-choices', sql: 'alter table gateway.simulator_delivered add column choices jsonb' },
  { name: 'simulator-cards', sql: 'alter table gateway.simulator_delivered add column cards jsonb' },
  { name: 'simulator-unknown', sql: `alter table gateway.simulator_faults add column unknown text[] not null default '{}'` },
];

export const simulatorSweeps = [`delete from gateway.simulator_delivered where at < now() - interval '90 days'`];

/** As if the customer had deleted the chat. */
export const simulatorForgets = [
  'delete from gateway.simulator_delivered where connection_id = $1 and message_id between $2 and $3',
];
