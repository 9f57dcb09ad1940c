import { z } from 'zod';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { record } from '../../kernel/record.ts';

/** At most what 32 bits hold. */
const most = z.number({ error: 'Required' }).int('Invalid value').min(0, 'Invalid value').max(1_000_000, 'Invalid value');
/** In BRL: seven digits and two decimals. */
const price = z
  .number({ error: 'Required' })
  .min(0, 'Invalid value')
  .max(9_999_999.99, 'Invalid value')
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'Invalid value');

const plan = record({
  name: 'plans',
  kind: 'plan',
  fields: z.object({ name: f.name, users: most.min(1, 'Invalid value'), connections: most, queues: most, value: price }),
  set: 'plans',
  unique: [{ field: 'name', code: 'ERR_PLAN_NAME_ALREADY_EXISTS' }],
  base: '/plans',
  orderBy: ['value', 'name'],
  searchIn: ['name'],
  reach: 'platform',
  may: { read: 'signed-in', write: 'plans:write' },
  permissions: { 'plans:write': ['super'] },
  missing: 'ERR_NO_PLAN_FOUND',
  errors: {
    ERR_NO_PLAN_FOUND: { status: 404, message: 'Nenhum plano encontrado com este número.' },
    ERR_PLAN_IN_USE: { status: 409, message: 'Este plano não pode ser excluído: há empresas que o têm.' },
    ERR_PLAN_NAME_ALREADY_EXISTS: {
      status: 409,
      message:
        'Não foi possível realizar a operação. Verifique se já existe um plano com o mesmo nome ou se os campos foram preenchidos corretamente',
    },
  },
});

/** A plan as everybody may see it. */
export const OfferedPlan = plan.view.pick({ id: true, name: true, users: true, connections: true, queues: true, value: true });
export type OfferedPlan = z.output<typeof OfferedPlan>;

/** The plans that companies subscribe to, records of the platform. A plan limits a company's users, connections and queues. */
export const plans = {
  ...plan,
  routes: {
    ...plan.routes,
    delete: { ...plan.routes.delete, refuses: ['ERR_PLAN_IN_USE'] as const },
    offered: route({
      call: 'GET /plans/list',
      may: 'public',
      summary: 'The plans to choose from when a company signs up.',
      reply: z.object({ plans: z.array(OfferedPlan) }),
    }),
    listAll: { ...plan.routes.listAll, call: 'GET /plans/all' as const, may: 'plans:write' as const },
  },
};
export type PlanView = z.output<typeof plans.view>;
