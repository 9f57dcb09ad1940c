import { z } from 'zod';
import { event, type FactOf, unchanged } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { changesOf } from '../../kernel/record.ts';
import { visible } from '../../kernel/texts/visible.ts';

/** `sample`: through which the company's test customer writes. */
export const ChannelName = z.enum(['simulator', 'whatsapp', 'facebook', 'instagram', 'sample']);
export type ChannelName = z.output<typeof ChannelName>;
export const ConnectionStatus = z.enum(['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING', 'CONNECTED']);
export type ConnectionStatus = z.output<typeof ConnectionStatus>;
/** Requests to a session: continue or retry; start anew with new credentials (a new QR code); log out. */
export const SessionAsk = z.enum(['start', 'renew', 'end']);
export type SessionAsk = z.output<typeof SessionAsk>;
/** `id` distinguishes a second request from a duplicate delivery. `number`: of the phone into which a code shall be typed. */
export const SessionAsked = z.object({ id: f.id, ask: SessionAsk, number: z.string().nullish() });
export type SessionAsked = z.output<typeof SessionAsked>;

/** An http or https address, or none. */
const address = f
  .text(2_000)
  .overwrite(visible)
  .refine((value) => value === '' || (/^https?:/i.test(value) && URL.canParse(value)), 'Invalid address')
  .default('');

/** The fields of a connection that users enter. */
export const connectionFields = z.object({
  name: f.name,
  channel: ChannelName.default('simulator'),
  isDefault: z.boolean().default(false),
  queueIds: z.array(f.id).max(200).default([]),
  greetingMessage: f.automaticText,
  complationMessage: f.automaticText,
  outOfHoursMessage: f.automaticText,
  ratingMessage: f.automaticText,
  provider: f.text(30).default('beta'),
  /** Stored for integrations; Prosa does not call it. */
  finishBotUrl: address,
  webhookUrl: address,
  /** For so long a customer may leave an attendant's message unanswered; then the ticket is closed. 0: for ever. */
  closeAfterMinutes: z
    .number({ error: 'Invalid value' })
    .int('Invalid value')
    .min(0, 'Invalid value')
    .max(limits.closeAfterMinutes, 'Invalid value')
    .default(0),
});

/** The channel of a connection cannot change, nor can its account. */
export const connectionChanges = changesOf(connectionFields).omit({ channel: true, provider: true });
/**
 * `externalId`: the channel's own id of a phone number, a page, a profile; it finds a page that is connected again. `wabaId`: the
 * WhatsApp Business account of the number. Neither is a secret; the gateway alone stores secrets.
 */
const account = z.object({
  externalId: f.text(100).nullish(),
  wabaId: f.text(100).nullish(),
  hasAppSecret: z.boolean().optional(),
});
/**
 * The channel's last report on the company's account, apart from the session. `what`: the account itself (restrictions, limits,
 * reviews), the quality of its number, or one of its templates. `word`: the channel's own word for it, as `FLAGGED`; `of`: the
 * number or template.
 */
export const AccountNews = z.object({
  what: z.enum(['account', 'quality', 'template']),
  word: z.string(),
  of: z.string().nullable(),
  at: f.at,
});
export type AccountNews = z.output<typeof AccountNews>;
/** Stream `connections-{companyId}`: one is the default. Only the SHA-256 (hex) of a token is stored. */
export const connectionEvents = {
  ConnectionCreated: event(
    'ConnectionCreated',
    connectionFields.extend({ connectionId: f.id, status: ConnectionStatus, tokenHash: z.string().nullable(), ...account.shape }),
    5,
    [
      (data) => ({ ...data, finishBotUrl: '', webhookUrl: '' }),
      unchanged,
      (data) => ({ ...data, closeAfterMinutes: 0 }),
      unchanged,
    ],
  ),
  ConnectionChanged: event(
    'ConnectionChanged',
    connectionChanges.extend({ connectionId: f.id, tokenHash: z.string().nullish(), hasAppSecret: account.shape.hasAppSecret }),
    4,
    [unchanged, unchanged, unchanged],
  ),
  /** The status reported by its session. `sequence` orders the reports of a session; a status set by another part of Prosa has none. */
  ConnectionStatusChanged: event(
    'ConnectionStatusChanged',
    z.object({
      connectionId: f.id,
      status: ConnectionStatus,
      reason: z.string().nullish(),
      until: z.string().nullish(),
      account: z.string().nullish(),
      sequence: z.number().optional(),
    }),
    2,
    [unchanged],
  ),
  /** The latest counts. */
  ConnectionAccountTold: event('ConnectionAccountTold', z.object({ connectionId: f.id, accountNews: AccountNews })),
  /** The last request counts. */
  ConnectionSessionAsked: event('ConnectionSessionAsked', z.object({ connectionId: f.id, asked: SessionAsked }), 2, [unchanged]),
  ConnectionDeleted: event('ConnectionDeleted', z.object({ connectionId: f.id })),
};
export type ConnectionFact = FactOf<typeof connectionEvents>;
