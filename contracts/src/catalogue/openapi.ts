import { z } from 'zod';
import { filePart, type RouteDefinition, type Upload } from '../kernel/contract.ts';
import { allRoutes, errors, type Permission, permissions } from './catalogue.ts';
import { ErrorReply } from './errors.ts';
import { refusalsOf } from './refusals.ts';

/** The API as an OpenAPI 3.1 document, generated from the table of routes. */
export const openApi = (routes: RouteDefinition[] = allRoutes) => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of routes) {
    const [method, path] = call.call.split(' ') as [string, string];
    const templated = `/api${path.replace(/:(\w+)/g, '{$1}')}`;
    paths[templated] ??= {};
    paths[templated][method.toLowerCase()] = operation(call);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Prosa',
      version: '1',
      description:
        'Commands answer `Prosa-Position`; a GET with `after` waits until it shows that position. How to use it: `/api/docs`.',
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: schemaOf(ErrorReply, 'output') },
    },
    paths,
    /** Every code of a refusal, with its status and its message in Portuguese. */
    'x-errors': errors,
    /** The holders of each permission. */
    'x-permissions': permissions,
  };
};

const operation = (call: RouteDefinition) => ({
  summary: call.summary,
  description: whoMay(call.may as Permission),
  tags: [call.call.split('/')[1]!],
  'x-permission': call.may,
  security: call.may === 'public' ? [] : [{ bearer: [] }],
  parameters: [
    ...parameters(call.params, 'path'),
    ...parameters(call.query, 'query'),
    ...(call.call.startsWith('GET') ? [] : [idempotencyKey]),
  ],
  ...(call.body || call.upload ? { requestBody: { required: true, content: contentOf(call) } } : {}),
  responses: {
    [call.status ?? 200]: {
      description: 'Done.',
      headers: positionOf(call),
      ...(call.status !== 204 && { content: { [call.type ?? 'application/json']: { schema: schemaOf(call.reply, 'output') } } }),
    },
    ...refused(call),
  },
});

const contentOf = ({ body, upload }: RouteDefinition) => ({
  ...(body && { 'application/json': { schema: schemaOf(body, 'input') } }),
  ...(upload && { 'multipart/form-data': { schema: formOf(upload) } }),
});

/** Files with any name, as OpenAPI describes them. */
const formOf = (upload: Upload) => {
  const { many, form, maxBytes, kinds } = upload;
  const file = { type: 'string', format: 'binary', description: `Up to ${maxBytes} bytes; ${kinds.join(', ')}.` };
  const { properties = {} } = (form ? schemaOf(form, 'input') : {}) as { properties?: object };
  return { type: 'object', properties: { [filePart(upload)]: many ? { type: 'array', items: file } : file, ...properties } };
};

const whoMay = (permission: Permission): string => {
  if (permission === 'public') return 'Anybody, without a token.';
  if (permission === 'connection-token') return 'The bearer is the token of a connection.';
  const holders = permissions[permission].map((holder) => (holder === 'super' ? 'platform-level users' : holder));
  return `Who may: ${holders.join(', ')}.`;
};

/** The refusals of a call by status, each with the possible codes of `error`. */
const refused = (call: RouteDefinition) => {
  const byStatus = Object.entries(Object.groupBy(refusalsOf(call), (code) => errors[code].status));
  return Object.fromEntries(
    byStatus.map(([status, codes = []]) => {
      const error = { properties: { error: { enum: codes } } };
      const schema = { allOf: [{ $ref: '#/components/schemas/Error' }, error] };
      return [status, { description: codes.join(', '), content: { 'application/json': { schema } } }];
    }),
  );
};

const positionOf = ({ call }: RouteDefinition) =>
  /^\w+ \/(auth|live)\//.test(call)
    ? {}
    : {
        'Prosa-Position': {
          description: call.startsWith('GET') ? 'What it shows.' : 'Where it was written.',
          schema: { type: 'string' },
        },
      };

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 200 },
  description: 'The same key answers the same and does nothing more.',
};

const parameters = (schema: z.ZodObject | undefined, where: 'path' | 'query') =>
  Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path',
    schema: schemaOf(field as z.ZodType, 'input'),
  }));

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};
