import { z } from 'zod';
import * as f from '../../kernel/fields.ts';
import { recipientVariables } from './campaign.text.ts';

/** The specification's options: seconds, messages, seconds. 0 is none. */
export const campaignIntervals = {
  messageInterval: [0, 5, 10, 15, 120],
  longerIntervalAfter: [0, 5, 10, 15, 60],
  greaterInterval: [0, 20, 30, 40, 50, 180],
} as const;
export const campaignSettingsDefaults = {
  messageInterval: 120,
  longerIntervalAfter: 60,
  greaterInterval: 180,
  variables: [] as { key: string; value: string }[],
};
const MOST_VARIABLES = 50;

const oneOf = (options: readonly number[], by: number) =>
  z
    .number({ error: 'Invalid value' })
    .refine((value) => options.includes(value), 'Invalid value')
    .default(by);

const reserved: ReadonlySet<string> = new Set(recipientVariables.map((name) => name.toLowerCase()));
const Variable = z.object({
  key: f
    .text(50)
    .regex(/^[a-z0-9_]+$/, 'Invalid value')
    .refine((key) => !reserved.has(key), 'Invalid value'),
  value: f.text(500),
});
export type CampaignVariable = z.output<typeof Variable>;

/** How fast campaigns are sent, and the company's variables; of those with the same key the first counts. */
export const CampaignSettings = z.object({
  messageInterval: oneOf(campaignIntervals.messageInterval, campaignSettingsDefaults.messageInterval),
  longerIntervalAfter: oneOf(campaignIntervals.longerIntervalAfter, campaignSettingsDefaults.longerIntervalAfter),
  greaterInterval: oneOf(campaignIntervals.greaterInterval, campaignSettingsDefaults.greaterInterval),
  variables: z
    .array(Variable)
    .max(MOST_VARIABLES, 'Too many')
    .default([])
    .transform((all) => all.filter(({ key }, at) => all.findIndex((other) => other.key === key) === at)),
});
export type CampaignSettings = z.output<typeof CampaignSettings>;
