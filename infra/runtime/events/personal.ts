import type { z } from 'zod';

/** Where the personal fields of an event are, computed once from its schema; null if it has none. */
export type Places =
  | { kind: 'sealed'; subject: string }
  | { kind: 'object'; fields: [name: string, places: Places][] }
  | { kind: 'each'; of: Places }
  | null;

/** A personal field as it is stored: `k` the owner of the key, `v` base64 of iv, ciphertext and tag, `c` the commitment. */
export type Sealed = { k: string; v: string; c?: string };
export const isSealed = (value: unknown): value is Sealed =>
  isRecord(value) &&
  typeof value.k === 'string' &&
  typeof value.v === 'string' &&
  (value.c === undefined || typeof value.c === 'string');

/** An encrypted field and the object that holds it, to be replaced by its decrypted value. */
export type Slot = { holder: Record<string, unknown>; name: string; sealed: Sealed };

type Definition = { type: string } & Record<string, unknown>;
type Shape = Record<string, z.ZodType>;

/** Finds the fields of a schema that are marked by `personal(...)`. Throws for a recursive schema: events have none. */
export const personalPlaces = (schema: z.ZodType): Places => {
  const { personal } = (schema.meta() ?? {}) as { personal?: string };
  if (personal !== undefined) return { kind: 'sealed', subject: personal };
  const definition = schema.def as unknown as Definition;
  switch (definition.type) {
    case 'object':
      return ofFields(Object.entries(definition.shape as Shape).map(([name, field]) => [name, personalPlaces(field)]));
    case 'array':
      return each(personalPlaces(definition.element as z.ZodType));
    case 'record':
      return each(personalPlaces(definition.valueType as z.ZodType));
    case 'union':
      return (definition.options as z.ZodType[]).map(personalPlaces).reduce(merge, null);
    case 'intersection':
      return merge(personalPlaces(definition.left as z.ZodType), personalPlaces(definition.right as z.ZodType));
    case 'pipe':
      return personalPlaces(definition.out as z.ZodType) ?? personalPlaces(definition.in as z.ZodType);
    case 'lazy':
    case 'tuple':
      throw new Error(`The codec does not look for personal fields in a ${definition.type}.`);
    default:
      return definition.innerType ? personalPlaces(definition.innerType as z.ZodType) : null;
  }
};

const ofFields = (fields: [string, Places][]): Places => {
  const personal = fields.filter(([, places]) => places !== null);
  return personal.length > 0 ? { kind: 'object', fields: personal } : null;
};
const each = (of: Places): Places => of && { kind: 'each', of };

/** A field that is personal in one alternative of a union is encrypted in all of them. */
const merge = (one: Places, other: Places): Places => {
  if (!one || !other) return one ?? other;
  if (one.kind === 'object' && other.kind === 'object') {
    const fields = new Map(one.fields);
    for (const [name, places] of other.fields) fields.set(name, merge(fields.get(name) ?? null, places));
    return { kind: 'object', fields: [...fields] };
  }
  if (one.kind === 'each' && other.kind === 'each') return { kind: 'each', of: merge(one.of, other.of) };
  if (one.kind === 'sealed' && other.kind === 'sealed' && one.subject === other.subject) return one;
  throw new Error('Alternatives of one event disagree on what is personal.');
};

/**
 * The subject `contact` is the contact of the conversation; any other subject names a field of the nearest enclosing object that has it.
 */
export type Scope = { contactId: string | undefined; around: Record<string, unknown>[] };

const subjectOf = (subject: string, { contactId, around }: Scope): string => {
  const id = subject === 'contact' ? contactId : around.findLast((object) => object[subject] != null)?.[subject];
  if (typeof id !== 'string') throw new Error(`A personal field was given without its subject (${subject}).`);
  return id.toLowerCase();
};

/** Returns a copy in which each personal value is replaced by the result of `replace`; null and undefined stay. */
export const replacePersonal = (
  places: Places,
  value: unknown,
  scope: Scope,
  replace: (value: unknown, subjectId: string) => unknown,
): unknown => {
  if (!places || value == null) return value;
  if (places.kind === 'sealed') return replace(value, subjectOf(places.subject, scope));
  if (places.kind === 'each') {
    if (Array.isArray(value)) return value.map((item) => replacePersonal(places.of, item, scope, replace));
    const entries = Object.entries(value).map(([name, item]) => [name, replacePersonal(places.of, item, scope, replace)]);
    return Object.fromEntries(entries);
  }
  if (!isRecord(value)) return value;
  const copy = { ...value };
  const inner = { ...scope, around: [...scope.around, value] };
  for (const [name, of] of places.fields) if (name in value) copy[name] = replacePersonal(of, value[name], inner, replace);
  return copy;
};

/** Adds each encrypted field below `value` to `slots`. */
export const collectSealed = (places: Places, value: unknown, slots: Slot[]): void => {
  if (!places || !isRecord(value)) return;
  if (places.kind === 'object') {
    for (const [name, of] of places.fields) visit(of, value, name, slots);
  } else if (places.kind === 'each') {
    for (const name of Object.keys(value)) visit(places.of, value, name, slots);
  }
};

const visit = (places: Places, holder: Record<string, unknown>, name: string, slots: Slot[]): void => {
  const value = holder[name];
  if (places?.kind !== 'sealed') collectSealed(places, value, slots);
  else if (isSealed(value)) slots.push({ holder, name, sealed: value });
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
