import { z } from 'zod';
import { route } from '../kernel/contract.ts';
import * as f from '../kernel/fields.ts';
import { limits } from '../kernel/limits.ts';
import { manifest } from '../kernel/manifest.ts';
import { anyFile, MediaView } from '../media/media.contract.ts';
import {
  Choice,
  ContactCard,
  LineKind,
  MessageContext,
  MessageKind,
  MissedCall,
  Place,
  Reaction,
  Unread,
  Waveform,
} from './kinds.contract.ts';
import { MessageForm } from './messages.forms.ts';
import { messageSearchQuery } from './messages.search.ts';
import { ChosenTemplate } from './templates.contract.ts';

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

/** Why Prosa sends messages by itself. */
export const automaticKinds = ['greeting', 'out-of-hours', 'closing', 'rating', 'menu', 'schedule'] as const;

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
      /** The kind if it is not text; `body` is then the text of its summary (`gistOf`). */
      kind: MessageKind.nullable(),
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
  /** What it is about, where the channel tells more than `quotedMsg` shows. Null once it is deleted. */
  context: MessageContext.nullable(),
  /** An attendant forwarded it, or the customer did. */
  forwarded: z.boolean(),
  /** Of a recorded voice, if the device that recorded it told. Null once it is deleted. */
  waveform: Waveform.nullable(),
  /** It was deleted here, but the channel did not delete it: the customer still has it. */
  deleteFailed: z.boolean(),
});
export type MessageView = z.output<typeof MessageView>;

/** What a command on a message answers: the message's own fields. */
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

export const messageRoutes = {
  list: route({
    call: 'GET /messages/:ticketId',
    may: 'signed-in',
    summary:
      'A page of the conversation, newest page first, in order within; it goes on through the older tickets of the same conversation that the caller sees. `goMessage` answers a page before that message and a page from it on; `before` and `newer` (message ids) page on by key, in place of `pageNumber`. `hasMore`: there are older ones, `hasNewer`: newer ones. `unread`, with the newest page alone: where the customer’s unread messages of this ticket begin, on this page or further up, and how many there are; null if there is none, or the ticket is closed.',
    params: z.object({ ticketId: f.id }),
    missing: 'ERR_NO_TICKET_FOUND',
    query: f.after.extend({
      pageNumber: z.coerce.number().int().min(1).max(100_000).default(1),
      goMessage: f.id.optional(),
      before: f.id.optional(),
      newer: f.id.optional(),
    }),
    refuses: ['ERR_NO_MESSAGE_FOUND'],
    reply: z.object({
      messages: z.array(MessageView),
      hasMore: z.boolean(),
      hasNewer: z.boolean(),
      count: z.number(),
      unread: Unread.nullable(),
    }),
  }),
  searchMedias: route({
    call: 'GET /messages/:ticketId/searchMedias',
    may: 'signed-in',
    summary: 'The messages of a ticket that have a file, newest first. `before` (a message id) pages by key.',
    params: z.object({ ticketId: f.id }),
    missing: 'ERR_NO_TICKET_FOUND',
    query: f.after.extend({
      pageNumber: z.coerce.number().int().min(1).max(100_000).default(1),
      before: f.id.optional(),
    }),
    refuses: ['ERR_NO_MESSAGE_FOUND'],
    reply: z.object({ messages: z.array(MessageView), hasMore: z.boolean(), count: z.number() }),
  }),
  send: route({
    call: 'POST /messages/:ticketId',
    may: 'tickets:serve',
    summary:
      'Writes to the customer of an open ticket, or an observation that the team alone sees. A file is named by `mediaId`, or by the `mediaUrl` of a message, of whose file the customer gets a copy, or comes with the call: as multipart/form-data with `medias` (up to ten files) and `body`, which is written under the first of them; each is a message, and `messages` has them all. `template` is sent as the channel has approved it.',
    params: z.object({ ticketId: f.id }),
    missing: 'ERR_NO_TICKET_FOUND',
    body: z
      .object({
        /** The caption if there is a file; it may be empty. */
        body: f.text(limits.messageMax).default(''),
        /** From `POST /media?ticketId=`: each upload can be sent once. */
        mediaId: f.id.nullish(),
        /** Of a voice that was recorded for this message: the channel and the screens show it. */
        waveform: Waveform.nullish(),
        fromMe: z.boolean().optional(),
        read: z.union([z.boolean(), z.number()]).optional(),
        /** The `mediaUrl` of a message that has a file: the customer gets a copy of it. '' is none. */
        mediaUrl: f.text(300).nullish(),
        /** A message of this conversation, by id or as the record. */
        quotedMsg: z.union([f.id, z.object({ id: f.id }).loose()]).nullish(),
        isObservation: z.boolean().default(false),
        /** Write the attendant's name above the text. */
        signed: z.boolean().default(false),
        /** An approved template in place of a text: it goes at any time. */
        template: ChosenTemplate.nullish(),
      })
      // For an empty observation the rules refuse with a message of their own.
      .refine(
        ({ body, mediaId, mediaUrl, isObservation, template }) =>
          isObservation || mediaId || mediaUrl || template || body.trim() !== '',
        { path: ['body'], error: 'Required' },
      )
      .refine(({ mediaId, isObservation }) => !(mediaId && isObservation), { path: ['mediaId'], error: 'Not in an observation' })
      .refine(({ mediaUrl, mediaId, isObservation }) => !mediaUrl || !(mediaId || isObservation), {
        path: ['mediaUrl'],
        error: 'Alone',
      })
      .refine(
        ({ template, body, mediaId, mediaUrl, isObservation, quotedMsg }) =>
          !template || !(body || mediaId || mediaUrl || isObservation || quotedMsg),
        { path: ['template'], error: 'Alone' },
      ),
    upload: { ...anyFile, many: true, form: MessageForm },
    refuses: [
      'ERR_TICKET_NOT_OPEN',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_NO_MESSAGE_FOUND',
      'ERR_CREATING_MESSAGE',
      'ERR_NO_CONTACT_FOUND',
      'ERR_NO_MEDIA_FOUND',
      'ERR_MEDIA_PENDING',
      'ERR_MEDIA_EMPTY',
      'ERR_MEDIA_STORE',
      'ERR_CHANNEL_CANNOT',
      'ERR_WINDOW_CLOSED',
      'ERR_NO_TEMPLATE_FOUND',
      'ERR_CHANNEL_SILENT',
      'ERR_NO_WAPP_FOUND',
    ],
    reply: MessageOwn.extend({ messages: z.array(MessageOwn).optional() }),
    status: 201,
  }),
  retry: route({
    call: 'POST /messages/:messageId/retry',
    may: 'tickets:serve',
    summary:
      'Sends once more what failed or whose end is unknown. Of a customer’s message with a `mediaError`: fetches its file once more, unless that gave something broken or too much.',
    params: z.object({ messageId: f.id }),
    missing: 'ERR_NO_MESSAGE_FOUND',
    refuses: ['ERR_TICKET_NOT_OPEN', 'ERR_FETCH_WAPP_MSG', 'ERR_NO_CONTACT_FOUND', 'ERR_MEDIA_UNUSABLE', 'ERR_WINDOW_CLOSED'],
    reply: MessageOwn,
  }),
  delete: route({
    call: 'DELETE /messages/:messageId',
    may: 'tickets:serve',
    summary:
      'Deletes an own message; a marker stays. One that has not left yet is withdrawn; what the channel takes back no more is refused.',
    params: z.object({ messageId: f.id }),
    missing: 'ERR_NO_MESSAGE_FOUND',
    refuses: ['ERR_DELETE_WAPP_MSG', 'ERR_FETCH_WAPP_MSG', 'ERR_NO_CONTACT_FOUND'],
    reply: MessageOwn,
  }),
  forward: route({
    call: 'POST /messages/sendForwardedMessage',
    may: 'tickets:serve',
    summary:
      "Sends a text, a file, a place or contact cards of a conversation that the caller sees to further contacts: into a contact's unfinished ticket, else outside of any. Of a file each gets a copy. Where one of the contacts cannot be written to, none is.",
    body: z.object({
      contactIds: z.array(f.id).min(1, 'Required').max(limits.forwardMax, 'Too Long!'),
      messageId: f.id,
    }),
    refuses: [
      'ERR_NO_MESSAGE_FOUND',
      'ERR_FETCH_WAPP_MSG',
      'ERR_CREATING_MESSAGE',
      'ERR_FORWARD_TEXT_ONLY',
      'ERR_MEDIA_PENDING',
      'ERR_MEDIA_STORE',
      'ERR_NO_MEDIA_FOUND',
      'ERR_NO_CONTACT_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_NO_DEF_WAPP_FOUND',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_CHANNEL_CANNOT',
      'ERR_WINDOW_CLOSED',
    ],
    reply: z.object({
      /** In the order of the request; `ticketId` is null if the message was sent outside of a ticket. */
      messages: z.array(z.object({ contactId: f.id, id: f.id, ticketId: f.id.nullable() })),
    }),
    status: 201,
  }),
  search: route({
    call: 'GET /messages/searchByBody',
    may: 'signed-in',
    summary:
      'Messages with a text, of the tickets that the caller sees, newest first. At most 1,000 are told: `atLeast` where there may be more than `count`.',
    query: messageSearchQuery,
    reply: z.object({ messages: z.array(MessageView), ...f.counted.shape, hasMore: z.boolean() }),
  }),
};

export const messages = manifest({
  name: 'messages',
  routes: messageRoutes,
  pushes: {
    appMessage: ['create', 'update'],
  },
  errors: {
    ERR_NO_MESSAGE_FOUND: { status: 404, message: 'Nenhuma mensagem encontrada com este número.' },
    ERR_TICKET_NOT_OPEN: { status: 409, message: 'Só é possível escrever em um atendimento aberto.' },
    ERR_NO_TEMPLATE_FOUND: { status: 404, message: 'Este modelo não existe mais. Escolha outro.' },
    ERR_CREATING_MESSAGE: { status: 409, message: 'Não foi possível criar a mensagem.' },
    ERR_SENDING_WAPP_MSG: { status: 502, message: 'Não foi possível enviar a mensagem. Verifique a página de conexões.' },
    ERR_DELETE_WAPP_MSG: { status: 409, message: 'Não foi possível apagar a mensagem.' },
    ERR_FETCH_WAPP_MSG: { status: 409, message: 'Esta mensagem é antiga demais.' },
    ERR_FORWARD_TEXT_ONLY: { status: 409, message: 'Só textos, arquivos, localizações e contatos podem ser encaminhados.' },
    ERR_MEDIA_UNUSABLE: {
      status: 409,
      message: 'Este arquivo está danificado ou é grande demais: baixá-lo de novo não adianta.',
    },
    ERR_WAPP_DOWNLOAD_MEDIA: { status: 502, message: 'Não foi possível baixar a mídia. Verifique a página de conexões.' },
  },
});
