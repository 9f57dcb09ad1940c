import { readFileSync } from 'node:fs';
import { allEvents } from '@prosa/contracts';
import { schemaHashes } from './recorded-schemas.ts';

const kept = JSON.parse(readFileSync(new URL('recorded-schemas.json', import.meta.url), 'utf8')) as Record<string, string>;

test.each(Object.entries(schemaHashes()))('%s has the schema that was recorded for it', (name, hash) => {
  // A different hash: give the event its next version and an upcaster. No hash yet: `node infra/testing/record-schemas.main.ts`.
  expect({ name, hash }).toEqual({ name, hash: kept[name] });
});

test.each(Object.keys(kept))('%s is still known, with upcasters from it to the newest version', (name) => {
  const [type, version] = name.split('@') as [string, string];
  const definition = allEvents[type];
  expect(definition).toBeDefined();
  expect(definition!.version).toBeGreaterThanOrEqual(Number(version));
  expect(definition!.upcasters ?? []).toHaveLength(definition!.version - 1);
});
