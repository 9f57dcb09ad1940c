import { canonicalNumber } from '@prosa/contracts';
import { z } from 'zod';
import { type Db, sql } from '../../kernel/db.ts';
import { digitsIn } from './contacts.digits.ts';
import { contactRows } from './contacts.rows.ts';

const Numbered = z.object({
  id: z.string(),
  number: z.string().nullable(),
  otherNumbers: z.array(z.string()),
  optedOutAt: z.date().nullable(),
});
export type ContactOfNumber = Pick<z.output<typeof Numbered>, 'id' | 'optedOutAt'>;

/** The contacts who have these numbers, by number in its canonical form, whichever spelling it has here. */
export const contactsByNumber = async (db: Db, numbers: readonly string[]): Promise<Map<string, ContactOfNumber>> => {
  const sought = new Set(numbers.map(canonicalNumber));
  // The last piece of a number tells it from nearly all others.
  const pieces = new Set([...sought].flatMap((number) => digitsIn(number).at(-1) ?? []));
  if (pieces.size === 0) return new Map();
  const having = [...pieces].map((piece) => sql.fragment`c.digits @> ${sql.array([piece], 'text')}`);
  const rows = await db.many(sql.type(Numbered)`
    select c.id, c.number, c.other_numbers as "otherNumbers", c.opted_out_at as "optedOutAt" from ${db.table(contactRows)} c
    where c.company_id = ${db.companyId} and not c.deleted and (${sql.join(having, sql.fragment` or `)})`);
  const found = new Map<string, ContactOfNumber>();
  for (const { number, otherNumbers, ...contact } of rows)
    for (const own of [number, ...otherNumbers]) {
      const canonical = own === null ? null : canonicalNumber(own);
      if (canonical !== null && sought.has(canonical)) found.set(canonical, contact);
    }
  return found;
};
