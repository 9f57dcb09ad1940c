import type { Part } from '@prosa/infra/runtime';

/**
 * The schema `gateway`. `outbox`: messages to send, sent, or failed (decision 24); a text is kept only until its outcome is known.
 * `early_ack`: receipts for ids that are not known yet. `connection`: the latest record from channel.control (decision 20).
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
 * Changing any column that an index uses, even in its `where`, adds an entry to every index of the table. Of the columns that change while
 * a message is processed, these indexes therefore use only `told`, which changes last; until then the row is updated in place. (The
 * channel's own id is indexed too, if it has one.) Rows that are not told still need work. During a rolling upgrade an older process scans
 * the whole table to find them: slow, but harmless.
 */
const updatesInPlace = `
lock table gateway.outbox in access exclusive mode;
drop index gateway.outbox_line, gateway.outbox_untold, gateway.outbox_ended;
create index outbox_line on gateway.outbox (connection_id, conversation, position) where not told;
create index outbox_told on gateway.outbox (created_at) where told;
`;

/**
 * Requests for sessions (`handled`: the last one carried out), the reported session states (`told`: the command side knows), and files by
 * reference. The schema `live` holds data that is worthless after a crash: the codes to link a device.
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

/**
 * Customers' files to be fetched (`inbound_fetch`, which works like the outbox), and bytes that came with a webhook, which are in the media
 * store until then (`parcel`): a row is written before the first byte, and a row of `inbound_media` names the file.
 */
const fetches = `
alter table gateway.inbound_media add column parcel_id uuid;
create index inbound_media_parcel on gateway.inbound_media (parcel_id) where parcel_id is not null;
create table gateway.inbound_fetch (
  media_id uuid not null, attempt int not null, company_id uuid not null, connection_id uuid not null, conversation text not null,
  message_id uuid not null, subject uuid not null, kind text not null, name text,
  state text not null default 'waiting' check (state in ('waiting', 'handed', 'stored', 'failed')),
  epoch bigint, tries int not null default 0, next_at timestamptz not null default now(),
  reason text, facts jsonb, told boolean not null default false,
  created_at timestamptz not null default now(), changed_at timestamptz not null default now(),
  primary key (media_id, attempt)
);
create index inbound_fetch_line on gateway.inbound_fetch (connection_id, next_at) where not told;
create index inbound_fetch_told on gateway.inbound_fetch (created_at) where told;
create table gateway.parcel (id uuid primary key, connection_id uuid not null, at timestamptz not null default now());
create index parcel_at on gateway.parcel (at);
`;

/** When each user's screens were last heard (`push/presence.ts`). */
const presence = `
create table gateway.presence (
  user_id uuid primary key, company_id uuid not null, online boolean not null default true, sequence bigint not null,
  told boolean not null default false, seen_at timestamptz not null default now()
);
create index presence_online on gateway.presence (seen_at) where online;
create index presence_untold on gateway.presence (user_id) where not told;
`;

/**
 * When one of a user's screens was last touched lately, so that those who touch none are known to be away: `idle`. A row of before counts as
 * touched.
 */
const idlePresence = `
alter table gateway.presence add column idle boolean not null default false, add column active_at timestamptz not null default now();
create index presence_active on gateway.presence (active_at) where online and not idle;
`;

/**
 * Providers' secrets of a connection, sealed with its key, and the channel's name of its account (`internal/secret.table.ts`).
 */
const secrets = `
create table gateway.secret (
  connection_id uuid primary key, channel text not null, provider text not null, external_id text, sealed bytea not null,
  changed_at timestamptz not null default now(), unique (channel, external_id)
);
`;

/** Messages sent by template, and what a provider prepared for a message (a file's id after its upload), so that it is prepared once. */
const templates = `alter table gateway.outbox add column template jsonb, add column prepared text`;

/** The settings of companies that sessions follow: the latest records from channel.control. */
const settings = `
create table gateway.setting (
  company_id uuid not null, key text not null, value text not null, position numeric(20) not null, primary key (company_id, key)
);
`;

/** Messages read in each chat, the newest only, until they are reported to its channel. */
const reads = `
create table gateway.read (
  connection_id uuid not null, conversation text not null, to_kind text not null, to_value text not null, channel_ids text[] not null,
  position numeric(20) not null, at timestamptz not null default now(), primary key (connection_id, conversation)
);
`;

/** The number of the phone for which a session was asked to show a code to type. */
const askedNumber = 'alter table gateway.connection add column asked_number text';
/** The choices of a menu, for channels that show buttons or lists. */
const choices = `alter table gateway.outbox add column choices jsonb`;
/** The place or contacts that a message shows. */
const cards = `alter table gateway.outbox add column cards jsonb`;
/** The content that a quoted message shows. */
const quoted = `alter table gateway.outbox add column quoted jsonb`;

/**
 * Messages of campaigns, which are withdrawn with their run (`campaign`: up to which run), and how fast they leave on a connection:
 * `next_at`: not before; `in_row`: how many have left since the last longer pause.
 */
const campaigns = `
alter table gateway.outbox add column campaign_id uuid, add column run int;
create index outbox_campaign on gateway.outbox (campaign_id) where campaign_id is not null and not told;
create table gateway.campaign (campaign_id uuid primary key, company_id uuid not null, withdrawn_run int not null, position numeric(20) not null);
create table gateway.budget (connection_id uuid primary key, next_at timestamptz not null, in_row int not null);
`;

/** Number 2 is the simulator's (channels/simulator). */
export const gatewayMigrations: Part = {
  schema: 'gateway',
  migrations: [
    { name: '1-tables', sql: tables },
    { name: '3-updates-in-place', sql: updatesInPlace },
    { name: '4-sessions', sql: sessions },
    { name: '6-fetches', sql: fetches },
    { name: '8-presence', sql: presence },
    { name: '9-secrets', sql: secrets },
    { name: '10-templates', sql: templates },
    { name: '11-settings', sql: settings },
    { name: '12-reads', sql: reads },
    { name: '13-asked-number', sql: askedNumber },
    { name: '14-choices', sql: choices },
    { name: '15-cards', sql: cards },
    { name: '16-quoted', sql: quoted },
    { name: '17-campaigns', sql: campaigns },
    { name: '18-idle-presence', sql: idlePresence },
  ],
};
