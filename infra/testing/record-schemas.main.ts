import { readFileSync, writeFileSync } from 'node:fs';
import { schemaHashes } from './recorded-schemas.ts';

/** Adds new types and versions to `recorded-schemas.json`. Existing entries stay: stored events must remain readable for ever. */
const file = new URL('recorded-schemas.json', import.meta.url);
const kept = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
const all = Object.entries({ ...schemaHashes(), ...kept }).sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(file, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
