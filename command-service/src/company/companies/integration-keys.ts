import type { IntegrationKey } from '@prosa/contracts';
import { derivedKey, seal } from '@prosa/infra/runtime';
import type { Deps } from '../../kernel/deps.ts';

/**
 * Returns what keeps an integration key of a company, '' for none. The event comes first; if a crash came between the two, the repeated
 * call does the rest, and an older key never replaces a newer one.
 */
export const integrationKeys = ({ pool, config }: Pick<Deps, 'pool' | 'config'>) => {
  const own = derivedKey(config.PROSA_KEYS, 'integration keys');
  return async (companyId: string, key: IntegrationKey, value: string, position: bigint): Promise<void> => {
    const sealed = value === '' ? null : seal(own, value, `${companyId}/${key}`);
    await pool.query(
      `insert into command.secret as s (company_id, key, sealed, position) values ($1, $2, $3, $4)
       on conflict (company_id, key) do update set sealed = excluded.sealed, position = excluded.position
       where s.position <= excluded.position`,
      [companyId, key, sealed, String(position)],
    );
  };
};
