import { z } from 'zod';
import { AccountNews, ChannelName, ConnectionStatus } from '../channels/connections/connections.contract.ts';
import { Identity } from '../contacts/contacts/contacts.contract.ts';
import { CONTEXT_WORDS, ContactCard, LineKind, MessageContext, Place, Waveform } from '../desk/messages/kinds.contract.ts';
import { SentMenu } from '../desk/tickets/conversation.events.ts';
import * as f from '../kernel/fields.ts';
import { limits } from '../kernel/limits.ts';
import { MediaFacts, MediaFailure, MediaKind, MediaMeasures } from '../media/media.facts.ts';
import { CallPayload, ChoicePayload, ContactCardsPayload, channelId, kindLimits, PlacePayload } from './simulator.kinds.ts';

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
const hasContent = ({
  body,
  ...others
}: { body: string | null } & Partial<Record<(typeof contents)[number], unknown>>): boolean =>
  contents.filter((name) => others[name] != null).length === (body === null ? 1 : 0);
const contents = ['media', 'place', 'contacts', 'call', 'choice', 'line'] as const;

/** A member of a group. */
const Author = z.object({ identities: z.array(Identity).min(1), name: f.text(200) });
/** The message that an action refers to: the channel's id for a customer's message, our id for one of ours. */
const Target = z.object({ channelId }).or(z.object({ messageId: f.id }));
/** Fields of every action on an existing message (edit, revoke, reaction). `channelId` is the channel's own id of the action. */
const done = {
  companyId: f.id,
  connectionId: f.id,
  identities: z.array(Identity).min(1),
  /** In a group, who of it acts. */
  author: Author.nullish(),
  channelId,
  target: Target,
  /** By the company itself, on its phone. */
  own: z.boolean().default(false),
  at: f.at,
};

/** Fields of a message that somebody wrote with the channel's own program. */
const written = {
  companyId: f.id,
  connectionId: f.id,
  channel: ChannelName,
  /** The identity that the customer wrote from comes first. */
  identities: z.array(Identity).min(1),
  name: f.text(200),
  /** The channel's own id of the message. */
  channelId,
  body: z.string().refine(f.storable).nullable(),
  media: MediaReference.nullish(),
  place: PlacePayload.nullish(),
  contacts: ContactCardsPayload.nullish(),
  call: CallPayload.nullish(),
  choice: ChoicePayload.nullish(),
  line: LineKind.nullish(),
  /** Its author had it from somebody else, and says so. */
  forwarded: z.boolean().nullish(),
  /** The context of the message; a quoted message is part of it only if Prosa does not have that message. */
  context: MessageContext.extend({ words: f.text(CONTEXT_WORDS) }).nullish(),
  /** It came before and could not be read then: it only fills the line that stands in its place. */
  again: z.boolean().nullish(),
  /** The channel's id if a customer's message is quoted, our id if one of ours is quoted. */
  quoted: z
    .object({ channelId })
    .or(z.object({ messageId: f.id }))
    .nullable(),
  at: f.at,
};

/**
 * `channel.inbound` and `channel.receipts`: what the gateway reports to the command side. Key `{connectionId}/{canonical customer id}`; for a session's state,
 * which concerns no customer, the connection's id; for a fetched file, for which no message waits, the conversation's key.
 */
export const Inbound = z.discriminatedUnion('kind', [
  z
    .object({
      kind: z.literal('message'),
      ...written,
      /** In a group, who of it wrote the message; `identities` are then the group's. */
      author: Author.nullish(),
      /** What Meta names the link or advertisement by that the customer came by: its `ref`, its id. */
      refs: z.array(f.text(limits.sourceRef)).max(limits.refs).nullish(),
    })
    .refine(hasContent),
  /** A message that the company wrote to a customer elsewhere, on its phone. `identities`: the customer's. */
  z.object({ kind: z.literal('mirrored'), ...written }).refine(hasContent),
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
    /** 0: a deletion of the message, which the channel has not carried out, or may not have. */
    attempt: z.number().int(),
    outcome: z.enum(['taken', 'failed', 'unsure']),
    /** A `SendFailure`. */
    reason: f.text(500).nullable(),
    at: f.at,
  }),
  /** The current state of a connection's session. For one connection the higher `sequence` is newer. */
  z.object({
    kind: z.literal('session'),
    companyId: f.id,
    connectionId: f.id,
    status: ConnectionStatus,
    /** Short reason code: `logged-out`, `token`. */
    reason: f.text(50).nullable(),
    /** When the state ends, if the channel says so. */
    until: f.at.nullable(),
    /** The account that the channel reports for the connection: a number, a page. */
    account: f.text(200).nullable(),
    sequence: z.number().int().positive(),
    at: f.at,
  }),
  /** The channel tells the company of its account. Its key is the connection's id. */
  z.object({
    kind: z.literal('account'),
    companyId: f.id,
    connectionId: f.id,
    news: AccountNews.omit({ at: true }).extend({ word: f.text(100), of: f.text(200).nullable() }),
    at: f.at,
  }),
  /** A user's screens are open, or no longer. Its key is the user's id; for one user the higher `sequence` is newer. */
  z.object({
    kind: z.literal('presence'),
    companyId: f.id,
    userId: f.id,
    online: z.boolean(),
    /** None of the screens has been touched for a while. */
    idle: z.boolean().optional(),
    sequence: z.number().int().positive(),
    /** When a screen was heard last. */
    at: f.at,
  }),
  /** A customer has another number, or another id of the channel: `was` is theirs no more, `is` is. */
  z.object({
    kind: z.literal('identity'),
    companyId: f.id,
    connectionId: f.id,
    was: z.array(Identity).min(1),
    is: z.array(Identity).min(1),
    at: f.at,
  }),
  /** A customer told the channel whether they want marketing messages. */
  z.object({
    kind: z.literal('preference'),
    companyId: f.id,
    connectionId: f.id,
    identities: z.array(Identity).min(1),
    optedOut: z.boolean(),
    at: f.at,
  }),
  /** The author changed the message's text. */
  z.object({ kind: z.literal('edit'), ...done, body: z.string().refine(f.storable) }),
  /** The author deleted the message. */
  z.object({ kind: z.literal('revoke'), ...done }),
  /** `emoji` '' removes the reaction. */
  z.object({
    kind: z.literal('reaction'),
    ...done,
    emoji: z.string().max(kindLimits.emoji).refine(f.storable),
  }),
  /** How an attempt to fetch a customer's file ended: `media` if it is stored, otherwise the reason. Its key is the conversation's. */
  z.object({
    kind: z.literal('media'),
    companyId: f.id,
    connectionId: f.id,
    messageId: f.id,
    attempt: z.number().int().positive(),
    media: MediaFacts.extend({
      mime: f.text(100),
      name: f.text(255).nullable(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }).nullable(),
    reason: MediaFailure.nullable(),
    at: f.at,
  }),
]);
export type Inbound = z.output<typeof Inbound>;

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
