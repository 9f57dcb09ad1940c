import { z } from 'zod';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { manifest } from '../../kernel/manifest.ts';
import { visible } from '../../kernel/texts/visible.ts';
import { userRoutes, weakPassword } from '../users/users.contract.ts';

export type Language = f.Language;

const HOUR_MS = 3_600_000;

/** `perHour`: mails of one kind to one address. The others: for how long a link is valid, in milliseconds. */
export const mailLimits = { perHour: 3, resetMs: HOUR_MS, emailMs: 24 * HOUR_MS, invitationMs: 7 * 24 * HOUR_MS } as const;

/** The token of a link, which stands behind the `#` of its address: no server and no log sees it there. */
const token = f.text(200).min(1, 'Required');
const invited = userRoutes.create;
const ofUser = { may: 'users:write', params: f.idParam, missing: 'ERR_NO_USER_FOUND' } as const;

export const mailRoutes = {
  forgot: route({
    call: 'POST /auth/forgot',
    may: 'public',
    summary: 'Mails a link by which a forgotten password is replaced. The answer is the same for an address that nobody has.',
    body: z.object({ email: f.text(254).overwrite(visible).min(1, 'Required') }),
    refuses: ['ERR_TOO_MANY_REQUESTS'],
    reply: z.null(),
    status: 204,
  }),
  showLink: route({
    call: 'POST /auth/link',
    may: 'public',
    summary: 'Whom a link to set a password is for, without using it.',
    body: z.object({ token }),
    refuses: ['ERR_INVALID_LINK'],
    reply: z.object({
      purpose: z.enum(['reset', 'invitation']),
      name: z.string().nullable(),
      email: z.string().nullable(),
      company: z.string(),
    }),
  }),
  reset: route({
    call: 'POST /auth/reset',
    may: 'public',
    summary:
      'Sets the password of a mailed link (forgotten password, invitation), which is valid once. The user’s session ends. Returns their e-mail.',
    body: z.object({ token, password: f.password }),
    refuses: ['ERR_INVALID_LINK', ...weakPassword, 'ERR_IDEMPOTENCY_MISMATCH'],
    reply: z.object({ email: z.string().nullable() }),
  }),
  verify: route({
    call: 'POST /auth/verify',
    may: 'public',
    summary: 'Confirms the e-mail to which the link was sent; one that the user asked for takes the place of the old one.',
    body: z.object({ token }),
    refuses: ['ERR_INVALID_LINK', 'ERR_DUPLICATED_EMAIL'],
    reply: z.object({ email: z.string().nullable() }),
  }),
  sendVerification: route({
    call: 'POST /auth/verify/mail',
    may: 'signed-in',
    person: true,
    summary: 'Mails the link that confirms the own e-mail, or the one that was asked for, again, unless it is confirmed.',
    refuses: ['ERR_TOO_MANY_REQUESTS', 'ERR_MAIL_OFF', 'ERR_IDEMPOTENCY_MISMATCH'],
    reply: z.null(),
    status: 204,
  }),
  invite: route({
    ...invited,
    call: 'POST /users/invite',
    summary: 'Creates a user of the own company without a password, and mails them a link to set one (7 days).',
    body: invited.body.omit({ password: true }),
    refuses: [...invited.refuses.filter((code) => !(weakPassword as readonly string[]).includes(code)), 'ERR_MAIL_OFF'],
  }),
  inviteAgain: route({
    ...ofUser,
    call: 'POST /users/:id/invite',
    summary: 'Mails an invitation that nobody has accepted so far again, with a new link.',
    refuses: ['ERR_NO_INVITATION', 'ERR_TOO_MANY_REQUESTS', 'ERR_MAIL_OFF'],
    reply: z.null(),
    status: 204,
  }),
  invitationLink: route({
    ...ofUser,
    call: 'POST /users/:id/invite/link',
    summary: 'A new link of an invitation that nobody has accepted so far, to hand it over by other means than e-mail.',
    refuses: ['ERR_NO_INVITATION', 'ERR_MAILED_LINK_ONLY', 'ERR_MAIL_OFF'],
    reply: z.object({ link: z.string(), expiresAt: f.at }),
  }),
};

export const mail = manifest({
  name: 'mail',
  routes: mailRoutes,
  errors: {
    ERR_INVALID_LINK: { status: 400, message: 'Este link não vale mais: ele já foi usado, venceu ou está incompleto.' },
    ERR_NO_INVITATION: { status: 409, message: 'Este usuário não tem convite pendente.' },
    ERR_MAILED_LINK_ONLY: {
      status: 409,
      message: 'Este e-mail está em um cadastro que ninguém confirmou: só o link enviado a ele dá acesso.',
    },
    ERR_MAIL_OFF: { status: 409, message: 'Esta instalação não envia e-mails.' },
  },
});
