import { Refused } from '@prosa/contracts';
import type { Deps } from '../../kernel/deps.ts';

/** A claim counts for so long before its company is seen to have the name. */
const SAFE = `interval '60 seconds'`;
type Claim = { company_id: string; claimed_at: Date; is_safe: boolean };

/** As it is compared. */
export const nameKey = (name: string): string => name.toLowerCase();

/** Keeps the names of companies that were there before names were claimed. */
export const PUT_NAME =
  'insert into command.company_name (name, company_id, claimed_at) values ($1, $2, $3) on conflict do nothing';

/**
 * The names of companies, each of which one company has. A claim counts while its company has the name, by the company's own stream, and for
 * its first minute; so nothing is released, and a crash leaves no name taken.
 */
export const companyNames = ({ pool, referenceData }: Pick<Deps, 'pool' | 'referenceData'>) => {
  const taken = () => new Refused('ERR_COMPANY_NAME_ALREADY_EXISTS');

  /** The claim by which another company has the name now; null if nobody has. */
  const holderOf = async (key: string, companyId: string): Promise<{ claim: Claim; isTaken: boolean } | null> => {
    const { rows } = await pool.query<Claim>(
      `select company_id, claimed_at, claimed_at > now() - ${SAFE} as is_safe from command.company_name where name = $1`,
      [key],
    );
    const [claim] = rows;
    if (!claim || claim.company_id === companyId) return null;
    const held = (await referenceData.company(claim.company_id))?.name;
    return { claim, isTaken: claim.is_safe || (held !== undefined && nameKey(held) === key) };
  };

  return {
    /** Throws ERR_COMPANY_NAME_ALREADY_EXISTS if another company has the name. */
    assertFree: async (name: string, companyId: string): Promise<void> => {
      if ((await holderOf(nameKey(name), companyId))?.isTaken) throw taken();
    },
    /** Claims the name for a company that takes it now. Throws ERR_COMPANY_NAME_ALREADY_EXISTS. */
    claim: async (name: string, companyId: string): Promise<void> => {
      const key = nameKey(name);
      for (;;) {
        const { rowCount } = await pool.query(
          `insert into command.company_name as n (name, company_id, claimed_at) values ($1, $2, now())
           on conflict (name) do update set claimed_at = now() where n.company_id = excluded.company_id`,
          [key, companyId],
        );
        if (rowCount === 1) return;
        const holder = await holderOf(key, companyId);
        if (holder?.isTaken) throw taken();
        // Another claim may be quicker, or its company have renewed it.
        if (holder)
          await pool.query('delete from command.company_name where name = $1 and company_id = $2 and claimed_at = $3', [
            key,
            holder.claim.company_id,
            holder.claim.claimed_at,
          ]);
      }
    },
  };
};
