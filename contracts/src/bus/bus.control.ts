import { z } from 'zod';
import { ChannelName, ConnectionStatus, SessionAsked } from '../channels/connections/connections.contract.ts';
import * as f from '../kernel/fields.ts';

/** `channel.control`, keyed by the connection's id: the current state of a connection; the newer position wins. */
export const Control = z.object({
  kind: z.literal('connection'),
  connectionId: f.id,
  companyId: f.id,
  name: z.string(),
  channel: ChannelName,
  provider: z.string(),
  status: ConnectionStatus,
  tokenHash: z.string().nullable(),
  deleted: z.boolean(),
  /**
   * The last request for its session. The topic is compacted to one message per connection, so every message repeats it. Older writers omit
   * it.
   */
  asked: SessionAsked.nullable().default(null),
  position: f.position,
});
export type Control = z.output<typeof Control>;

/** Also on `channel.control`, keyed by company and setting: a setting that channels need; the newer position wins. */
export const SettingControl = z.object({
  kind: z.literal('setting'),
  companyId: f.id,
  key: z.string(),
  value: z.string(),
  position: f.position,
});
export type SettingControl = z.output<typeof SettingControl>;

/**
 * Also on `channel.control`, keyed by the campaign: messages of it up to this run that have not left are withdrawn; the newer position
 * wins.
 */
export const CampaignControl = z.object({
  kind: z.literal('campaign'),
  companyId: f.id,
  campaignId: f.id,
  withdrawnRun: z.number().int().min(0),
  position: f.position,
});
export type CampaignControl = z.output<typeof CampaignControl>;
