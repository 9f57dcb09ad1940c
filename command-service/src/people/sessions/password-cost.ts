import { ConfigError } from '@prosa/infra/runtime';

/** Argon2id's parameters; `memory` in KiB. */
export type PasswordCost = { memory: number; passes: number; parallelism: number; tagLength: number };

/** About 40 ms and 19 MiB per attempt: the least that OWASP recommends. */
const COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/**
 * The cost of a password's hash. There is no setting for operators. Tests, which hash the same few passwords thousands of times,
 * set PROSA_TEST_PASSWORD_KIB to less memory; outside of tests (NODE_ENV) a service with that variable does not start.
 */
export const passwordCost = ({ NODE_ENV, PROSA_TEST_PASSWORD_KIB: memory }: NodeJS.ProcessEnv): PasswordCost => {
  if (!memory) return COST;
  if (NODE_ENV !== 'test') throw new ConfigError('PROSA_TEST_PASSWORD_KIB weakens passwords: it is for tests only. Remove it.');
  return { ...COST, memory: Number(memory), passes: 1 };
};
