import { z } from 'zod';
import { event, type FactOf, route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { manifest } from '../../kernel/manifest.ts';
import { visible } from '../../kernel/texts/visible.ts';

/**
 * Stream `two-step-{userId}`: that the second step of the sign-in is on or off, and by whom (the event's actor; an administrator who turns
 * it off resets it). Secret and recovery codes are in no event.
 */
export const twoStepEvents = {
  TwoStepTurnedOn: event('TwoStepTurnedOn', z.object({ userId: f.id })),
  TwoStepTurnedOff: event('TwoStepTurnedOff', z.object({ userId: f.id })),
};
export type TwoStepFact = FactOf<typeof twoStepEvents>;

/** Number of recovery codes, each of which is good once. */
export const RECOVERY_CODES = 10;

/** A code of an authenticator app, with or without spaces. */
export const Code = z
  .string({ error: 'Required' })
  .overwrite(visible)
  .min(1, 'Required')
  .max(20, 'Too Long!')
  .transform((value) => value.replace(/\s/g, ''));
/** A recovery code as it was typed. */
export const RecoveryCode = z.string({ error: 'Required' }).overwrite(visible).min(1, 'Required').max(40, 'Too Long!');

/** The secret for an authenticator app: in base32, and as an address that the app's camera reads. */
export const TwoStepSecret = z.object({ secret: z.string(), uri: z.string() });
export type TwoStepSecret = z.output<typeof TwoStepSecret>;

/** Details of ERR_TOTP_SETUP_REQUIRED: a secret that belongs to one attempt to sign in, whose call with a code carries `setUp` back. */
export const TwoStepSetUp = TwoStepSecret.extend({ setUp: z.string() });
export type TwoStepSetUp = z.output<typeof TwoStepSetUp>;

const TwoStep = z.object({
  on: z.boolean(),
  since: f.at.nullable(),
  /** Recovery codes that were not used yet. */
  recoveryCodes: z.number().int(),
  /** The company requires it, so it cannot be turned off. */
  isRequired: z.boolean(),
});
export type TwoStep = z.output<typeof TwoStep>;

/** A user whose sign-in has two steps. */
export const TwoStepUser = z.object({ id: f.id });
export type TwoStepUser = z.output<typeof TwoStepUser>;

const currentPassword = f.text(200).min(1, 'Required');
const codes = z.object({ recoveryCodes: z.array(z.string()) });

export const twoStepRoutes = {
  show: route({
    call: 'GET /auth/two-step',
    may: 'signed-in',
    person: true,
    summary: 'The own two-step sign-in.',
    reply: TwoStep,
  }),
  begin: route({
    call: 'POST /auth/two-step',
    may: 'signed-in',
    person: true,
    summary: 'Begins to set up the own two-step sign-in: a new secret, which counts once a code of it was confirmed.',
    body: z.object({ currentPassword }),
    refuses: ['ERR_TOTP_ON', 'ERR_TOO_MANY_REQUESTS'],
    reply: TwoStepSecret,
  }),
  confirm: route({
    call: 'PUT /auth/two-step',
    may: 'signed-in',
    person: true,
    summary: 'Turns the own two-step sign-in on by a first code. Answers the recovery codes, which nothing shows again.',
    body: z.object({ code: Code }),
    refuses: ['ERR_TOTP_ON', 'ERR_TOTP_NOT_BEGUN', 'ERR_TOO_MANY_REQUESTS'],
    reply: codes,
  }),
  renewCodes: route({
    call: 'POST /auth/two-step/recovery-codes',
    may: 'signed-in',
    person: true,
    summary: 'New recovery codes; the old ones are no longer valid.',
    body: z.object({ currentPassword, code: Code }),
    refuses: ['ERR_TOTP_OFF', 'ERR_TOO_MANY_REQUESTS'],
    reply: codes,
  }),
  turnOff: route({
    call: 'POST /auth/two-step/off',
    may: 'signed-in',
    person: true,
    summary: 'Turns the own two-step sign-in off, unless the company requires it.',
    body: z.object({ currentPassword, code: Code }),
    refuses: ['ERR_TOTP_OFF', 'ERR_TOTP_MANDATORY', 'ERR_TOO_MANY_REQUESTS'],
    reply: z.null(),
  }),
  list: route({
    call: 'GET /users/two-step',
    may: 'users:write',
    summary: 'The users whose sign-in has two steps; only administrators know it of others.',
    query: f.after,
    reply: z.object({ users: z.array(TwoStepUser) }),
  }),
  reset: route({
    call: 'DELETE /users/:id/two-step',
    may: 'users:write',
    summary:
      'Turns the two-step sign-in of another user off, who has lost their phone (of a platform-level user only for such). The caller gives their own password.',
    params: f.idParam,
    missing: 'ERR_NO_USER_FOUND',
    body: z.object({ currentPassword }),
    refuses: ['ERR_TOO_MANY_REQUESTS'],
    reply: z.null(),
  }),
};

export const twoStep = manifest({
  name: 'twoStep',
  events: twoStepEvents,
  routes: twoStepRoutes,
  pushes: { userTwoStep: ['create', 'update', 'delete'] },
  errors: {
    ERR_TOTP_REQUIRED: { status: 401, message: 'Digite o código do seu aplicativo autenticador.' },
    ERR_TOTP_INVALID: { status: 401, message: 'O código não confere ou já foi usado. Espere o próximo e tente de novo.' },
    ERR_RECOVERY_CODE_INVALID: { status: 401, message: 'O código de recuperação não confere ou já foi usado.' },
    ERR_TOTP_SETUP_REQUIRED: {
      status: 401,
      message: 'A sua empresa exige a verificação em duas etapas. Configure-a para entrar.',
    },
    ERR_TOTP_ON: { status: 409, message: 'A verificação em duas etapas já está ativada.' },
    ERR_TOTP_OFF: { status: 409, message: 'A verificação em duas etapas está desativada.' },
    ERR_TOTP_NOT_BEGUN: { status: 409, message: 'A configuração expirou. Comece de novo.' },
    ERR_TOTP_MANDATORY: { status: 409, message: 'A sua empresa exige a verificação em duas etapas.' },
  },
});
