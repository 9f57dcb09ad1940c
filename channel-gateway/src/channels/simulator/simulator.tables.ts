import type { Migrations } from '../provider.port.ts';

/** The phones of the simulator's customers, the receipts that they will still give, and what goes wrong on demand. */
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

/** Its name is from when the gateway had all tables in one list: what is applied is known by it. */
export const simulatorMigrations: Migrations = [{ name: '2-simulator', sql: tables }];

export const simulatorSweeps = [`delete from gateway.simulator_delivered where at < now() - interval '90 days'`];
