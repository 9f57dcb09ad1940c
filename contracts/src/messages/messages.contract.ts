import { z } from 'zod';
import { route } from '../kernel/contract.ts';
import * as f from '../kernel/fields.ts';
import { limits } from '../kernel/limits.ts';
import { manifest } from '../kernel/manifest.ts';

/** Why a send failed, for each screen to say in its language: the channel refused it, could not take it, or did not answer. */
export const SendFailure = z.enum(['refused', 'unavailable', 'no-answer']);
export type SendFailure = z.output<typeof SendFailure>;

/** A message as the conversation shows it. `body` is null where its person was forgotten, '' where it was deleted. */
export const MessageView = z.object({
  id: f.id,
  ticketId: f.id,
  companyId: f.id,
  contactId: f.id,
  /** The customer. */
  contact: z.object({ id: f.id, name: z.string().nullable() }),
  body: z.string().nullable(),
  fromMe: z.boolean(),
  /** 0 on the device, 1 taken by Prosa, 2 by the channel, 3 delivered, 4 read, 5 played (ADR 107). */
  ack: z.number().int().min(0).max(5),
  /** Set while sending failed or its end is unknown. */
  state: z.enum(['failed', 'unsure']).nullable(),
  /** A `SendFailure`; what older versions wrote is words. */
  failure: z.string().nullable(),
  attempt: z.number().int(),
  mediaType: z.enum(['image', 'audio', 'video', 'application', 'locationMessage', 'vcard', 'call_log']).nullable(),
  mediaUrl: z.string().nullable(),
  mediaError: z.string().nullable(),
  isDeleted: z.boolean(),
  isObservation: z.boolean(),
  /** Why Prosa wrote it by itself; null for what people wrote. */
  automatic: z.enum(['greeting', 'out-of-hours', 'closing', 'rating']).nullable(),
  /** What happened to the conversation, where this line is that and no message: nobody said it. Null numbers were forgotten. */
  notice: z.object({ kind: z.literal('number-changed'), from: z.string().nullable(), to: z.string().nullable() }).nullable(),
  quotedMsg: z
    .object({
      id: f.id,
      body: z.string().nullable(),
      fromMe: z.boolean(),
      isDeleted: z.boolean(),
      author: z.string().nullable(),
      /** It is of another ticket, which not all who see this one may see: its words stand there alone. */
      hidden: z.boolean(),
    })
    .nullable(),
  user: z.object({ id: f.id, name: z.string().nullable() }).nullable(),
  signature: z.string().nullable(),
  clientId: z.string().nullable(),
  read: z.boolean(),
  createdAt: f.at,
  /** Order in the conversation; compare as numbers (BigInt). */
  position: f.position,
});
export type MessageView = z.output<typeof MessageView>;

/** What a command on a message answers: its own fields. */
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
      'A page of the conversation, newest page first, in order within; it goes on through the older tickets of the same conversation that the caller sees. `before` (a message id) pages by key; `goMessage` answers the pages down to that message, or ERR_FETCH_WAPP_MSG where it is more than 1,000 messages back.',
    params: z.object({ ticketId: f.id }),
    missing: 'ERR_NO_TICKET_FOUND',
    query: f.after.extend({
      pageNumber: z.coerce.number().int().min(1).max(100_000).default(1),
      goMessage: f.id.optional(),
      before: f.id.optional(),
    }),
    refuses: ['ERR_NO_MESSAGE_FOUND', 'ERR_FETCH_WAPP_MSG'],
    reply: z.object({ messages: z.array(MessageView), hasMore: z.boolean(), count: z.number() }),
  }),
  send: route({
    call: 'POST /messages/:ticketId',
    may: 'tickets:serve',
    summary: 'Writes to the customer of an open ticket, or an observation that the team alone sees.',
    params: z.object({ ticketId: f.id }),
    missing: 'ERR_NO_TICKET_FOUND',
    body: z
      .object({
        body: f.text(limits.messageMax),
        fromMe: z.boolean().optional(),
        read: z.union([z.boolean(), z.number()]).optional(),
        mediaUrl: z.literal('').nullish(),
        /** A message of this conversation, by id or as the record. */
        quotedMsg: z.union([f.id, z.object({ id: f.id }).loose()]).nullish(),
        isObservation: z.boolean().default(false),
        /** Write the attendant's name above the text. */
        signed: z.boolean().default(false),
      })
      // Of an observation the rules say so, in words of their own.
      .refine(({ body, isObservation }) => isObservation || body.trim() !== '', { path: ['body'], error: 'Required' }),
    refuses: ['ERR_TICKET_NOT_OPEN', 'ERR_NO_MESSAGE_FOUND', 'ERR_CREATING_MESSAGE', 'ERR_NO_CONTACT_FOUND'],
    reply: MessageOwn,
    status: 201,
  }),
  retry: route({
    call: 'POST /messages/:messageId/retry',
    may: 'tickets:serve',
    summary: 'Sends once more what failed or whose end is unknown.',
    params: z.object({ messageId: f.id }),
    missing: 'ERR_NO_MESSAGE_FOUND',
    refuses: ['ERR_TICKET_NOT_OPEN', 'ERR_FETCH_WAPP_MSG', 'ERR_NO_CONTACT_FOUND'],
    reply: MessageOwn,
  }),
  delete: route({
    call: 'DELETE /messages/:messageId',
    may: 'tickets:serve',
    summary: 'Deletes an own message; a marker stays.',
    params: z.object({ messageId: f.id }),
    missing: 'ERR_NO_MESSAGE_FOUND',
    refuses: ['ERR_DELETE_WAPP_MSG', 'ERR_FETCH_WAPP_MSG', 'ERR_NO_CONTACT_FOUND'],
    reply: MessageOwn,
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
    ERR_CREATING_MESSAGE: { status: 409, message: 'Não foi possível criar a mensagem.' },
    ERR_SENDING_WAPP_MSG: { status: 502, message: 'Não foi possível enviar a mensagem. Verifique a página de conexões.' },
    ERR_DELETE_WAPP_MSG: { status: 409, message: 'Não foi possível apagar a mensagem.' },
    ERR_FETCH_WAPP_MSG: { status: 409, message: 'Esta mensagem é antiga demais.' },
    ERR_WAPP_DOWNLOAD_MEDIA: { status: 502, message: 'Não foi possível baixar a mídia. Verifique a página de conexões.' },
  },
});
