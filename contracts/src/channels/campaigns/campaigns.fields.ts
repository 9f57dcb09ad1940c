import { z } from 'zod';
import { ChosenTemplate } from '../../desk/messages/templates.contract.ts';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';

/** The slots of a campaign's messages, each with its request for confirmation. */
export const messageSlots = ['message1', 'message2', 'message3', 'message4', 'message5'] as const;
export const confirmationSlots = [
  'confirmationMessage1',
  'confirmationMessage2',
  'confirmationMessage3',
  'confirmationMessage4',
  'confirmationMessage5',
] as const;
type Slot = (typeof messageSlots)[number] | (typeof confirmationSlots)[number];

const slots = Object.fromEntries(
  [...messageSlots, ...confirmationSlots].map((name) => [name, f.text(limits.automaticTextMax).default('')]),
) as Record<Slot, z.ZodDefault<z.ZodString>>;

/** When it is sent, in UTC; at or before now: at once. Null: not yet. */
const scheduledAt = z
  .string()
  .refine((text) => z.iso.datetime({ offset: true }).safeParse(text).success && f.isWithinCalendar(text), 'Invalid date')
  .transform((text) => new Date(text).toISOString())
  .nullable()
  .default(null);

/** The fields of a campaign that users enter. */
export const campaignFields = z.object({
  name: f.name,
  ...slots,
  /** Whether the request for confirmation goes first, and the message only to those who answer yes. */
  confirmation: z.boolean().default(false),
  scheduledAt,
  /** The connection. */
  whatsappId: f.id.nullable().default(null),
  contactListId: f.id.nullable().default(null),
  /** The queue of the tickets that answers open; null, or a deleted one: the connection's first. */
  queueId: f.id.nullable().default(null),
  /** Sent within the company's opening hours alone. */
  withinHours: z.boolean().default(false),
  /**
   * The approved template with which a channel begins that has closed windows; `message1` to `message5` then follow a confirmation. Its
   * values may name variables.
   */
  template: ChosenTemplate.nullable().default(null),
});
export type CampaignFields = z.output<typeof campaignFields>;

/**
 * `INATIVA` without a time; `PROGRAMADA` until its time; `EM_ANDAMENTO` while it is sent, also while it is paused; `FINALIZADA` when
 * nothing is left.
 */
export const CampaignStatus = z.enum(['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA']);
export type CampaignStatus = z.output<typeof CampaignStatus>;

/**
 * Why a campaign has paused by itself: the channel refused a fifth of the last messages, restricts the account, or takes nothing for some
 * time; its session has ended; the connection was deleted; it does not have the template, or that takes other values; the company's
 * campaigns were switched off; it is sent in its opening hours alone, and the company is closed.
 */
export const PauseReason = z.enum([
  'refused',
  'restricted',
  'slow-down',
  'disconnected',
  'connection-deleted',
  'template',
  'disabled',
  'hours',
]);
export type PauseReason = z.output<typeof PauseReason>;

/**
 * Why a recipient gets nothing: the number is not on the channel; they want no campaigns; they were forgotten; the channel takes no such
 * message to them.
 */
export const SkipReason = z.enum(['invalid', 'opted-out', 'forgotten', 'unsendable']);
export type SkipReason = z.output<typeof SkipReason>;

/** How long after a campaign's message what the customer writes counts as its answer, and a yes as confirmation, in milliseconds. */
export const CAMPAIGN_ANSWER_MS = 72 * 60 * 60 * 1_000;

/** The failures of messages that certainly never left because their campaign stopped: no one sees them, and they are sent later. */
export const withdrawnReasons: ReadonlySet<string> = new Set(['withdrawn', 'disconnected']);

/** The setting by which channels know how fast a company's campaigns are sent: `CampaignSettings` as JSON. */
export const CAMPAIGN_PACE = 'campaignPace';

/** A campaign that is programmed can be changed until so long before its time, in milliseconds. */
export const EDITABLE_UNTIL_MS = 60 * 60 * 1_000;

type Editing = { status: CampaignStatus; scheduledAt: string | null };
/** Whether the fields of a campaign can be changed now (in milliseconds since 1970): a cancelled one keeps its list. */
export const isCampaignEditable = ({ status, scheduledAt }: Editing, now: number): boolean =>
  status === 'INATIVA' ||
  status === 'CANCELADA' ||
  (status === 'PROGRAMADA' && scheduledAt !== null && Date.parse(scheduledAt) - now > EDITABLE_UNTIL_MS);
