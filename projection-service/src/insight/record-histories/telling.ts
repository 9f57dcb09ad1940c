import type { Fact, RecordChange } from '@prosa/contracts';

/** What a fact says of a record. `about`: another record that it concerns. */
export type Told = { about?: string | null; changes?: RecordChange[] };
/** Tells the facts of one stream, in order; null for a fact that says nothing of the record, or nothing that anybody would ask for. */
export type Telling = (fact: Fact) => Told | null;
/** A stream with what it tells of the record. */
export type Source = { stream: string; telling: Telling };

type Data = Readonly<Record<string, unknown>>;

/**
 * Follows the values of a record's fields through its facts. `personal`: those of a person, which nobody can read any more once the person
 * was forgotten.
 */
export const follow = ({ personal = [], from = {} }: { personal?: readonly string[]; from?: Data } = {}) => {
  const now = new Map<string, unknown>(Object.entries(from));
  let isErased = false;
  return {
    /** The person was forgotten. */
    erased: (): void => {
      isErased = true;
    },
    /** What `data` changes of these fields; a field that it does not name stays. */
    changes: (data: Data, fields: readonly string[]): RecordChange[] =>
      fields.flatMap((field): RecordChange[] => {
        const to = data[field];
        if (to === undefined) return [];
        if (isErased && personal.includes(field)) return [withheld(field, 'erased')];
        const before = now.get(field);
        now.set(field, to);
        return isEqual(before, to) ? [] : [changed(field, before, to)];
      }),
  };
};

export const changed = (field: string, from: unknown, to: unknown): RecordChange => ({
  field,
  from: isNothing(from) ? null : from,
  to: isNothing(to) ? null : to,
  withheld: null,
});
export const withheld = (field: string, why: 'erased' | 'secret'): RecordChange => ({
  field,
  from: null,
  to: null,
  withheld: why,
});

/** An empty text and an empty list are nothing, as is a field that there was not yet. */
const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A switch that is off from the start changes nothing. */
const isEqual = (from: unknown, to: unknown): boolean =>
  (isNothing(from) && (isNothing(to) || to === false)) || JSON.stringify(from) === JSON.stringify(to);
