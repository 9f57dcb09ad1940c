import { z } from 'zod';
import { AccountNews, ChannelName, ConnectionStatus } from '../channels/connections/connections.contract.ts';
import { Identity } from '../contacts/contacts/contacts.contract.ts';
import { CONTEXT_WORDS, LineKind, MessageContext } from '../desk/messages/kinds.contract.ts';
import * as f from '../kernel/fields.ts';
import { limits } from '../kernel/limits.ts';
import { MediaFacts, MediaFailure } from '../media/media.facts.ts';
import { hasContent, MediaReference } from './bus.contract.ts';
import { CallPayload, ChoicePayload, ContactCardsPayload, channelId, kindLimits, PlacePayload } from './simulator.kinds.ts';

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
