import type { Part } from '@prosa/infra/runtime';

/** Credentials and sessions: primary data, stored only in Postgres (decision 16). */
export const sessionMigrations: Part = {
  schema: 'command',
  migrations: [
    {
      name: 'sessions-001',
      sql: `
        create table command.credential (
          user_id uuid primary key,
          company_id uuid not null,
          email_hash bytea not null unique,
          argon2 text not null,
          made_at timestamptz not null default now()
        );
        create table command.session (
          user_id uuid primary key,
          version integer not null,
          refresh_hash bytea unique,
          previous_hash bytea,
          rotated_at timestamptz not null default now(),
          expires_at timestamptz not null
        );
        create index session_previous on command.session (previous_hash);
        create table command.login_attempt (key bytea primary key, count integer not null, since timestamptz not null);
        create index login_attempt_since on command.login_attempt (since);
        create table command.installation (name text primary key, step text not null, at timestamptz not null default now());
      `,
    },
    {
      // Refresh tokens are numbered within their family and recomputed on demand: no hash of them is stored.
      name: 'sessions-002',
      sql: `
        alter table command.session drop column refresh_hash, drop column previous_hash, add column family bytea unique,
          add column issued integer not null default 0, add column used integer not null default -1,
          add column used_before integer not null default -1, add column ended text;
      `,
    },
    {
      // The revision of the event that set the password: an older password never replaces a newer one.
      name: 'sessions-003',
      sql: 'alter table command.credential add column password_revision bigint not null default -1;',
    },
    {
      // The second step: `sealed` is the secret that counts, `pending` one that no code has confirmed yet, `last_step` the time step of the
      // last used code. Both tables end with the credential. Failed attempts may count for longer than a minute.
      name: 'sessions-004',
      sql: `
        create table command.second_step (
          user_id uuid primary key references command.credential on delete cascade,
          sealed bytea,
          last_step bigint not null default -1,
          turned_on_at timestamptz,
          pending bytea,
          pending_at timestamptz
        );
        create table command.recovery_code (
          user_id uuid not null references command.credential on delete cascade,
          hash bytea not null,
          primary key (user_id, hash)
        );
        alter table command.login_attempt add column seconds integer not null default 60;
      `,
    },
    {
      // `sealed`: address and device, encrypted with the user's key.
      name: 'sessions-005',
      sql: `
        create table command.sign_in (
          id uuid primary key,
          user_id uuid not null references command.credential on delete cascade,
          version integer not null,
          at timestamptz not null,
          sealed bytea not null
        );
        create index sign_in_user on command.sign_in (user_id, at);
      `,
    },
    {
      // The language of the screen: mails that no call of the user causes are in it.
      name: 'sessions-006',
      sql: 'alter table command.sign_in add column language text;',
    },
    {
      // `waiting`: the e-mail is that of another user, who has not confirmed it.
      name: 'sessions-007',
      sql: `
        alter table command.credential add column waiting boolean not null default false;
        alter table command.credential drop constraint credential_email_hash_key;
        create unique index credential_holder on command.credential (email_hash) where not waiting;
        create index credential_email on command.credential (email_hash);
      `,
    },
  ],
};
