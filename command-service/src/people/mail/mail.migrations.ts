import type { Part } from '@prosa/infra/runtime';

/**
 * Mails to send (`mail`), which are deleted once they are sent, and the links in them (`mail_link`). Neither holds an address, a name or a
 * token. Of a forgotten password only `email_hash` is known until it is sent: it may be nobody's. A link is valid for the e-mail
 * (`email_hash`) and the password (`password_revision`) that its user had when it was made; `used_by`: the command that used it. `handed`:
 * given to an administrator instead of mailed.
 */
export const mailMigrations: Part = {
  schema: 'command',
  migrations: [
    {
      name: 'mail-001',
      sql: `
        create table command.mail (
          id uuid primary key,
          kind text not null,
          user_id uuid,
          company_id uuid,
          email_hash bytea,
          language text not null,
          attempts integer not null default 0,
          made_at timestamptz not null default now(),
          due_at timestamptz not null default now()
        );
        create index mail_due on command.mail (due_at);
        create index mail_user on command.mail (user_id);
        create table command.mail_link (
          id uuid primary key,
          kind text not null,
          user_id uuid not null,
          company_id uuid not null,
          email_hash bytea not null,
          password_revision bigint not null,
          handed boolean not null default false,
          used_by uuid,
          made_at timestamptz not null default now(),
          expires_at timestamptz not null
        );
        create index mail_link_user on command.mail_link (user_id);
        create index mail_link_email on command.mail_link (email_hash, made_at);
        create index mail_link_end on command.mail_link (expires_at);
      `,
    },
    {
      // `revision`: the event that a notice tells of; its address is the one before that event. `to_hash`: the e-mail to which the link of
      // a new one was sent.
      name: 'mail-002',
      sql: `
        alter table command.mail add column revision bigint;
        alter table command.mail_link add column to_hash bytea;
        create index mail_link_to on command.mail_link (to_hash, made_at);
      `,
    },
  ],
};
