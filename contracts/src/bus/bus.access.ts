import { z } from 'zod';
import { accessFields } from '../insight/accesses/accesses.events.ts';
import * as f from '../kernel/fields.ts';

/**
 * `audit.access`, keyed by the company: somebody is about to look at something, which the read side answers once this is durable. The same
 * look may come several times; it is stored once.
 */
export const Access = z.object({
  /** Whose record it is. */
  companyId: f.id,
  actor: z.object({ kind: z.enum(['user', 'integration']), id: f.id, companyId: f.id.optional() }),
  ...accessFields,
});
export type Access = z.output<typeof Access>;
