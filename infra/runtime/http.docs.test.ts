import { allRoutes, errors, openApi } from '@prosa/contracts';
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
