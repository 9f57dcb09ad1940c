import { z } from 'zod';
import * as f from './fields.ts';
import { record } from './record.ts';

const plan = {
  name: 'plans',
  kind: 'plan',
  base: '/plans',
  fields: z.object({ name: f.name, users: z.number().int().default(1) }),
  orderBy: ['name'],
  may: { read: 'signed-in', write: 'signed-in' },
  missing: 'ERR_NO_PLAN_FOUND',
} as const;

test('a record brings its events, calls, pushes and codes under its name', () => {
  const plans = record({ ...plan, errors: { ERR_NO_PLAN_FOUND: { status: 404, message: 'Nenhum plano encontrado.' } } });
  expect(Object.values(plans.events).map(({ type }) => type)).toEqual(['plan.created', 'plan.changed', 'plan.deleted']);
  expect(Object.values(plans.routes).map(({ call }) => call)).toEqual([
    'GET /plans/',
    'GET /plans/list',
    'GET /plans/:id',
    'POST /plans',
    'PUT /plans/:id',
    'DELETE /plans/:id',
  ]);
  expect(plans.pushes).toEqual({ plan: ['create', 'update', 'delete'] });
  expect(Object.keys(plans.errors)).toEqual(['ERR_NO_PLAN_FOUND']);
  expect(Object.keys(plans.view.shape)).toEqual(['name', 'users', 'id', 'companyId', 'createdAt', 'updatedAt']);
  expect(plans.routes.change.body?.parse({})).toEqual({});
});

test('what is unique needs a set, whose calls refuse with its code', () => {
  const unique = [{ field: 'name', code: 'ERR_PLAN_NAME' }] as const;
  expect(() => record({ ...plan, unique })).toThrow('only among the records of a set');
  expect(record({ ...plan, unique, set: 'plans' }).routes.create.refuses).toEqual(['ERR_PLAN_NAME']);
});
