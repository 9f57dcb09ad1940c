import { z } from 'zod';
import { tags } from '../desk/tags/tags.record.ts';
import { unchanged } from './contract.ts';
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

test('a record defines its events, calls, pushes and codes under its name', () => {
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

test('a unique field requires a set, whose calls refuse with its code', () => {
  const unique = [{ field: 'name', code: 'ERR_PLAN_NAME' }] as const;
  expect(() => record({ ...plan, unique })).toThrow('only among the records of a set');
  expect(record({ ...plan, unique, set: 'plans' }).routes.create.refuses).toEqual(['ERR_PLAN_NAME']);
});

test('the author is recorded at creation and shown, and no change can name another', () => {
  const plans = record({ ...plan, author: 'userId' });
  const id = '00000000-0000-7000-8000-000000000001';
  expect(plans.events.created.data.parse({ name: 'Básico', id })).toEqual({ name: 'Básico', users: 1, id, userId: null });
  expect(plans.routes.create.body?.parse({ name: 'Básico', userId: id })).toMatchObject({ userId: id });
  expect(plans.routes.change.body?.parse({ name: 'Básico', userId: id })).toEqual({ name: 'Básico' });
  expect(Object.keys(plans.view.shape)).toContain('userId');
});

test('an event has a version for each of its upcasters', () => {
  const created = [unchanged, unchanged];
  const { events } = record({ ...plan, upcasters: { created } });
  expect(events.created).toMatchObject({ version: 3, upcasters: created });
  expect(events.changed).toMatchObject({ version: 1, upcasters: [] });
});

test.each([
  ['user', '00000000-0000-7000-8000-000000000001'],
  ['integration', null],
] as const)('a tag of the first version, created by a %s', (kind, userId) => {
  const [lift] = tags.events.created.upcasters;
  const actor = { kind, id: '00000000-0000-7000-8000-000000000001' };
  const data = { id: '00000000-0000-7000-8000-000000000002', name: 'Boleto', color: '#7C7C7C', kanban: 0 };
  expect(tags.events.created.data.parse(lift?.(data, { actor, companyId: 'c', at: new Date() }))).toEqual({ ...data, userId });
});
