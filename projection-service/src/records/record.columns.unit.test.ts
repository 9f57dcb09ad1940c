import { fields as f, personal } from '@prosa/contracts';
import { z } from 'zod';
import { columnOf } from './record.columns.ts';

test.each([
  ['a text', f.name, 'text', false],
  ['a text that is rewritten', f.color, 'text', false],
  ['one that may be left out or blank', f.optionalEmail, 'text', true],
  ['a choice', z.enum(['a', 'b']), 'text', false],
  ['an id', f.id, 'uuid', false],
  ['an id or null', f.id.nullish(), 'uuid', true],
  ['a whole number', z.number().int(), 'integer', false],
  ['a fraction', z.number(), 'double precision', false],
  ['a number of two', z.union([z.literal(0), z.literal(1)]).default(0), 'integer', false],
  ['a flag', z.boolean(), 'boolean', false],
  ['a flag with a default', z.boolean().default(false), 'boolean', false],
  ['ids', z.array(f.id).default([]), 'uuid[]', false],
  ['texts', z.array(z.string()), 'text[]', false],
  ['a list of objects', f.schedules, 'jsonb', false],
  ['an object', z.object({ a: z.string() }), 'jsonb', false],
  ['a personal text, which is null when its person was forgotten', personal(z.string(), 'id'), 'text', true],
])('%s has a column type', (_, schema, sql, nullable) => expect(columnOf('one', schema)).toEqual({ sql, nullable }));

test.each([
  ['a time', f.at],
  ['a day', f.day],
  ['a text or a number', z.union([z.string(), z.number().int()])],
  ['anything', z.unknown()],
])('%s has none, and throws', (_, schema) => expect(() => columnOf('plan.value', schema)).toThrow('No column holds plan.value.'));
