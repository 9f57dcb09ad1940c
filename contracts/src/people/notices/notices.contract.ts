import { z } from 'zod';
import { MessageKind } from '../../desk/messages/kinds.contract.ts';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { manifest } from '../../kernel/manifest.ts';

/** The languages of a device's notifications. */
export const NoticeLanguage = f.language;
export type NoticeLanguage = f.Language;

const base64url = (max: number) => f.text(max).regex(/^[\w-]+={0,2}$/, 'Invalid key');

/** A browser's subscription (`PushSubscription.toJSON()`). The endpoint is a secret: anybody who knows it can send to the device. */
export const PushSubscriptionInput = z.object({
  endpoint: f.text(2_048).pipe(z.url({ protocol: /^https?$/, error: 'Invalid address' })),
  keys: z.object({ p256dh: base64url(120), auth: base64url(60) }),
  language: NoticeLanguage.default('pt'),
});

/** Maximum lengths of the texts in one push, in characters: a push service accepts 4 KB, part of which is used by the encryption. */
export const noticeLimits = { name: 80, text: 300 } as const;

/**
 * The content of a notification, pushed to a device encrypted. `message`: a customer wrote; `waiting`: a ticket waits in a queue;
 * `transferred`: somebody transferred it to the user, or to their queue. `mentioned`: a colleague named the user in an observation.
 */
export const PushNotice = z.object({
  why: z.enum(['message', 'waiting', 'transferred', 'mentioned']),
  ticketId: f.id,
  /** The recipient: the device may belong to another user by now. */
  userId: f.id,
  /** The revision of its event in the conversation: a newer notification replaces an older one, never the reverse. */
  seq: z.number().int(),
  /** Unread messages of the ticket. */
  unread: z.number().int(),
  /** The contact's name; null if there is none. */
  name: z.string().nullable(),
  /** Of a mention the name of who wrote it; null if it was forgotten. */
  by: z.string().nullable().optional(),
  /** Kind and text of the newest message, as in lists; both null if the ticket has none. */
  kind: MessageKind.nullable(),
  text: z.string().nullable(),
  language: NoticeLanguage,
  /** Whether the ticket is the user's own: it can be answered in the notification. */
  mayAnswer: z.boolean(),
});
export type PushNotice = z.output<typeof PushNotice>;

export const noticeRoutes = {
  key: route({
    call: 'GET /auth/push-key',
    may: 'signed-in',
    person: true,
    summary:
      'The public key with which a browser subscribes to notifications (VAPID, base64url); null where the installation sends none.',
    reply: z.object({ key: z.string().nullable() }),
  }),
  subscribe: route({
    call: 'PUT /push-subscriptions',
    may: 'tickets:serve',
    person: true,
    summary:
      'Sends notifications to the device of this session from now on, until the session ends. Replaces what the session had before.',
    body: PushSubscriptionInput,
    refuses: ['ERR_PUSH_OFF', 'ERR_PUSH_ADDRESS'],
    reply: z.null(),
  }),
  unsubscribe: route({
    call: 'DELETE /push-subscriptions',
    may: 'signed-in',
    person: true,
    summary: 'Sends no more notifications to the device of this session.',
    reply: z.null(),
  }),
};

export const notices = manifest({
  name: 'notices',
  routes: noticeRoutes,
  errors: {
    ERR_PUSH_OFF: { status: 409, message: 'Esta instalação não envia notificações aos aparelhos.' },
    ERR_PUSH_ADDRESS: { status: 400, message: 'O endereço de notificações deste navegador não é aceito.' },
  },
});
