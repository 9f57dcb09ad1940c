import type { Part } from '@prosa/infra/runtime';

/**
 * Files between their upload and their event. `coming`: the bytes are being written; `staged`: the bytes are complete; `claimed`: a command
 * names the file; `kept`: an event names it; `dropped`: it is being deleted. `subject`: the person or company whose key encrypts it. `at`:
 * when the state was set.
 */
export const mediaMigrations: Part = {
  schema: 'command',
  migrations: [
    {
      name: 'media-001',
      sql: `
        create table command.media (
          id uuid primary key,
          company_id uuid not null,
          subject uuid not null,
          state text not null check (state in ('coming', 'staged', 'claimed', 'kept', 'dropped')),
          claimed_by uuid,
          at timestamptz not null default now()
        );
        create index media_left on command.media (at) where state <> 'kept';
      `,
    },
    { name: 'media-of-subjects', sql: 'create index media_subject on command.media (subject)' },
  ],
};
