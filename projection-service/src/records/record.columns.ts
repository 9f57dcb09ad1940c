import { z } from 'zod';
import { type Column, double, flag, integer, json, nullable, text, texts, uuid, uuids } from '../kernel/columns.ts';

/** The column that holds a record's field. Throws for a type that has no exact column, such as a date. */
export const columnOf = (name: string, schema: z.ZodType): Column<unknown> => {
  const column = schema.meta()?.personal === undefined ? held(schema) : orNull(held(schema));
  if (!column) throw new Error(`No column holds ${name}.`);
  return column;
};

const held = (schema: z.ZodType): Column<unknown> | null => {
  if (schema instanceof z.ZodDefault) return held(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return orNull(held(schema.unwrap() as z.ZodType));
  // Checks and transformations of a field do not change its column type.
  if (schema instanceof z.ZodPipe) return held((schema.out instanceof z.ZodTransform ? schema.in : schema.out) as z.ZodType);
  if (schema instanceof z.ZodUUID) return uuid();
  if (schema instanceof z.ZodISODate || schema instanceof z.ZodISODateTime) return null;
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat || schema instanceof z.ZodEnum) return text();
  if (schema instanceof z.ZodBoolean) return flag();
  if (schema instanceof z.ZodNumber) return schema.isInt ? integer() : double();
  if (schema instanceof z.ZodLiteral) return ofAll([...schema.values].map(literal));
  if (schema instanceof z.ZodUnion) return ofAll(schema.options.map((option) => held(option as z.ZodType)));
  if (schema instanceof z.ZodArray) return listOf(held(schema.element as z.ZodType));
  return schema instanceof z.ZodObject || schema instanceof z.ZodRecord ? json() : null;
};

const literal = (value: unknown): Column<unknown> | null => {
  if (typeof value === 'string') return text();
  if (typeof value === 'boolean') return flag();
  return Number.isInteger(value) ? integer() : null;
};

/** Returns the common column if all are the same, otherwise null. */
const ofAll = ([first = null, ...others]: (Column<unknown> | null)[]): Column<unknown> | null =>
  first && others.every((other) => other?.sql === first.sql && other.nullable === first.nullable) ? first : null;

const listOf = (element: Column<unknown> | null): Column<unknown> | null => {
  if (!element) return null;
  if (element.nullable) return json();
  return element.sql === 'uuid' ? uuids() : element.sql === 'text' ? texts() : json();
};

const orNull = (column: Column<unknown> | null): Column<unknown> | null => column && nullable(column);
