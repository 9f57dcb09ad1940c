import { allRoutes, errors, openApi, refusalsOf } from '@prosa/contracts';
import { assertDeclared } from '../testing/declared.ts';
import { type Field, fieldsOf, type Schema, typeOf } from './http.docs.fields.ts';
import { type Document, docsPage } from './http.docs.ts';
import { createServer } from './http.server.ts';
import { createLog } from './log.ts';

const page = docsPage(openApi() as unknown as Document);

test('the page is there for a browser, without a script or anything from elsewhere', async () => {
  const app = createServer({ log: createLog('test', 'silent'), name: 'test', openapi: () => openApi() });
  const answer = await app.inject('/api/docs');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  expect(answer.body).toBe(page);
  expect(page).not.toMatch(/<script|<link|<img|src=|url\(|@import/);
  await app.close();
});

test('it shows every call with its fields, and every code', () => {
  for (const { call, summary } of allRoutes) {
    const [method, path] = call.split(' ') as [string, string];
    expect(page).toContain(`>${method}</span> <code>/api${path.replace(/:(\w+)/g, '{$1}')}</code>`);
    expect(page).toContain(summary.replaceAll("'", '&#39;'));
  }
  for (const code of Object.keys(errors)) expect(page).toContain(`<code>${code}</code>`);
  expect(page).toContain('withUnreadMessages');
  expect(page).toContain('extraInfo[].value');
});

test.each([
  'Bearer',
  'refresh_token',
  'ERR_SESSION_EXPIRED',
  'Idempotency-Key',
  'Prosa-Position',
  'after=',
  '/live',
  'alive',
  '/webhooks',
])('it tells of %s', (word) => expect(page).toContain(word));

test('what a document says is text, whatever stands in it', () => {
  const document = {
    paths: {
      '/api/<b>': {
        get: {
          summary: '<script>alert(1)</script> "&"',
          'x-permission': 'nobody',
          parameters: [],
          responses: { 200: { description: '' } },
        },
      },
    },
    'x-errors': {},
    'x-permissions': {},
  };
  const shown = docsPage(document);
  expect(shown).not.toContain('<script>');
  expect(shown).toContain('&#60;script&#62;alert(1)&#60;/script&#62; &#34;&#38;&#34;');
});

const person: Schema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', minLength: 2, maxLength: 50 }, age: { type: 'integer', minimum: 0 } },
};
test.each<[string, Schema, Field[]]>([
  [
    'an object',
    person,
    [
      { name: 'name', type: 'string, from 2 characters, at most 50 characters', isRequired: true },
      { name: 'age', type: 'integer, from 0', isRequired: false },
    ],
  ],
  [
    'a list within what may be null',
    { type: 'object', required: ['of'], properties: { of: { anyOf: [{ type: 'array', items: person }, { type: 'null' }] } } },
    [
      { name: 'of', type: 'list of object | null', isRequired: true },
      { name: 'of[].name', type: 'string, from 2 characters, at most 50 characters', isRequired: true },
      { name: 'of[].age', type: 'integer, from 0', isRequired: false },
    ],
  ],
  ['what has none', { type: 'null' }, []],
])('%s is told by its fields', (_, schema, fields) => expect(fieldsOf(schema)).toEqual(fields));

test.each<[Schema, string]>([
  [{ enum: ['open', 'closed'] }, '"open" | "closed"'],
  [{ const: 0 }, '0'],
  [{ type: 'string', format: 'uuid' }, 'string (uuid)'],
  [{ type: 'boolean', default: false }, 'boolean, else false'],
  [{}, 'anything'],
])('%j is said as %s', (schema, words) => expect(typeOf(schema)).toBe(words));

test('each call declares every code that it may be refused with, by its status, and the page tells them', () => {
  const { paths } = openApi() as unknown as Document;
  for (const route of allRoutes) {
    const [method, path] = route.call.split(' ') as [string, string];
    const { responses } = paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]![method.toLowerCase()]!;
    expect(responses).not.toHaveProperty('default');
    const told = Object.entries(responses).flatMap(([status, { description }]) =>
      Number(status) < 400 ? [] : description.split(', ').map((code) => [code, Number(status)]),
    );
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(refusalsOf(route).map((code) => [code, errors[code].status])));
  }
  expect(page).toContain('409 <code>ERR_TICKET_NOT_OPEN, ERR_CREATING_MESSAGE</code>');
});

test('an answer that its call does not declare is found', () => {
  const found = (code: string) => () => assertDeclared('GET', '/tickets/counts?after=1', 409, { error: code });
  expect(found('ERR_TAG_REQUIRED')).toThrow('GET /tickets/counts was refused with 409 ERR_TAG_REQUIRED');
  expect(found('ERR_BEHIND')).not.toThrow();
  expect(() => assertDeclared('GET', '/tickets/1', 404, { error: 'ERR_NO_TICKET_FOUND' })).not.toThrow();
  expect(() => assertDeclared('GET', '/nowhere', 404, { error: 'ERR_NOT_FOUND' })).not.toThrow();
});
