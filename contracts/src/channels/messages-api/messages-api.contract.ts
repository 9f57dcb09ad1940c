import { z } from 'zod';
import { ChosenTemplate } from '../../desk/messages/templates.contract.ts';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { manifest } from '../../kernel/manifest.ts';
import { isBlank } from '../../kernel/texts/visible.ts';
import { anyFile } from '../../media/media.contract.ts';

/** A phone number in any spelling; in JSON also as a number. */
const number = z.union([f.text(60).min(1, 'Required'), z.number().int().positive().transform(String)], { error: 'Required' });

/** The text fields beside the files of a message that arrives as a multipart form. */
export const ApiMessageForm = z.object({ number: f.text(60).min(1, 'Required'), body: f.text(limits.messageMax).default('') });
export type ApiMessageForm = z.output<typeof ApiMessageForm>;

/** How far a message is: waits, is taken by the channel, was delivered, was read, failed, or may have arrived. */
export const ApiMessageState = z.enum(['waiting', 'sent', 'delivered', 'read', 'failed', 'unsure']);
export type ApiMessageState = z.output<typeof ApiMessageState>;

/** A message that was sent with the token of a connection. */
export const ApiMessage = z.object({
  id: f.id,
  /** 1 accepted by Prosa, 2 accepted by the channel, 3 delivered, 4 read, 5 played. */
  ack: z.number().int().min(1).max(5),
  state: ApiMessageState,
  /** About when it leaves, as long as it waits: estimated by what waits before it. Null once it has left, or does not leave. */
  leavesAt: f.at.nullable(),
});
export type ApiMessage = z.output<typeof ApiMessage>;

/** The state of a message of ours as one word. */
export const apiStateOf = ({ ack, state }: { ack: number; state: 'failed' | 'unsure' | null }): ApiMessageState => {
  if (state !== null) return state;
  if (ack >= 4) return 'read';
  if (ack === 3) return 'delivered';
  return ack === 2 ? 'sent' : 'waiting';
};

export const messagesApiRoutes = {
  send: route({
    call: 'POST /messages/send',
    may: 'connection-token',
    summary:
      'Sends a message through the connection whose token is the bearer: into the unfinished ticket of that number, else outside of any; a number without a contact gets one. As JSON a text, or an approved `template` in place of it; as multipart/form-data with `medias` (up to ten files) and `body`, which is written under the first of them: each file is a message, `id` the first and `ids` all of them. A token sends 20 messages a second, and 200 at once after a pause; more is 429 with `Retry-After`.',
    body: z
      .object({
        number,
        body: f.text(limits.messageMax).default(''),
        /** An approved template in place of a text: it goes at any time. */
        template: ChosenTemplate.nullish(),
      })
      .refine(({ body, template }) => template || !isBlank(body), { path: ['body'], error: 'Required' })
      .refine(({ body, template }) => !template || body === '', { path: ['template'], error: 'Alone' }),
    upload: { ...anyFile, many: true, form: ApiMessageForm },
    refuses: [
      'ERR_TOO_MANY_REQUESTS',
      'ERR_WAPP_INVALID_CONTACT',
      'ERR_CHECK_NUMBER',
      'ERR_WAPP_CHECK_CONTACT',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_NO_WAPP_FOUND',
      'ERR_NO_CONTACT_FOUND',
      'ERR_CHANNEL_CANNOT',
      'ERR_WINDOW_CLOSED',
      'ERR_NO_TEMPLATE_FOUND',
      'ERR_CHANNEL_SILENT',
      'ERR_MEDIA_EMPTY',
      'ERR_MEDIA_STORE',
      'ERR_NO_MEDIA_FOUND',
    ],
    reply: ApiMessage.extend({ ids: z.array(f.id).optional() }),
  }),
  sent: route({
    call: 'GET /messages/sent/:id',
    may: 'connection-token',
    summary: 'How far a message is that was sent with a token of the same connection.',
    params: f.idParam,
    missing: 'ERR_NO_MESSAGE_FOUND',
    reply: ApiMessage,
  }),
};

/** Messages that other systems send with the token of a connection. */
export const messagesApi = manifest({ name: 'messagesApi', routes: messagesApiRoutes });
