import type { Part } from '@prosa/infra/runtime';
import type { Deps } from '../../kernel/deps.ts';

/** A use counts for so long before its company is seen to have the plan. */
const SAFE = `interval '60 seconds'`;

/** Which companies have, or had, which plan. */
export const planUseMigrations: Part = {
  schema: 'command',
  migrations: [
    {
      name: 'plans-001',
      sql: `
        create table command.plan_use (
          plan_id uuid not null,
          company_id uuid not null,
          noted_at timestamptz not null,
          primary key (plan_id, company_id)
        );
      `,
    },
  ],
};

export const PUT_PLAN_USE =
  'insert into command.plan_use (plan_id, company_id, noted_at) values ($1, $2, $3) on conflict (plan_id, company_id) do nothing';

/** Who has a plan: noted before a company gets it, and true while the company's own stream says so. */
export const planUses = ({ pool, referenceData }: Pick<Deps, 'pool' | 'referenceData'>) => ({
  note: async (planId: string, companyId: string): Promise<void> => {
    await pool.query(
      `insert into command.plan_use (plan_id, company_id, noted_at) values ($1, $2, now())
       on conflict (plan_id, company_id) do update set noted_at = now()`,
      [planId, companyId],
    );
  },
  isUsed: async (planId: string): Promise<boolean> => {
    const { rows } = await pool.query<{ company_id: string; is_safe: boolean }>(
      `select company_id, noted_at > now() - ${SAFE} as is_safe from command.plan_use where plan_id = $1`,
      [planId],
    );
    for (const { company_id: companyId, is_safe } of rows) {
      // Another instance may have given it the plan a moment ago.
      referenceData.forget(`company-${companyId}`);
      const company = await referenceData.company(companyId);
      // Its company is about to be registered.
      if (company ? company.planId === planId : is_safe) return true;
    }
    return false;
  },
});
