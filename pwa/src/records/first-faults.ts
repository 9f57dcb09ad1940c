import type { z } from 'zod';

/** The first fault of each field, by the field's name. */
export const firstFaults = (error: z.ZodError | undefined): Record<string, string> =>
  Object.fromEntries((error?.issues ?? []).toReversed().map(({ path, message }) => [String(path[0]), message]));
