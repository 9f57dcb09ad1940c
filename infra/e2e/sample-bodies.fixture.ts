import type { RouteDefinition } from '@prosa/contracts';
import { z } from 'zod';

type Json = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Json[];
  oneOf?: Json[];
  format?: string;
  pattern?: string;
  minLength?: number;
  minimum?: number;
  default?: unknown;
  items?: Json;
  properties?: Record<string, Json>;
  required?: string[];
};

/** Values that a schema does not describe, by the name of their field. */
const named: Record<string, string> = {
  email: 'alguem@prosa.test',
  number: '5511960001234',
  timeZone: 'America/Sao_Paulo',
  sendAt: '2031-01-01T00:00:00.000Z',
  startTime: '08:00',
  endTime: '18:00',
  holidays: '2031-01-01',
  endpoint: 'https://push.prosa.test/aparelho',
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  scopes: 'read',
  key: 'loja',
  auth: 'tBHItJI5svbpez7KI4CCXg',
};

/** Numbers that must be more than another one of their body. */
const larger: Record<string, number> = { lateAfterMinutes: 2 };

const isEmpty = ({ type, const: only }: Json): boolean => type === 'null' || only === '';

/** A value that a schema accepts, whose ids are all the same. */
const sampleOf = (schema: Json, name: string, id: string): unknown => {
  const { type, anyOf, oneOf, items, properties } = schema;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (anyOf) {
    const one = anyOf.find(({ format }) => format === 'uuid') ?? anyOf.find((of) => !isEmpty(of)) ?? anyOf[0];
    return sampleOf(one ?? {}, name, id);
  }
  if (oneOf) return sampleOf(oneOf[0] ?? {}, name, id);
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return Object.fromEntries(Object.entries(properties ?? {}).map(([field, of]) => [field, sampleOf(of, field, id)]));
    case 'array':
      // A list that may be empty: of whose records the ids would be, no schema tells.
      if (Array.isArray(schema.default)) return schema.default;
      return [sampleOf(items ?? {}, name, id)];
    case 'boolean':
      return true;
    case 'number':
    case 'integer':
      return larger[name] ?? schema.default ?? schema.minimum ?? 1;
    case 'string':
      return textOf(schema, name, id);
    default:
      return null;
  }
};

const textOf = ({ format, pattern, minLength = 0 }: Json, name: string, id: string): string => {
  // Its schema says that it is an id only after trimming, which the JSON schema does not tell.
  if (format === 'uuid' || name === 'contactId') return id;
  if (format === 'date-time') return '2031-01-01T00:00:00.000Z';
  if (pattern?.startsWith('^(none|')) return 'none';
  if (pattern?.startsWith('^#')) return '#0A0B0C';
  // A word that no other record has.
  if (pattern === '^\\S*$') return 'palavra';
  return named[name] ?? 'Qualquer'.padEnd(minLength, '!');
};

/**
 * A body that a call accepts, with `id` wherever an id is possible: with all fields, or with the required ones and one other, because some
 * fields exclude each other. Throws if none of them is valid.
 */
export const sampleBody = ({ call, body }: RouteDefinition, id: string): object | undefined => {
  if (!body) return undefined;
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Json;
  const all = sampleOf(schema, '', id) as Record<string, unknown>;
  const required = Object.fromEntries(Object.entries(all).filter(([name]) => schema.required?.includes(name)));
  const candidates = [all, ...Object.entries(all).map(([name, value]) => ({ ...required, [name]: value })), required];
  const found = candidates.find((one) => body.safeParse(one).success);
  if (!found) throw new Error(`No body could be made for ${call}: say in sample-bodies what its texts are.`);
  return found;
};
