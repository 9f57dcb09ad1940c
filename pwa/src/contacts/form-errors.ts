import type { z } from 'zod';

/** What is wrong with a form, by field (dotted path): the first word on each. Empty where nothing is. */
export const errorsOf = (schema: z.ZodType, value: unknown): Record<string, string> => {
  const { error } = schema.safeParse(value);
  const errors: Record<string, string> = {};
  for (const issue of error?.issues ?? []) errors[issue.path.join('.')] ??= wordOf(issue);
  return errors;
};

/** Of several forms that a field may have, the last is the real one; the others are "left out". */
const wordOf = (issue: z.core.$ZodIssue): string => {
  const inner = issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0] : undefined;
  return inner ? wordOf(inner) : issue.message;
};
