import { derivedId, fields, PROSA } from '@prosa/contracts';
import { advisoryLocks, ConfigError } from '@prosa/infra/runtime';
import type { Pool } from 'pg';
import { company } from '../company/companies/companies.decider.ts';
import { companyFields } from '../company/companies/company-fields.ts';
import { createUser } from '../people/users/create-user.ts';
import { seedDemo } from './demo.ts';
import { writeDemoFile } from './demo-file.ts';
import type { SeedDeps } from './scene.ts';

export type InstallationEnv = {
  /**
   * `0`: no demonstration; a larger number: so many companies like it. In production there is one only where the number is given, because its
   * passwords are public.
   */
  PROSA_DEMO?: string | undefined;
  NODE_ENV?: string | undefined;
  PROSA_DEMO_FILE?: string | undefined;
  PROSA_ADMIN_EMAIL?: string | undefined;
  PROSA_ADMIN_PASSWORD?: string | undefined;
};

/**
 * Gives a new installation its first companies: the demonstration, or with `PROSA_DEMO=0` one company with the administrator of
 * `PROSA_ADMIN_EMAIL`. The choice is stored, so that it happens once; if several instances start together, one does it and the others wait.
 * Throws ConfigError.
 */
export const prepareInstallation = async (deps: SeedDeps, env: InstallationEnv): Promise<void> =>
  alone(deps.pool, async () => {
    const step = await begun(deps.pool);
    const count = demonstrationsOf(env);
    const demo = count > 0;
    const { PROSA_DEMO_FILE: file } = env;
    if ((step === null && demo) || step === 'demo begun') {
      await keep(deps.pool, 'demo begun');
      await seedDemo(deps, { file, count });
      await keep(deps.pool, 'demo');
      deps.log.info('the demonstration is ready');
    } else if (step === 'demo' && demo && file) {
      await writeDemoFile(deps, file, count);
    } else if (step === null || step === 'administrator begun') {
      const administrator = administratorOf(env);
      if (!administrator) {
        deps.log.warn('there is no company yet: set PROSA_ADMIN_EMAIL and PROSA_ADMIN_PASSWORD for the first sign-in');
        return;
      }
      await keep(deps.pool, 'administrator begun');
      await firstCompany(deps, administrator);
      await keep(deps.pool, 'administrator');
      deps.log.info('the first company and its administrator are ready');
    }
  });

const MOST_DEMONSTRATIONS = 100;
const demonstrationsOf = ({ PROSA_DEMO = '', NODE_ENV }: InstallationEnv): number => {
  if (PROSA_DEMO === '') return NODE_ENV === 'production' ? 0 : 1;
  const count = Number(PROSA_DEMO);
  if (!Number.isInteger(count) || count < 0 || count > MOST_DEMONSTRATIONS)
    throw new ConfigError(`PROSA_DEMO must be a number from 0 to ${MOST_DEMONSTRATIONS}.`);
  return count;
};

const firstCompany = async (deps: SeedDeps, { email, password }: { email: string; password: string }): Promise<void> => {
  const idOf = (name: string) => derivedId(PROSA, 'first company', name);
  const companyId = idOf('company');
  const common = { companyId, actor: { kind: 'system', id: 'installation' } as const };
  await deps.handle({
    ...common,
    commandId: idOf('register company'),
    decider: company,
    stream: `company-${companyId}`,
    command: { do: 'register company', companyId, fields: companyFields('Minha Empresa', deps.clock()) },
    missing: 'ERR_NO_COMPANY_FOUND',
  });
  await createUser(deps)({
    ...common,
    commandId: idOf('create user'),
    userId: idOf('user'),
    fields: { name: 'Administração', email, profile: 'admin', queueIds: [] },
    password,
    super: true,
  });
};

const administratorOf = ({ PROSA_ADMIN_EMAIL, PROSA_ADMIN_PASSWORD }: InstallationEnv) => {
  if (!PROSA_ADMIN_EMAIL || !PROSA_ADMIN_PASSWORD) return null;
  const email = fields.email.safeParse(PROSA_ADMIN_EMAIL);
  const password = fields.password.safeParse(PROSA_ADMIN_PASSWORD);
  if (!email.success) throw new ConfigError('PROSA_ADMIN_EMAIL is not an e-mail address.');
  if (!password.success) throw new ConfigError('PROSA_ADMIN_PASSWORD must be of 5 to 50 characters.');
  return { email: email.data, password: password.data };
};

const begun = async (pool: Pool): Promise<string | null> => {
  const { rows } = await pool.query<{ step: string }>(`select step from command.installation where name = 'first'`);
  return rows[0]?.step ?? null;
};

const keep = async (pool: Pool, step: string): Promise<void> => {
  await pool.query(
    `insert into command.installation (name, step) values ('first', $1) on conflict (name) do update set step = $1, at = now()`,
    [step],
  );
};

const alone = async <Result>(pool: Pool, work: () => Promise<Result>): Promise<Result> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.preparing]);
    return await work();
  } finally {
    await client.query('select pg_advisory_unlock($1)', [advisoryLocks.preparing]).catch((failure: Error) => {
      broken = failure;
    });
    client.release(broken);
  }
};
