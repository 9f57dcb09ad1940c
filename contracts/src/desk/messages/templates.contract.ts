import { z } from 'zod';
import { personal } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';

/** A template as the channel has approved it: {{1}} to {{n}} in `text` are its values. */
export const MessageTemplate = z.object({
  name: z.string(),
  language: z.string(),
  category: z.string(),
  text: z.string(),
  header: z.string().nullable(),
  footer: z.string().nullable(),
  buttons: z.array(z.string()),
  /** How many values it takes. */
  values: z.number().int().nonnegative(),
});
export type MessageTemplate = z.output<typeof MessageTemplate>;

/** A value of a template. Channels take neither an empty one nor one of several lines. */
const value = f
  .text(1_024)
  .trim()
  .min(1, 'Required')
  .refine((text) => !/[\r\n\t]/.test(text), 'Invalid text');
/** Which template is sent, with which values. */
export const ChosenTemplate = z.object({ name: f.text(512), language: f.text(20), values: z.array(value).max(50) });
export type ChosenTemplate = z.output<typeof ChosenTemplate>;

/** The same in an event: what was typed may tell of the customer. */
export const SentTemplate = z.object({
  name: z.string(),
  language: z.string(),
  values: personal(z.array(z.string()), 'contact'),
});
