import { z } from 'zod';
import * as f from '../../kernel/fields.ts';
import { MediaView } from '../../media/media.contract.ts';
import {
  Choice,
  ContactCard,
  LineKind,
  MessageContext,
  MessageKind,
  MissedCall,
  Place,
  Reaction,
  Waveform,
} from './kinds.contract.ts';
import { MentionView } from './mentions.fields.ts';

/**
 * Why a send failed, as a code that each screen translates. The channel refused it, was unavailable, or did not answer; the customer's hours
 * are over; the recipient is not on the channel; the channel restricts the account, or its speed; it does not take the file; the connection
 * was disconnected; it does not take the template; the account is not paid for.
 */
export const SendFailure = z.enum([
  'refused',
  'unavailable',
  'no-answer',
  'window',
  'not-there',
  'restricted',
  'rate',
  'media',
  'disconnected',
  'template',
  'payment',
]);
export type SendFailure = z.output<typeof SendFailure>;

/** Why Prosa sends messages by itself; `api`: another system sent it by the message API. */
export const automaticKinds = [
  'greeting',
  'out-of-hours',
  'closing',
  'rating',
  'menu',
  'protocol',
  'schedule',
  'api',
  'campaign',
] as const;

/** A message as the conversation shows it. `body` is null if its person was forgotten, '' if the message was deleted. */
export const MessageView = z.object({
  id: f.id,
  /** Null if it was sent outside of any ticket. */
  ticketId: f.id.nullable(),
  companyId: f.id,
  contactId: f.id,
  /** The customer. */
  contact: z.object({ id: f.id, name: z.string().nullable() }),
  body: z.string().nullable(),
  fromMe: z.boolean(),
  /** 0 on the device, 1 accepted by Prosa, 2 accepted by the channel, 3 delivered, 4 read, 5 played. */
  ack: z.number().int().min(0).max(5),
  /** Set while the send has failed or its outcome is unknown. */
  state: z.enum(['failed', 'unsure']).nullable(),
  /** A `SendFailure`; older versions wrote free text. */
  failure: z.string().nullable(),
  attempt: z.number().int(),
  mediaType: z.enum(['image', 'audio', 'video', 'application', 'locationMessage', 'vcard', 'call_log']).nullable(),
  mediaUrl: z.string().nullable(),
  mediaError: z.string().nullable(),
  /** Its file, if any. `mediaUrl` is the address of its bytes, valid for some hours. */
  media: MediaView.nullable(),
  isDeleted: z.boolean(),
  isObservation: z.boolean(),
  /** Why Prosa wrote it automatically; null if a person wrote it. */
  automatic: z.enum(automaticKinds).nullable(),
  /** Set if this line is not a message but an event of the conversation. A number is null if it was forgotten. */
  notice: z.object({ kind: z.literal('number-changed'), from: z.string().nullable(), to: z.string().nullable() }).nullable(),
  quotedMsg: z
    .object({
      id: f.id,
      body: z.string().nullable(),
      fromMe: z.boolean(),
      isDeleted: z.boolean(),
      author: z.string().nullable(),
      /**
       * The quoted message belongs to another ticket, which not everyone who sees this one may see; only its own ticket shows its words.
       */
      hidden: z.boolean(),
      /** The kind if it is not text; `body` is then the text of its summary (`summaryOf`). */
      kind: MessageKind.nullable(),
      /** The small picture of its file, as `media.thumbnailUrl` of the message itself. */
      thumbnailUrl: z.string().nullable(),
    })
    .nullable(),
  user: z.object({ id: f.id, name: z.string().nullable() }).nullable(),
  signature: z.string().nullable(),
  clientId: z.string().nullable(),
  read: z.boolean(),
  createdAt: f.at,
  /** Order in the conversation; compare as numbers (BigInt). */
  position: f.position,
  /** The content of a message that is not text. Null once it is deleted. */
  place: Place.nullable(),
  contacts: z.array(ContactCard).nullable(),
  call: MissedCall.nullable(),
  choice: Choice.nullable(),
  line: LineKind.nullable(),
  /** In a group, who of it wrote the message. Null: the contact of the conversation, or the company. */
  author: z.object({ id: f.id, name: z.string().nullable() }).nullable(),
  /** The company wrote it on its phone. */
  fromPhone: z.boolean(),
  /** One for each person. */
  reactions: z.array(Reaction),
  /** When its current text was set, if that is not the first text. */
  editedAt: f.at.nullable(),
  /** Its context, where the channel reports more than `quotedMsg` shows. Null once it is deleted. */
  context: MessageContext.nullable(),
  /** An attendant forwarded it, or the customer did. */
  forwarded: z.boolean(),
  /** The waveform of a recorded voice, if the recording device sent one. Null once it is deleted. */
  waveform: Waveform.nullable(),
  /** It was deleted here, but the channel did not delete it: the customer still has it. */
  deleteFailed: z.boolean(),
  /** Where the text of an observation names colleagues, in order, and what they are called now. */
  mentions: z.array(MentionView),
});
export type MessageView = z.output<typeof MessageView>;

/** The reply to a command on a message: the message's own fields. */
export const MessageOwn = MessageView.pick({
  id: true,
  ticketId: true,
  body: true,
  fromMe: true,
  ack: true,
  isDeleted: true,
  isObservation: true,
  clientId: true,
  createdAt: true,
});
export type MessageOwn = z.output<typeof MessageOwn>;
