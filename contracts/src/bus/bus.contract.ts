import { z } from 'zod';
import { type PushChannel, pushChannels } from '../catalogue/catalogue.ts';
import { ChannelName, ConnectionStatus, SessionAsk } from '../connections/connections.contract.ts';
import { Identity } from '../contacts/contacts.contract.ts';
import * as f from '../kernel/fields.ts';

/** A channel's own id of a message. */
const channelId = z.string().min(1).max(200).refine(f.storable, 'Invalid text');

/** A file by reference: what it is, and by which id its bytes are asked for. They are never on the bus. */
export const MediaReference = z.object({
  mediaId: f.id,
  kind: z.enum(['image', 'sticker', 'audio', 'video', 'document']),
  mime: f.text(100),
  /** Null where the channel does not say. */
  bytes: z.number().int().nonnegative().nullable(),
  name: f.text(255).nullable(),
  /** What is written under it. */
  caption: z.string().refine(f.storable),
});
export type MediaReference = z.output<typeof MediaReference>;

/**
 * The text of a message is in `body`, or it is null and there is `media`: so a reader of before parks a file that it does not know,
 * and takes nothing for an empty text.
 */
const hasContent = ({ body, media }: { body: string | null; media?: unknown }): boolean => (body === null) === !!media;

/**
 * `channel.inbound`: what the gateway tells the command side. Key `{connectionId}/{canonical customer id}`; of a session's state, which
 * is no customer's, the connection's id.
 */
export const Inbound = z.discriminatedUnion('kind', [
  z
    .object({
      kind: z.literal('message'),
      companyId: f.id,
      connectionId: f.id,
      channel: ChannelName,
      /** First the one that the customer wrote from. */
      identities: z.array(Identity).min(1),
      name: f.text(200),
      /** The channel's own id of the message. */
      channelId,
      body: z.string().refine(f.storable).nullable(),
      media: MediaReference.nullish(),
      /** The channel's id of the quoted customer's message, or our id of the quoted own message. */
      quoted: z
        .object({ channelId })
        .or(z.object({ messageId: f.id }))
        .nullable(),
      at: f.at,
    })
    .refine(hasContent),
  z.object({
    kind: z.literal('ack'),
    companyId: f.id,
    connectionId: f.id,
    messageId: f.id,
    ack: z.number().int().min(2).max(5),
    at: f.at,
  }),
  z.object({
    kind: z.literal('outcome'),
    companyId: f.id,
    connectionId: f.id,
    messageId: f.id,
    attempt: z.number().int(),
    outcome: z.enum(['taken', 'failed', 'unsure']),
    /** A `SendFailure`. */
    reason: f.text(500).nullable(),
    at: f.at,
  }),
  /** How a connection's session is now. Of one connection the higher `sequence` is the newer word. */
  z.object({
    kind: z.literal('session'),
    companyId: f.id,
    connectionId: f.id,
    status: ConnectionStatus,
    /** Why, in a word: `logged-out`, `token`. */
    reason: f.text(50).nullable(),
    /** Until when it stays so, where the channel says. */
    until: f.at.nullable(),
    /** Whom the channel takes the connection for: a number, a page. */
    account: f.text(200).nullable(),
    sequence: z.number().int().positive(),
    at: f.at,
  }),
]);
export type Inbound = z.output<typeof Inbound>;

/** `channel.outbound`, key the conversation's key: what the command side asks a channel to do. `position` orders a conversation's sends. */
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
      /** What it quotes: our id, and the channel's where it was the customer's. */
      quoted: z.object({ messageId: f.id, channelId: z.string().nullable() }).nullable(),
      priority: z.enum(['attendant', 'automatic', 'campaign']),
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
]);
export type Outbound = z.output<typeof Outbound>;

/** `channel.control`, key the connection's id: a connection as it is now; the newer position wins. */
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
  /** What was asked of its session last: the topic keeps one message a connection, so each says it. Writers of before do not. */
  asked: z.object({ id: f.id, ask: SessionAsk }).nullable().default(null),
  position: f.position,
});
export type Control = z.output<typeof Control>;

/** One changed row: `record` is what GET answers now (null when it is gone), the rooms are those that heard it before and hear it after. */
export const PushChange = z.object({
  channel: z.enum(Object.keys(pushChannels) as [PushChannel, ...PushChannel[]]),
  id: z.string(),
  record: z.record(z.string(), z.unknown()).nullable(),
  before: z.array(z.string()),
  after: z.array(z.string()),
  /**
   * `updateUnread` where only the unread count of a ticket changed. `reload`: no row but very many of the channel; there is no id and
   * no record then, and the rooms are those of all of them.
   */
  action: z.enum(['updateUnread', 'reload']).optional(),
  /** What joins narrow by. `fromCustomer`: a customer's new message. `presence`: of a user only that they came or went. */
  narrow: z
    .object({
      ticketId: f.id.optional(),
      statuses: z.array(z.string()).optional(),
      fromCustomer: z.boolean().optional(),
      presence: z.boolean().optional(),
    })
    .optional(),
});
export type PushChange = z.output<typeof PushChange>;

/** `push`, one partition: what the projection side tells the hubs after each commit. */
export const PushMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('changes'), companyId: f.id, position: f.position, changes: z.array(PushChange) }),
  /** Something may have been missed: every socket of the company (of all, when null) fetches anew. */
  z.object({ kind: z.literal('refetch'), companyId: f.id.nullable(), position: f.position }),
  /** Once a second. */
  z.object({ kind: z.literal('tick'), position: f.position }),
]);
export type PushMessage = z.output<typeof PushMessage>;

/** `POST /webhooks/simulator/{connectionId}`: what a simulated customer writes, or a receipt of what they were sent. */
export const SimulatorEvent = z.discriminatedUnion('type', [
  z.object({
    id: channelId,
    type: z.literal('text'),
    from: z
      .string()
      .trim()
      .min(8)
      .max(50)
      .regex(/^\+?[\d\s().-]+$/),
    name: f.text(200).default(''),
    text: f.text(65_536).refine((value) => value !== '', 'Required'),
    /** Our message id or the customer's own `id` of what it answers. */
    quotedId: f.text(200).optional(),
    at: f.at,
  }),
  z.object({
    id: channelId,
    type: z.literal('ack'),
    messageId: f.id,
    ack: z.number().int().min(2).max(5),
    at: f.at,
  }),
]);
export type SimulatorEvent = z.output<typeof SimulatorEvent>;

/** `GET /webhooks/simulator/{connectionId}/delivered?to=NUMBER`: what that customer's phone shows, in the order of arrival. */
export const SimulatorDelivered = z.array(z.object({ id: f.id, text: z.string(), at: f.at }));

/** `PUT /webhooks/simulator/{connectionId}/faults`: what goes wrong on this connection from now on; what is not named goes well. */
export const SimulatorFaults = z.object({
  /** Each send takes so long. */
  delayMs: z.number().int().min(0).max(20_000).default(0),
  /** Customers' messages, deliveries and receipts come twice. */
  duplicate: z.boolean().default(false),
  /** "Read" comes before "delivered". */
  reorder: z.boolean().default(false),
  /** No receipts at all. */
  silent: z.boolean().default(false),
  /** The next so many sends fail, but may go at another try. */
  refuse: z.number().int().min(0).max(1_000_000).default(0),
  /** The next so many sends fail for good. */
  refusePermanently: z.number().int().min(0).max(1_000_000).default(0),
  /** The next so many sends arrive, but the sender hears nothing of it. */
  loseAnswer: z.number().int().min(0).max(1_000_000).default(0),
});
export type SimulatorFaults = z.output<typeof SimulatorFaults>;

export const topics = {
  inbound: 'channel.inbound',
  outbound: 'channel.outbound',
  control: 'channel.control',
  campaign: 'campaign.dispatch',
  push: 'push',
} as const;
