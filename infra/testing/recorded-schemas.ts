import { createHash } from 'node:crypto';
import { allEvents } from '@prosa/contracts';
import { z } from 'zod';

/** For each current event type, `Type@version` and a hash of its schema, including defaults and personal fields. */
export const schemaHashes = (): Record<string, string> =>
  Object.fromEntries(
    Object.values(allEvents)
      .map(({ type, version, data }): [string, string] => {
        const schema = z.toJSONSchema(data, { io: 'input', unrepresentable: 'any' });
        return [
          `${type}@${version}`,
          createHash('sha256')
            .update(JSON.stringify(sorted(schema)))
            .digest('hex')
            .slice(0, 16),
        ];
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Sorts the keys of each object: the order in which they were written does not matter. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, of]) => [name, sorted(of)]),
  );
};
