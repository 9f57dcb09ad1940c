import { fold } from './texts/fold.ts';

/**
 * The order of lists, the same in Postgres and in every browser regardless of collation: by a key in human reading order, then by the text
 * itself, then by id. Each row stores its key in a separate column.
 */

/** A text as searches compare it too: "Ábaco" sorts like "abaco". */
export const orderKey = fold;

/** Negative if `a` comes first. Compares code points, as Postgres does in the collation "C"; null comes last. */
const compareTexts = (a: string | null, b: string | null): number => {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  const most = Math.min(a.length, b.length);
  for (let at = 0; at < most; at += 1) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (one !== other) return rank(one) - rank(other);
  }
  return a.length - b.length;
};

/** Surrogates, the halves of a code point above U+FFFF, sort after every other unit. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

const compareValues = (a: unknown, b: unknown): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [one, other] = [a, b].map((value) => (value === null || value === undefined ? null : String(value)));
  if (one === other) return 0;
  return compareTexts(keyOf(one), keyOf(other)) || compareTexts(one!, other!);
};

const keyOf = (text: string | null | undefined): string | null => (text ? orderKey(text) : (text ?? null));

/** Compares records in list order by these fields; ties are broken by id. */
export const inOrder =
  <Field extends string>(...fields: readonly Field[]) =>
  <Item extends { id: string } & { [Name in Field]: unknown }>(a: Item, b: Item): number =>
    fields.reduce((so, field) => so || compareValues(a[field], b[field]), 0) || compareTexts(a.id, b.id);
