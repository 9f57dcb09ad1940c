import type { Part } from '@prosa/infra/runtime';

export const companyMigrations: Part = {
  schema: 'command',
  migrations: [
    {
      // The integration keys of companies, sealed. `position`: of the event that set it; `sealed` is null if it was removed.
      name: 'companies-001',
      sql: `
        create table command.secret (
          company_id uuid not null,
          key text not null,
          sealed bytea,
          position numeric(20) not null,
          primary key (company_id, key)
        );
      `,
    },
    {
      // Milliseconds, as the driver reads them: a claim is compared with what was read.
      name: 'companies-002',
      sql: `
        create table command.company_name (name text primary key, company_id uuid not null, claimed_at timestamptz(3) not null);
      `,
    },
  ],
};
