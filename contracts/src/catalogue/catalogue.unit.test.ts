import { z } from 'zod';
import { Inbound } from '../bus/bus.inbound.ts';
import { SimulatorEvent } from '../bus/simulator.contract.ts';
import { allEvents, allRoutes, permissions, serviceOf } from './catalogue.ts';
import { openApi } from './openapi.ts';

test('every call exists once and names an existing permission', () => {
  const calls = allRoutes.map(({ call }) => call.replace(/\/$/, ''));
  expect(new Set(calls).size).toBe(calls.length);
  for (const { may } of allRoutes) expect(Object.keys(permissions)).toContain(may);
});

test('the parameters of a path are declared', () => {
  for (const { call, params } of allRoutes) {
    const inPath = [...call.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(Object.keys(params?.shape ?? {})).toEqual(inPath);
  }
});

test('reads go to the projection side, auth and changes to the command side', () => {
  expect(serviceOf('GET /tickets')).toBe('projection');
  expect(serviceOf('GET /api/auth/me')).toBe('command');
  expect(serviceOf('GET /imports')).toBe('command');
  expect(serviceOf('GET /api/imports?pageNumber=1')).toBe('command');
  expect(serviceOf('GET /imports/:id')).toBe('command');
  expect(serviceOf('GET /messages/sent/:id')).toBe('command');
  expect(serviceOf('GET /messages/:ticketId')).toBe('projection');
  expect(serviceOf('PUT /tickets/:ticketId')).toBe('command');
});

test('OpenAPI describes every call', () => {
  const { paths } = openApi();
  expect(Object.values(paths).flatMap((path) => Object.keys(path))).toHaveLength(allRoutes.length);
});

const unkeepable = ['nul \0 nul \0 nul \0 nul', 'half a pair \ud800 of surrogates'];

test.each([
  ...allRoutes
    // Credentials are compared and never stored.
    .filter(({ call }) => call !== 'POST /auth/login')
    .flatMap(({ call, query, body }) => [query, body].map((schema) => [call, schema] as const)),
  ['the simulator', SimulatorEvent],
  ['the bus', Inbound],
] as const)('%s accepts no text that Postgres cannot store', (_, schema) => {
  for (const [path, text] of textsOf(schema)) {
    const taken = unkeepable.map((value) => text.safeParse(value)).filter(({ success }) => success);
    expect({ path, taken: taken.filter(({ data }) => typeof data === 'string') }).toEqual({ path, taken: [] });
  }
});

/** Each path of a schema that accepts a text, with the schema that validates it. */
const textsOf = (schema: z.ZodType | undefined, path = ''): [string, z.ZodType][] => {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => textsOf(field as z.ZodType, `${path}.${name}`));
  if (schema instanceof z.ZodArray) return textsOf(schema.element as z.ZodType, `${path}[]`);
  if (schema instanceof z.ZodDiscriminatedUnion || schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => textsOf(option as z.ZodType, path));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return textsOf(schema.unwrap() as z.ZodType, path);
  return schema ? [[path, schema]] : [];
};

test('personal fields are marked in every event that contains a name, number, e-mail or text', () => {
  const open = [
    'CompanyRegistered',
    'CompanyChanged',
    'QueueCreated',
    'QueueChanged',
    'ConnectionCreated',
    'ConnectionChanged',
    'ApiKeyCreated',
    'tag.created',
    'tag.changed',
    'sector.created',
    'sector.changed',
    'plan.created',
    'plan.changed',
    'contact-list.created',
    'contact-list.changed',
    'contact-field.created',
    'contact-field.changed',
    'social-media.created',
    'social-media.changed',
    'macro.created',
    'macro.changed',
    'saved-view.created',
    'saved-view.changed',
    'CampaignCreated',
    'CampaignChanged',
    // The platform's words to everybody.
    'announcement.created',
    'announcement.changed',
  ];
  for (const { type, data } of Object.values(allEvents).filter((event) => !open.includes(event.type)))
    for (const [name, field] of Object.entries(data.shape))
      if (['name', 'number', 'email', 'body', 'text', 'extraInfo', 'signature'].includes(name))
        expect({ type, name, personal: personalOf(field as z.ZodType) }).toEqual({ type, name, personal: expect.any(String) });
});

const personalOf = (field: z.ZodType): unknown =>
  field.meta()?.personal ?? (field instanceof z.ZodOptional ? personalOf(field.unwrap() as z.ZodType) : undefined);
