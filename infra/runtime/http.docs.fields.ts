/** A JSON schema, as far as our documents use it. */
export type Schema = {
  type?: string | string[];
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  default?: unknown;
};
export type Field = { name: string; type: string; isRequired: boolean };

/** The fields of an object by dotted name, those within before the next; a list's are named `list[]`. Nothing for what has none. */
export const fieldsOf = (schema: Schema, within = '', isRequired = true): Field[] => {
  const named = bare(schema);
  if (named.items) return fieldsOf(named.items, `${within}[]`, isRequired);
  return Object.entries(named.properties ?? {}).flatMap(([key, field]) => {
    const name = within ? `${within}.${key}` : key;
    const required = isRequired && (schema.required ?? named.required ?? []).includes(key);
    return [{ name, type: typeOf(field), isRequired: required }, ...fieldsOf(field, name, required)];
  });
};

/** A schema in words, as in `string (uuid), at most 50 characters`. */
export const typeOf = (schema: Schema): string => {
  const { type, format, anyOf, items, minLength, maxLength, minimum, maximum, maxItems } = schema;
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' | ');
  if (items) return `list of ${typeOf(items)}${maxItems === undefined ? '' : `, at most ${maxItems}`}`;
  const bounds = [
    minLength !== undefined && `from ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER && `from ${minimum}`,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && `to ${maximum}`,
    schema.default !== undefined && schema.default !== '' && `else ${JSON.stringify(schema.default)}`,
  ].filter((bound) => bound !== false);
  const named = [type].flat().filter(Boolean).join(' | ') || 'anything';
  return [`${named}${format ? ` (${format})` : ''}`, ...bounds].join(', ');
};

/** Without its null: what the fields are looked for in. */
const bare = (schema: Schema): Schema => schema.anyOf?.find(({ properties, items }) => properties ?? items) ?? schema;
