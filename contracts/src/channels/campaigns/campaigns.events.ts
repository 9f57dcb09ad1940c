import { z } from 'zod';
import { event, type FactOf, personal, unchanged } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { changesOf } from '../../kernel/record.ts';
import { fileEvent, noFileYet } from '../../kernel/record-file.ts';
import { campaignFields, PauseReason, SkipReason } from './campaigns.fields.ts';
import { CampaignSettings } from './campaigns.settings.ts';

const id = z.object({ id: f.id });
/** How often it has gone on. What belongs to an earlier run and waits is withdrawn. */
const run = z.number().int().min(0);

/** Stream `campaign-{id}`. The status follows from them. */
export const campaignEvents = {
  CampaignCreated: event('CampaignCreated', campaignFields.extend({ id: f.id, ...noFileYet })),
  CampaignChanged: event('CampaignChanged', changesOf(campaignFields).extend({ id: f.id })),
  CampaignDeleted: event('CampaignDeleted', id),
  CampaignFiled: fileEvent('CampaignFiled'),
  /** Its time has come, `lateMs` ago: its recipients are frozen, then sent to. */
  CampaignStarted: event('CampaignStarted', id.extend({ run, lateMs: z.number().int().min(0) })),
  /** All parts are written: so many recipients, and of them those that are sent to. */
  CampaignFrozen: event(
    'CampaignFrozen',
    id.extend({ parts: z.number().int().min(0), recipients: z.number().int().min(0), valid: z.number().int().min(0) }),
  ),
  /** It stopped by itself; goes on at `until`, or when it is restarted. Told again if it turns out later until when. */
  CampaignPaused: event('CampaignPaused', id.extend({ run, reason: PauseReason, until: f.at.nullable() }), 2, [unchanged]),
  CampaignResumed: event('CampaignResumed', id.extend({ run })),
  CampaignCancelled: event('CampaignCancelled', id.extend({ run })),
  CampaignRestarted: event('CampaignRestarted', id.extend({ run })),
  CampaignFinished: event('CampaignFinished', id),
};
export type CampaignFact = FactOf<typeof campaignEvents>;

const part = z.object({ partId: f.id, campaignId: f.id });
/** `itemId`: the item of the list, whose key seals what is personal. */
const Recipient = z.object({
  recipientId: f.id,
  itemId: f.id,
  who: personal(z.object({ name: z.string(), number: z.string(), email: z.string().nullable() }), 'itemId'),
  skipped: SkipReason.nullable(),
});

/** Stream `campaign-part-{partId}`: up to 500 recipients as they were when the campaign started. */
export const campaignPartEvents = {
  PartFrozen: event('PartFrozen', part.extend({ part: z.number().int().min(0), recipients: z.array(Recipient) })),
  /** Recipients who turned out to get nothing when it was their turn. */
  RecipientsSkipped: event(
    'RecipientsSkipped',
    part.extend({ recipients: z.array(z.object({ recipientId: f.id, reason: SkipReason })) }),
  ),
};
export type CampaignPartFact = FactOf<typeof campaignPartEvents>;

/** Stream `campaign-settings-{companyId}`. */
export const campaignSettingsEvents = {
  CampaignSettingsChanged: event('CampaignSettingsChanged', CampaignSettings.extend({ id: f.id })),
};

/** The campaign of a message, in the message's event. `queueId`: of the ticket that its answer opens. */
export const ofCampaign = z.object({
  campaignId: f.id,
  recipientId: f.id,
  phase: z.enum(['confirmation', 'message']),
  run,
  queueId: f.id.nullable(),
});
export type OfCampaign = z.output<typeof ofCampaign>;
