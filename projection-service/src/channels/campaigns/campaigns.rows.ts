import {
  type CampaignFields,
  type CampaignSettings,
  type CampaignStatus,
  type ConversationFact,
  campaignEvents,
  campaignFields,
  campaignPartEvents,
  campaignSettingsEvents,
  contactListItemEvents,
  conversationEvents,
  type OfCampaign,
  type PauseReason,
  type SkipReason,
  withdrawnReasons,
} from '@prosa/contracts';
import { flag, integer, json, nullable, text, time, uuid } from '../../kernel/columns.ts';
import { defineCounter } from '../../kernel/counter.ts';
import { searchable } from '../../kernel/paging.ts';
import { defineRows } from '../../kernel/rows.ts';

/** A campaign; `fields` are those that users enter. A deleted one has no row. `plannedAt`: what the list is ordered by. */
export const campaignRows = defineRows({
  table: 'campaign',
  version: 1,
  events: campaignEvents,
  columns: {
    id: uuid(),
    companyId: uuid(),
    fields: json<CampaignFields>(),
    search: text(),
    status: text<CampaignStatus>(),
    completedAt: nullable(time()),
    pauseReason: nullable(text<PauseReason>()),
    pausedUntil: nullable(time()),
    mediaId: nullable(uuid()),
    mediaName: nullable(text()),
    whatsappId: nullable(uuid()),
    contactListId: nullable(uuid()),
    createdAt: time(),
    updatedAt: time(),
  },
  indexes: ['(company_id, created_at desc, id)'],
  key: ({ data }) => data.id,
  begins: {
    CampaignCreated: ({ data: { id, mediaId, mediaName, ...sent }, meta: { companyId, at } }) => ({
      id,
      companyId,
      ...entered(sent),
      ...planned(sent),
      completedAt: null,
      pauseReason: null,
      pausedUntil: null,
      mediaId,
      mediaName,
      createdAt: at,
      updatedAt: at,
    }),
  },
  changes: {
    CampaignChanged: (row, { data: { id: _, ...changes }, meta: { at } }) => {
      const fields = { ...row.fields, ...changes } as CampaignFields;
      return { ...row, ...entered(fields), ...(isPlanned(row) && planned(fields)), updatedAt: at };
    },
    CampaignFiled: (row, { data: { mediaId, mediaName }, meta: { at } }) => ({ ...row, mediaId, mediaName, updatedAt: at }),
    CampaignDeleted: () => null,
    CampaignStarted: (row, { meta }) => ({ ...row, ...running, updatedAt: meta.at }),
    CampaignPaused: (row, { data: { reason, until }, meta }) => ({
      ...row,
      pauseReason: reason,
      pausedUntil: until === null ? null : new Date(until),
      updatedAt: meta.at,
    }),
    CampaignResumed: (row, { meta }) => ({ ...row, ...running, updatedAt: meta.at }),
    CampaignCancelled: (row, { meta }) => ({ ...row, ...running, status: 'CANCELADA' as const, updatedAt: meta.at }),
    CampaignRestarted: (row, { meta }) => ({ ...row, ...running, updatedAt: meta.at }),
    CampaignFinished: (row, { meta }) => ({
      ...row,
      ...running,
      status: 'FINALIZADA' as const,
      completedAt: meta.at,
      updatedAt: meta.at,
    }),
    CampaignFrozen: (row) => row,
  },
});

const running = { status: 'EM_ANDAMENTO' as CampaignStatus, pauseReason: null, pausedUntil: null };
const isPlanned = ({ status }: { status: CampaignStatus }): boolean => status === 'INATIVA' || status === 'PROGRAMADA';
const planned = ({ scheduledAt }: Pick<CampaignFields, 'scheduledAt'>): { status: CampaignStatus } => ({
  status: scheduledAt === null ? 'INATIVA' : 'PROGRAMADA',
});
/** With the defaults of fields that older events do not have. */
const entered = (sent: Partial<CampaignFields>) => {
  const fields = Object.fromEntries(
    Object.entries(campaignFields.shape).map(([name, field]) => [name, sent[name as keyof CampaignFields] ?? defaultOf(field)]),
  ) as CampaignFields;
  const { name, whatsappId, contactListId } = fields;
  return { fields, search: searchable(name), whatsappId, contactListId };
};
const defaultOf = (field: { safeParse: (value: undefined) => { data?: unknown } }): unknown =>
  field.safeParse(undefined).data ?? null;

/** The recipients of a campaign as they were when it started; forgotten ones have neither name nor number. `skipped`: why they get nothing. */
export const recipientRows = defineRows({
  table: 'campaign_recipient',
  version: 2,
  events: campaignPartEvents,
  columns: {
    id: uuid(),
    companyId: uuid(),
    campaignId: uuid(),
    /** The item of the list, whose key opens the name and the number. */
    itemId: uuid(),
    name: nullable(text()),
    number: nullable(text()),
    skipped: text<SkipReason | ''>(),
  },
  indexes: ['(company_id, campaign_id, id)', '(item_id)'],
  key: ({ data }) => data.recipients.map(({ recipientId }) => recipientId),
  begins: {
    PartFrozen: ({ data: { campaignId, recipients }, meta: { companyId } }, key) => {
      const { itemId, who, skipped } = recipients.find(({ recipientId }) => recipientId === key)!;
      const known = who as typeof who | null;
      return {
        id: key,
        companyId,
        campaignId,
        itemId,
        name: known?.name ?? null,
        number: known?.number ?? null,
        skipped: skipped ?? '',
      };
    },
  },
  changes: {
    RecipientsSkipped: (row, { data: { recipients } }, key) => ({
      ...row,
      skipped: recipients.find(({ recipientId }) => recipientId === key)!.reason,
    }),
  },
  sweeps: {
    [contactListItemEvents.ContactListItemForgotten.type]: ({ data }) => ({
      where: { itemId: (data as { itemId: string }).itemId },
      set: { name: null, number: null },
    }),
  },
});

const { MessageSent, MessageAcknowledged, MessageFailed, MessageUnsure, MessageRetried } = conversationEvents;
const { OutreachSent, OutreachAcknowledged, OutreachFailed, OutreachUnsure, OutreachRetried, OutreachAnswered } =
  conversationEvents;
const ofMessages = {
  MessageSent,
  MessageAcknowledged,
  MessageFailed,
  MessageUnsure,
  MessageRetried,
  OutreachSent,
  OutreachAcknowledged,
  OutreachFailed,
  OutreachUnsure,
  OutreachRetried,
  OutreachAnswered,
};

type Sent = { companyId: string; at: Date };
const sent = (messageId: string, { campaignId, recipientId, phase }: OfCampaign, { companyId, at }: Sent) => ({
  id: messageId,
  companyId,
  campaignId,
  recipientId,
  phase,
  ticketId: null as string | null,
  contactId: null as string | null,
  ack: 1,
  state: null as 'failed' | 'unsure' | null,
  failure: null as string | null,
  answer: null as 'yes' | 'stop' | 'other' | null,
  sentAt: null as Date | null,
  deliveredAt: null as Date | null,
  readAt: null as Date | null,
  answeredAt: null as Date | null,
  at,
});
type Row = ReturnType<typeof sent>;

/** The channel's receipts; a later one implies the earlier ones. */
const acked = (row: Row, ack: number, at: Date): Row => {
  if (ack <= row.ack && row.state === null) return row;
  const [most, first] = [Math.max(ack, row.ack), (before: Date | null, from: number) => before ?? (ack >= from ? at : null)];
  return {
    ...row,
    ack: most,
    state: null,
    failure: null,
    sentAt: first(row.sentAt, 2),
    deliveredAt: first(row.deliveredAt, 3),
    readAt: first(row.readAt, 4),
  };
};
/** What was withdrawn is no message of the campaign. */
const failed = (row: Row, reason: string): Row | null =>
  withdrawnReasons.has(reason)
    ? null
    : { ...row, ack: 1, state: 'failed', failure: reason, sentAt: null, deliveredAt: null, readAt: null };
const retried = (row: Row): Row => ({ ...row, state: null, failure: null });

/** The messages of campaigns, in tickets and outside of them. */
export const campaignMessageRows = defineRows({
  table: 'campaign_message',
  version: 1,
  events: ofMessages,
  columns: {
    id: uuid(),
    companyId: uuid(),
    campaignId: uuid(),
    recipientId: uuid(),
    phase: text<OfCampaign['phase']>(),
    ticketId: nullable(uuid()),
    contactId: nullable(uuid()),
    ack: integer(),
    state: nullable(text<'failed' | 'unsure'>()),
    failure: nullable(text()),
    answer: nullable(text<'yes' | 'stop' | 'other'>()),
    sentAt: nullable(time()),
    deliveredAt: nullable(time()),
    readAt: nullable(time()),
    answeredAt: nullable(time()),
    at: time(),
  },
  indexes: ['(company_id, campaign_id, at desc, id desc)', '(recipient_id)'],
  // Most messages are of no campaign.
  key: ({ type, data }) => ((type === 'MessageSent' || type === 'OutreachSent') && !data.campaign ? [] : data.messageId),
  mayEnd: true,
  begins: {
    MessageSent: ({ data, meta }) => ({ ...sent(data.messageId, data.campaign!, meta), ticketId: data.ticketId }),
    OutreachSent: ({ data, meta }) => ({ ...sent(data.messageId, data.campaign!, meta), contactId: data.contactId }),
  },
  changes: {
    MessageAcknowledged: (row, { data, meta }) => acked(row, data.ack, meta.at),
    OutreachAcknowledged: (row, { data, meta }) => acked(row, data.ack, meta.at),
    MessageFailed: (row, { data }) => failed(row, data.reason),
    OutreachFailed: (row, { data }) => failed(row, data.reason),
    MessageUnsure: (row) => ({ ...row, state: 'unsure' as const }),
    OutreachUnsure: (row) => ({ ...row, state: 'unsure' as const }),
    MessageRetried: (row) => retried(row),
    OutreachRetried: (row) => retried(row),
    OutreachAnswered: (row, { data: { answer, sentAt }, meta }) => ({
      ...row,
      answer,
      answeredAt: new Date(Math.min(Date.parse(sentAt), meta.at.getTime())),
    }),
  },
});

/** How far a message has come, as the report counts it. */
const reachOf = ({ ack, state, failure }: Pick<Row, 'ack' | 'state' | 'failure'>): string => {
  if (state === 'failed') return `failed ${failure ?? ''}`;
  if (state === 'unsure') return 'unsure';
  return ack >= 4 ? 'read' : ack >= 3 ? 'delivered' : ack >= 2 ? 'sent' : 'waiting';
};

/** Messages of campaigns by phase, how far they have come, and what was answered. */
export const campaignTally = defineCounter({
  table: 'campaign_tally',
  version: 1,
  of: campaignMessageRows,
  columns: { campaignId: uuid(), phase: text(), reach: text(), answer: text() },
  indexes: ['(company_id, campaign_id)'],
  group: (row) => ({ campaignId: row.campaignId, phase: row.phase, reach: reachOf(row), answer: row.answer ?? '' }),
});
/** Recipients of campaigns, by why they get nothing ('': they get it). */
export const recipientTally = defineCounter({
  table: 'campaign_recipient_tally',
  version: 1,
  of: recipientRows,
  columns: { campaignId: uuid(), skipped: text() },
  indexes: ['(company_id, campaign_id)'],
  group: ({ campaignId, skipped }) => ({ campaignId, skipped }),
});

/** How fast a company's campaigns are sent, and its variables. */
export const campaignSettingsRows = defineRows({
  table: 'campaign_settings',
  version: 1,
  events: campaignSettingsEvents,
  columns: { id: uuid(), companyId: uuid(), settings: json<CampaignSettings>(), deleted: flag() },
  key: ({ data }) => data.id,
  begins: {
    CampaignSettingsChanged: ({ data: { id, ...settings }, meta: { companyId } }) => ({
      id,
      companyId,
      settings,
      deleted: false,
    }),
  },
  changes: { CampaignSettingsChanged: (row, { data: { id: _, ...settings } }) => ({ ...row, settings }) },
});
export type CampaignMessage = ConversationFact;
