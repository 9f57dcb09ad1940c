import { z } from 'zod';
import { Identity } from '../contacts/contacts/contacts.contract.ts';
import { ContactCard, Place, Waveform } from '../desk/messages/kinds.contract.ts';
import { SentMenu } from '../desk/tickets/conversation.events.ts';
import * as f from '../kernel/fields.ts';
import { MediaKind, MediaMeasures } from '../media/media.facts.ts';
import { channelId } from './simulator.kinds.ts';

export * from './bus.control.ts';

/** A reference to a file: its facts and the id under which its bytes can be fetched. The bytes never travel on the bus. */
export const MediaReference = z.object({
  mediaId: f.id,
  kind: MediaKind,
  mime: f.text(100),
  /** Null if the channel does not say. */
  bytes: z.number().int().nonnegative().nullable(),
  name: f.text(255).nullable(),
  /** The caption. */
  caption: z.string().refine(f.storable),
  ...MediaMeasures.shape,
  waveform: Waveform.nullish(),
});
export type MediaReference = z.output<typeof MediaReference>;

/**
 * A message has either text in `body`, or a null `body` and exactly one of the other contents. A consumer of an older version therefore
 * parks a kind it does not know, instead of reading it as an empty text.
 */
export const hasContent = ({
  body,
  ...others
}: { body: string | null } & Partial<Record<(typeof contents)[number], unknown>>): boolean =>
  contents.filter((name) => others[name] != null).length === (body === null ? 1 : 0);
const contents = ['media', 'place', 'contacts', 'call', 'choice', 'line'] as const;

/** The visible content of a quoted message: its text, and at most one other kind of content. */
export const QuotedContent = z.object({
  body: z.string(),
  media: MediaReference.pick({ kind: true, mime: true, name: true, width: true, height: true, durationMs: true })
    /** Names the file, if it is stored: a channel that shows a picture small makes that of it, so that no bus message holds one. */
    .extend({ mediaId: f.id.nullish() })
    .nullish(),
  place: Place.nullish(),
  contacts: z.array(ContactCard).nullish(),
});
export type QuotedContent = z.output<typeof QuotedContent>;

/**
 * `channel.outbound` and, of campaigns, `campaign.dispatch`, keyed by the conversation's key: what the command side asks a channel to do. `position` orders a conversation's
 * sends.
 */
export const Outbound = z.discriminatedUnion('kind', [
  z
    .object({
      kind: z.literal('send'),
      companyId: f.id,
      connectionId: f.id,
      conversation: z.string(),
      messageId: f.id,
      attempt: z.number().int(),
      to: Identity,
      body: z.string().nullable(),
      media: MediaReference.nullish(),
      place: Place.nullish(),
      contacts: z.array(ContactCard).nullish(),
      /** The quoted message: our id, and the channel's id if the message is the customer's; `shows`: what it shows, if that can be read. */
      quoted: z.object({ messageId: f.id, channelId: z.string().nullable(), shows: QuotedContent.nullish() }).nullable(),
      /** Sent as an approved template with these values; `body` is what the customer reads. */
      template: z.object({ name: z.string(), language: z.string(), values: z.array(z.string()) }).nullish(),
      /** The customer's choices, in addition to the numbers in `body`. */
      choices: SentMenu.nullish(),
      priority: z.enum(['attendant', 'automatic', 'integration', 'campaign']),
      /** Of a campaign: it is withdrawn if that run of it ends before it has left. */
      campaign: z.object({ id: f.id, run: z.number().int().min(0) }).nullish(),
      position: f.position,
      at: f.at,
    })
    .refine(hasContent),
  z.object({
    kind: z.literal('delete'),
    companyId: f.id,
    connectionId: f.id,
    conversation: z.string(),
    messageId: f.id,
    to: Identity,
    position: f.position,
    at: f.at,
  }),
  /** The company has read these messages of a customer, by the channel's ids, the newest last. Best effort: a later one includes them. */
  z.object({
    kind: z.literal('read'),
    companyId: f.id,
    connectionId: f.id,
    conversation: z.string(),
    to: Identity,
    channelIds: z.array(channelId).min(1).max(50),
    position: f.position,
    at: f.at,
  }),
  /** Fetch a customer's file, independently of messages, and store it with the key of `subjectId` as `mediaObjectName(mediaId, attempt)`. */
  z.object({
    kind: z.literal('fetch'),
    companyId: f.id,
    connectionId: f.id,
    conversation: z.string(),
    messageId: f.id,
    media: MediaReference.pick({ mediaId: true, kind: true, name: true }),
    attempt: z.number().int().positive(),
    subjectId: f.id,
    position: f.position,
    at: f.at,
  }),
  /** The customer of the conversation was forgotten: what waits for them is withdrawn, and nothing is kept of what was sent to them. */
  z.object({
    kind: z.literal('forget'),
    companyId: f.id,
    connectionId: f.id,
    conversation: z.string(),
    position: f.position,
    at: f.at,
  }),
]);
export type Outbound = z.output<typeof Outbound>;

export const topics = {
  inbound: 'channel.inbound',
  /** Outcomes and receipts of messages that no person wrote; those of the others are in `channel.inbound`. */
  receipts: 'channel.receipts',
  outbound: 'channel.outbound',
  control: 'channel.control',
  campaign: 'campaign.dispatch',
  /** Hints of a bank that charges were paid. */
  payments: 'payments',
  /** Who looked at what, from the read side. */
  access: 'audit.access',
  push: 'push',
} as const;
