import type { z } from 'zod';

/** What is wrong with a form, by field (dotted path): the first word on each. Empty where nothing is. */
export const errorsOf = (schema: z.ZodType, value: unknown): Record<string, string> => {
  const { error } = schema.safeParse(value);
  const errors: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) errors[path.join('.')] ??= message;
  return errors;
};
