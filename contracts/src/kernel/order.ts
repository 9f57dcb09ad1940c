/**
 * The order of lists, the same in Postgres and in every browser whatever their collations: by a key that reads as people read, then by
 * the text itself, then by id (ADR 242). The key of a row stands in a column of its own.
 */

/** A text without accents and in lower case: "Ábaco" goes where "abaco" would. */
export const orderKey = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Negative where `a` comes first. By code points, as Postgres has them in the collation "C"; what is null comes last. */
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

/** Halves of a code point above U+FFFF come after every whole one. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

const compareValues = (a: unknown, b: unknown): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [one, other] = [a, b].map((value) => (value === null || value === undefined ? null : String(value)));
  if (one === other) return 0;
  return compareTexts(keyOf(one), keyOf(other)) || compareTexts(one!, other!);
};

const keyOf = (text: string | null | undefined): string | null => (text ? orderKey(text) : (text ?? null));

/** Compares records as lists of them are ordered by these fields; ties are by id. */
export const inOrder =
  <Field extends string>(...fields: readonly Field[]) =>
  <Item extends { id: string } & { [Name in Field]: unknown }>(a: Item, b: Item): number =>
    fields.reduce((so, field) => so || compareValues(a[field], b[field]), 0) || compareTexts(a.id, b.id);
