import { z } from 'zod';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { recordOf } from '../../kernel/record.ts';
import { anyFile } from '../../media/media.contract.ts';
import { campaignEvents, campaignPartEvents, campaignSettingsEvents } from './campaigns.events.ts';
import { CampaignStatus, campaignFields, PauseReason, SkipReason } from './campaigns.fields.ts';
import { CampaignSettings } from './campaigns.settings.ts';

const read = 'campaigns:read';
const write = 'campaigns:write';
const missing = 'ERR_NO_CAMPAIGN_FOUND';
const count = z.number().int();
const Named = z.object({ id: f.id, name: z.string() });

const campaign = recordOf(
  {
    name: 'campaigns',
    listAs: 'records',
    kind: 'campaign',
    base: '/campaigns',
    fields: campaignFields,
    kept: z.object({
      status: CampaignStatus,
      /** When it was finished. */
      completedAt: z.string().nullable(),
      /** Set while it has stopped by itself: why, and until when; null: until it is restarted. */
      pauseReason: PauseReason.nullable(),
      pausedUntil: z.string().nullable(),
    }),
    counted: z.object({
      whatsapp: Named.nullable(),
      contactList: Named.nullable(),
      /** How many contacts it is sent to, once it has started, and how many have it. */
      validContacts: count,
      delivered: count,
    }),
    file: {
      what: 'a file, which goes with the message',
      upload: anyFile,
      refuses: ['ERR_CAMPAIGN_READ_ONLY', 'ERR_CAMPAIGNS_DISABLED'],
    },
    orderBy: ['name'],
    searchIn: ['name'],
    may: { read, write },
    refuses: [
      'ERR_NO_WAPP_FOUND',
      'ERR_NO_CONTACT_LIST_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_CHANNEL_CANNOT',
      'ERR_CAMPAIGNS_DISABLED',
    ],
    permissions: { [read]: ['admin', 'auditor'], [write]: ['admin'] },
    missing,
    errors: {
      [missing]: { status: 404, message: 'Nenhuma campanha encontrada com este número.' },
      ERR_CAMPAIGN_READ_ONLY: { status: 409, message: 'Esta campanha não pode mais ser alterada.' },
      ERR_CAMPAIGNS_DISABLED: { status: 403, message: 'As campanhas não estão ativas para esta empresa.' },
    },
  },
  {
    idField: 'id',
    events: {
      created: campaignEvents.CampaignCreated,
      changed: campaignEvents.CampaignChanged,
      deleted: campaignEvents.CampaignDeleted,
    },
    filed: campaignEvents.CampaignFiled,
  },
);

/** What became of one recipient, the latest first. */
export const Shipping = z.object({
  /** Of the recipient. */
  id: f.id,
  contactId: f.id.nullable(),
  /** Null: forgotten. */
  name: z.string().nullable(),
  number: z.string().nullable(),
  confirmationRequestedAt: f.at.nullable(),
  confirmedAt: f.at.nullable(),
  /** When the channel took the message. */
  sentAt: f.at.nullable(),
  deliveredAt: f.at.nullable(),
  readAt: f.at.nullable(),
  answeredAt: f.at.nullable(),
  /** The send has failed, with a `SendFailure`, or its end is unknown. */
  state: z.enum(['failed', 'unsure']).nullable(),
  failure: z.string().nullable(),
  /** The ticket that shows the message, or that its answer opened. */
  ticketId: f.id.nullable(),
  at: f.at,
});
export type Shipping = z.output<typeof Shipping>;

export const CampaignView = campaign.view;
export type CampaignView = z.output<typeof CampaignView>;
/** One campaign, with the latest 20 recipients that were sent to. */
export const CampaignDetail = CampaignView.extend({ shipping: z.array(Shipping) });
export type CampaignDetail = z.output<typeof CampaignDetail>;
/** The reply to commands, without the fields of other records. */
const CampaignOwn = CampaignView.omit({
  whatsapp: true,
  contactList: true,
  validContacts: true,
  delivered: true,
  mediaPath: true,
  mediaName: true,
});

/** The funnel. What has failed is in none of `sent` (accepted by the channel), `delivered` and `read`. */
export const CampaignReport = z.object({
  id: f.id,
  validContacts: count,
  /** Those who get nothing, by reason. */
  skipped: z.array(z.object({ reason: SkipReason, count })),
  confirmationsRequested: count,
  confirmations: count,
  sent: count,
  delivered: count,
  read: count,
  answered: count,
  failed: z.array(z.object({ reason: z.string(), count })),
  /** Its end is unknown. */
  unsure: count,
  optedOut: count,
});
export type CampaignReport = z.output<typeof CampaignReport>;

const one = { params: f.idParam, missing } as const;
const { show, create, change } = campaign.routes;
const transition = <Name extends 'cancel' | 'restart'>(name: Name, summary: string) =>
  route({
    ...one,
    call: `POST /campaigns/:id/${name}`,
    may: write,
    summary,
    refuses: ['ERR_TRANSITION', 'ERR_CAMPAIGNS_DISABLED', 'ERR_NO_WAPP_FOUND', 'ERR_CHANNEL_CANNOT'],
    reply: CampaignOwn,
  });

export const campaignRoutes = {
  list: route({
    call: 'GET /campaigns/',
    may: read,
    summary: 'A page of the campaigns, the latest first.',
    query: f.page.extend(f.after.shape),
    reply: z.object({ records: z.array(CampaignView), count: z.number(), hasMore: z.boolean() }),
  }),
  ...campaign.routes,
  show: { ...show, reply: CampaignDetail },
  create: {
    ...create,
    summary:
      'Creates a campaign: INATIVA without `scheduledAt`, else PROGRAMADA; a time at or before now starts it at once. With a time it needs a connection, a list and a message.',
    reply: CampaignOwn,
  },
  change: {
    ...change,
    summary:
      'Changes a campaign that is INATIVA, CANCELADA (the list stays), or PROGRAMADA more than an hour ahead. `scheduledAt` null makes it INATIVA again.',
    refuses: ['ERR_CAMPAIGN_READ_ONLY', 'ERR_TRANSITION', ...change.refuses],
    reply: CampaignOwn,
  },
  delete: {
    ...campaign.routes.delete,
    summary: 'Deletes a campaign, unless it is EM_ANDAMENTO.',
    refuses: ['ERR_TRANSITION', 'ERR_CAMPAIGNS_DISABLED'],
  },
  cancel: transition('cancel', 'Cancels a campaign that is PROGRAMADA or EM_ANDAMENTO: what has not left is withdrawn.'),
  restart: transition('restart', 'Sends the rest of a campaign that was cancelled, or that has paused. Nothing is sent again.'),
  test: route({
    ...one,
    call: 'POST /campaigns/:id/test',
    may: write,
    summary:
      'Sends the message of a campaign (`slot` 1 to 5; default the first) to one number, outside of its report. With `confirmation` the request for confirmation goes instead.',
    body: z.object({
      number: f.number,
      slot: z.number().int().min(1).max(5).optional(),
      confirmation: z.boolean().default(false),
    }),
    refuses: [
      'ERR_NO_WAPP_FOUND',
      'ERR_NO_CONTACT_LIST_FOUND',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_CHANNEL_CANNOT',
      'ERR_WINDOW_CLOSED',
      'ERR_NO_TEMPLATE_FOUND',
      'ERR_CHANNEL_SILENT',
      'ERR_CHECK_NUMBER',
      'ERR_NO_CONTACT_FOUND',
      'ERR_CAMPAIGNS_DISABLED',
    ],
    reply: z.object({ messageId: f.id, ticketId: f.id.nullable() }),
    status: 201,
  }),
  preview: route({
    call: 'GET /campaigns/preview',
    may: read,
    summary:
      'The values of all variables for a contact of a list: the first one that it is sent to, or the one named by `itemId`. Null without any.',
    query: f.after.extend({ contactListId: f.id.optional(), itemId: f.id.optional() }),
    reply: z.object({
      recipient: z.object({ itemId: f.id, name: z.string(), number: z.string() }).nullable(),
      values: z.record(z.string(), z.string()),
    }),
  }),
  report: route({
    ...one,
    call: 'GET /campaigns/:id/report',
    may: read,
    summary: 'The figures of a campaign.',
    query: f.after,
    reply: CampaignReport,
  }),
  reportFile: route({
    ...one,
    call: 'GET /campaigns/:id/report/csv',
    may: read,
    summary: 'What became of each recipient, as a file for spreadsheets.',
    query: z.object({ language: f.language.default('pt') }),
    reply: z.string(),
    type: 'text/csv',
  }),
  shipping: route({
    ...one,
    call: 'GET /campaigns/:id/shipping',
    may: read,
    summary: 'The recipients that were sent to, the latest first. `cursor` from the reply before: the older ones.',
    query: f.after.extend({ cursor: f.text(100).optional() }),
    reply: z.object({ shipping: z.array(Shipping), cursor: z.string().nullable(), hasMore: z.boolean() }),
  }),
  settings: route({
    call: 'GET /campaign-settings',
    may: read,
    summary: 'The intervals between messages of campaigns, and the company’s variables.',
    query: f.after,
    reply: CampaignSettings,
  }),
  setSettings: route({
    call: 'POST /campaign-settings',
    may: write,
    summary: 'Sets them all. Of variables with the same key the first counts.',
    body: z.object({ settings: CampaignSettings }),
    refuses: ['ERR_CAMPAIGNS_DISABLED'],
    reply: CampaignSettings,
  }),
};

/** Messages to the contacts of a list. */
export const campaigns = {
  ...campaign,
  events: { ...campaignEvents, ...campaignPartEvents, ...campaignSettingsEvents },
  pushes: { ...campaign.pushes, 'campaign-settings': ['update'] } as const,
  routes: campaignRoutes,
};
