import { allRoutes, errors, openApi, refusalsOf } from '@prosa/contracts';
import { assertDeclared } from '../../testing/declared.ts';
import { createLogger } from '../kernel/log.ts';
import type { Document } from './docs.ts';
import { createServer } from './server.ts';

const app = createServer({ log: createLogger('test', 'silent'), name: 'test', openapi: () => openApi() });
afterAll(() => app.close());

test('the page is served to browsers, with scripts and styles of this origin only', async () => {
  const answer = await app.inject('/api/docs');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
  const links = [...answer.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link!);
  expect(links.length).toBeGreaterThan(4);
  for (const link of links) {
    expect(link).toMatch(/^\/api\/docs\/static\//);
    const { statusCode, headers } = await app.inject(link);
    expect([link, statusCode, headers['x-content-type-options']]).toEqual([link, 200, 'nosniff']);
  }
  expect(answer.body).not.toMatch(/<script>|<style/);
});

test('it shows the OpenAPI document, a guide, and every error code', async () => {
  const shown = (await app.inject('/api/docs/json')).json<Document>();
  const document = (await app.inject('/api/openapi.json')).json<Document>();
  expect(shown.paths).toEqual(document.paths);
  expect(Object.values(shown.paths).flatMap((path) => Object.keys(path))).toHaveLength(allRoutes.length);
  for (const [code, { status, message }] of Object.entries(errors))
    expect(shown.info.description).toContain(`| \`${code}\` | ${status} | ${message} |`);
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
])('it mentions %s', async (word) =>
  expect((await app.inject('/api/docs/json')).json<Document>().info.description).toContain(word),
);

test('a call states who may make it', () => {
  const { paths } = openApi() as unknown as Document;
  expect(paths['/api/auth/login']!.post!.description).toBe('Anybody, without a token.');
  expect(paths['/api/queue']!.post!.description).toBe('Who may: admin.');
  expect(paths['/api/companies/{id}']!.put!.description).toBe('Who may: platform-level users.');
});

test('each call declares every code with which it can be refused, by status', () => {
  const { paths } = openApi() as unknown as Document;
  for (const route of allRoutes) {
    const [method, path] = route.call.split(' ') as [string, string];
    const { responses } = paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]![method.toLowerCase()]! as unknown as {
      responses: Record<string, { description: string }>;
    };
    expect(responses).not.toHaveProperty('default');
    const told = Object.entries(responses).flatMap(([status, { description }]) =>
      Number(status) < 400 ? [] : description.split(', ').map((code) => [code, Number(status)]),
    );
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(refusalsOf(route).map((code) => [code, errors[code].status])));
  }
});

test('an answer that its call does not declare is detected', () => {
  const found = (code: string) => () => assertDeclared('GET', '/tickets/counts?after=1', 409, { error: code });
  expect(found('ERR_TAG_REQUIRED')).toThrow('GET /tickets/counts was refused with 409 ERR_TAG_REQUIRED');
  expect(found('ERR_BEHIND')).not.toThrow();
  expect(() => assertDeclared('GET', '/tickets/1', 404, { error: 'ERR_NO_TICKET_FOUND' })).not.toThrow();
  expect(() => assertDeclared('GET', '/nowhere', 404, { error: 'ERR_NOT_FOUND' })).not.toThrow();
});
