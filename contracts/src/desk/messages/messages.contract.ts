import { z } from 'zod';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { manifest } from '../../kernel/manifest.ts';
import { isBlank } from '../../kernel/texts/visible.ts';
import { anyFile } from '../../media/media.contract.ts';
import { Unread, Waveform } from './kinds.contract.ts';
import { areMentions, mentionsField } from './mentions.fields.ts';
import { MessageForm } from './messages.forms.ts';
import { hitRoutes, messageSearchQuery } from './messages.search.ts';
import { MessageOwn, MessageView } from './messages.view.ts';
import { ChosenTemplate } from './templates.contract.ts';
import { TicketLine } from './ticket-lines.view.ts';

export * from './mentions.fields.ts';
export * from './messages.view.ts';
export * from './ticket-lines.view.ts';

export const messageRoutes = {
  list: route({
    call: 'GET /messages/:ticketId',
    may: 'signed-in',
    looks: { kind: 'conversation', at: 'ticket' },
    summary:
      'A page of the conversation, newest page first, in order within; it goes on through the older tickets of the same conversation that the caller sees. `goMessage` answers a page before that message and a page from it on; `before` and `newer` (message ids) page on by key, in place of `pageNumber`. `hasMore`: there are older ones, `hasNewer`: newer ones. `unread`, with the newest page alone: where the customer’s unread messages of this ticket begin, on this page or further up, and how many there are; null if there is none, or the ticket is closed. `lines`: what was done with these tickets between the page’s messages, and up to those of its neighbours, at most 200. `asOf`, for administrators: as this call answered then (a position, as in `Prosa-Position`, or a time), but for addresses of files.',
    params: z.object({ ticketId: f.id }),
    missing: 'ERR_NO_TICKET_FOUND',
    query: f.asOf.extend({
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
      lines: z.array(TicketLine),
    }),
  }),
  ...hitRoutes,
  searchMedias: route({
    call: 'GET /messages/:ticketId/searchMedias',
    may: 'signed-in',
    looks: { kind: 'conversation', at: 'ticket' },
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
        /** The waveform of a voice that was recorded for this message; the channel and the screens show it. */
        waveform: Waveform.nullish(),
        fromMe: z.boolean().optional(),
        read: z.union([z.boolean(), z.number()]).optional(),
        /** The `mediaUrl` of a message that has a file: the customer gets a copy of it. '' is none. */
        mediaUrl: f.text(300).nullish(),
        /** A message of this conversation, by id or as the record. */
        quotedMsg: z.union([f.id, z.object({ id: f.id }).loose()]).nullish(),
        isObservation: z.boolean().default(false),
        /** Whom an observation names: colleagues who see the ticket. They are told of it. */
        mentions: mentionsField,
        /** Write the attendant's name above the text. */
        signed: z.boolean().default(false),
        /** An approved template in place of a text: it goes at any time. */
        template: ChosenTemplate.nullish(),
      })
      // For an empty observation the rules refuse with a message of their own.
      .refine(
        ({ body, mediaId, mediaUrl, isObservation, template }) =>
          isObservation || mediaId || mediaUrl || template || !isBlank(body),
        { path: ['body'], error: 'Required' },
      )
      .refine(({ mediaId, isObservation }) => !(mediaId && isObservation), { path: ['mediaId'], error: 'Not in an observation' })
      .refine(({ mentions, isObservation }) => isObservation || !mentions, {
        path: ['mentions'],
        error: 'Only in an observation',
      })
      .refine(({ mentions = [], body }) => areMentions(mentions, body), { path: ['mentions'], error: 'Invalid value' })
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
      'ERR_NO_USER_FOUND',
      'ERR_MENTION_UNSEEN',
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
    ticketLine: ['create', 'update'],
  },
  errors: {
    ERR_NO_MESSAGE_FOUND: { status: 404, message: 'Nenhuma mensagem encontrada com este número.' },
    ERR_TICKET_NOT_OPEN: { status: 409, message: 'Só é possível escrever em um atendimento aberto.' },
    ERR_NO_TEMPLATE_FOUND: { status: 404, message: 'Este modelo não existe mais. Escolha outro.' },
    ERR_MENTION_UNSEEN: { status: 409, message: 'Esta pessoa não vê este atendimento.' },
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
