import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allRoutes, largestForm, limits } from '@prosa/contracts';
import { PERMISSIONS_POLICY, STRICT_TRANSPORT } from '../runtime/http/headers.ts';

const conf = readFileSync(join(import.meta.dirname, 'nginx.conf'), 'utf8').replace(/^\s*#.*$/gm, '');
const server = conf.slice(conf.indexOf('server {\n'));
const sizeIn = (block: string): number | undefined => {
  const [, mebibytes] = /client_max_body_size (\d+)m;/.exec(block) ?? [];
  return mebibytes === undefined ? undefined : Number(mebibytes) * 1024 * 1024;
};
const locations = [...server.matchAll(/location (=|~|\^~)? ?(\S+)\s+\{([^}]*)\}/g)].map(([, how = '', path, block]) => ({
  how,
  path: path!,
  block: block!,
}));
const outside = server.replace(/location [^}]*\}/g, '');

/** The location that nginx takes for a path: an exact one, a longest prefix that ends the search, the first pattern, a longest prefix. */
const locationOf = (path: string) => {
  const exact = locations.find((one) => one.how === '=' && one.path === path);
  const [prefix] = locations
    .filter(({ how, path: begin }) => (how === '' || how === '^~') && path.startsWith(begin))
    .toSorted((one, other) => other.path.length - one.path.length);
  if (exact || prefix?.how === '^~') return exact ?? prefix!;
  return locations.find(({ how, path: pattern }) => how === '~' && new RegExp(pattern).test(path)) ?? prefix!;
};
const mostAt = (path: string): number => sizeIn(locationOf(path).block) ?? sizeIn(outside)!;

const uploads = allRoutes.flatMap(({ call, upload }) => (upload ? [{ call, most: largestForm(upload) }] : []));

test('it has locations, and there are calls with files', () => {
  expect(locations.length).toBeGreaterThan(5);
  expect(uploads.length).toBeGreaterThan(5);
});

test.each(uploads)('$call gets as many bytes as it takes, so that the service refuses what is larger', ({ call, most }) => {
  const path = `/api${call.split(' ')[1]!.replaceAll(/:\w+/g, '0190c1d2-0000-7000-8000-000000000001')}`;
  expect(mostAt(path)).toBeGreaterThan(most);
});

test.each([
  ['/api/tickets', limits.bodyBytes],
  ['/webhooks/simulator/1', limits.webhookFileBytes.form + limits.bodyBytes],
  ['/webhooks/meta', limits.metaWebhookBytes],
])('%s gets as many bytes as it takes', (path, most) => expect(mostAt(path)).toBeGreaterThan(most));

test('every answer has the headers of the launcher’s origin, also in a location with headers of its own', () => {
  const blocks = [outside, ...locations.map(({ block }) => block).filter((block) => block.includes('add_header'))];
  expect(conf).toContain(`map $scheme $strict_transport { https "${STRICT_TRANSPORT}"; default ""; }`);
  for (const block of blocks) {
    expect(block).toContain('add_header X-Content-Type-Options nosniff always;');
    expect(block).toContain('add_header Strict-Transport-Security $strict_transport always;');
    expect(block).toContain(`add_header Permissions-Policy '${PERMISSIONS_POLICY}' always;`);
  }
});
