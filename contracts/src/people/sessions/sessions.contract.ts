import { z } from 'zod';
import { CompanyView } from '../../company/companies/companies.contract.ts';
import { event, type FactOf, route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { manifest } from '../../kernel/manifest.ts';
import { visible } from '../../kernel/texts/visible.ts';
import { Code, RecoveryCode } from '../two-step/two-step.contract.ts';
import { Availability } from '../users/presence.events.ts';
import { ProfileName, QueueBrief } from '../users/users.contract.ts';

/** Why a session ended without a sign-out: a used refresh token came back, or somebody else set the password. */
export const EndReason = z.enum(['safety', 'password']);
export type EndReason = z.output<typeof EndReason>;

/**
 * Stream `session-{userId}`. The version increases with each sign-in and each end; a token with a lower version is refused (decision 16).
 */
export const sessionEvents = {
  UserSignedIn: event('UserSignedIn', z.object({ userId: f.id, version: z.number().int() })),
  UserSignedOut: event('UserSignedOut', z.object({ userId: f.id, version: z.number().int() })),
  SessionEnded: event('SessionEnded', z.object({ userId: f.id, version: z.number().int(), reason: EndReason })),
};
export type SessionFact = FactOf<typeof sessionEvents>;

/** The refusal for an older token. Null: the session was ended by a newer sign-in or a sign-out. */
export const refusalOfEnded = (reason: EndReason | null) => {
  if (reason === 'safety') return 'ERR_SESSION_ENDED_FOR_SAFETY' as const;
  return reason === 'password' ? ('ERR_PASSWORD_CHANGED' as const) : ('ERR_UNAUTHENTICATED' as const);
};

/**
 * Whether a stopped company locks this user out: it ends and refuses all sessions except those of platform-level users, who may have
 * stopped their own company.
 */
export const isStopped = (company: { status: boolean } | null | undefined, who: { super: boolean }): boolean =>
  company?.status === false && !who.super;

/** The claims of an access token. */
export const AccessClaims = z.object({ userId: f.id, companyId: f.id, version: z.number().int() });
export type AccessClaims = z.output<typeof AccessClaims>;

/** The signed-in user as the PWA keeps it; read from the command side's own streams, so it is correct immediately after sign-in. */
export const Me = z.object({
  id: f.id,
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** False while the link that was mailed to that address has not been opened. */
  emailVerified: z.boolean(),
  /** The e-mail that was asked for and is not confirmed; null if there is none. */
  pendingEmail: z.string().nullable(),
  /** The address of the own picture, valid for some hours; null if there is none. */
  profilePicUrl: z.string().nullable(),
  /** Whether they take new tickets, as they chose; the pushed record of themselves says it too. */
  availability: Availability,
  profile: ProfileName,
  super: z.boolean(),
  companyId: f.id,
  queueIds: z.array(f.id),
  queues: z.array(QueueBrief),
  company: CompanyView.pick({
    id: true,
    name: true,
    dueDate: true,
    settings: true,
    tagForce: true,
    timeZone: true,
    schedules: true,
    holidays: true,
  }),
});
export type Me = z.output<typeof Me>;
/** The details of ERR_SUBSCRIPTION_EXPIRED. `checkoutToken`: for an administrator whose password was right, at the sign-in alone. */
export const ExpiredDetails = z.object({ date: z.string(), checkoutToken: z.string().optional() });
export type ExpiredDetails = z.output<typeof ExpiredDetails>;
const SignedIn = z.object({ token: z.string(), user: Me });

/** The device of a sign-in, as its browser reports it; null where unknown. */
export const SignInDevice = z.object({
  browser: z.string().nullable(),
  system: z.string().nullable(),
  kind: z.enum(['desktop', 'phone', 'tablet']).nullable(),
});
export type SignInDevice = z.output<typeof SignInDevice>;
/** One of the own sign-ins. Only the newest has a session, so `isCurrent` is that of the caller. */
export const SignIn = z.object({ id: f.id, at: f.at, address: z.string(), device: SignInDevice, isCurrent: z.boolean() });
export type SignIn = z.output<typeof SignIn>;

/** The refresh token travels only in an httpOnly cookie of path `/api/auth`. */
export const REFRESH_COOKIE = 'prosa_refresh';
/**
 * Set where somebody has signed in: guesses at the account from elsewhere do not delay sign-ins on this device. It does not authenticate.
 */
export const DEVICE_COOKIE = 'prosa_device';

export const sessionRoutes = {
  login: route({
    call: 'POST /auth/login',
    may: 'public',
    summary:
      'Signs in: an access token of 15 minutes, and a rotating refresh token in a cookie. Older sessions of the account end. Where two-step sign-in is on, it is refused with ERR_TOTP_REQUIRED without a code; where the company requires it and it is not, with ERR_TOTP_SETUP_REQUIRED, whose `details` (`secret`, `uri`) an authenticator app takes: the same call with its first `code`, and `setUp` of the `details`, turns it on. ERR_SUBSCRIPTION_EXPIRED tells the day in `details.date`, and an administrator whose password was right gets `details.checkoutToken`: a bearer token for the checkout of the own invoices alone, good for an hour.',
    body: z.object({
      email: z.string({ error: 'Required' }).overwrite(visible).min(1, 'Required').max(254),
      password: z.string({ error: 'Required' }).min(1, 'Required').max(200),
      /** Where the two-step sign-in is on: a code of the authenticator app, or instead of it a recovery code. */
      code: Code.optional(),
      recoveryCode: RecoveryCode.optional(),
      /** `setUp` of ERR_TOTP_SETUP_REQUIRED: which secret the code is of. */
      setUp: z.string().max(500).optional(),
    }),
    refuses: [
      'ERR_INVALID_CREDENTIALS',
      'ERR_SUBSCRIPTION_EXPIRED',
      'ERR_COMPANY_STOPPED',
      'ERR_TOO_MANY_REQUESTS',
      'ERR_TOTP_REQUIRED',
      'ERR_TOTP_INVALID',
      'ERR_RECOVERY_CODE_INVALID',
      'ERR_TOTP_SETUP_REQUIRED',
    ],
    /** The recovery codes if this sign-in has turned the second step on: nothing shows them again. */
    reply: SignedIn.extend({ recoveryCodes: z.array(z.string()).optional() }),
  }),
  refresh: route({
    call: 'POST /auth/refresh_token',
    may: 'public',
    summary:
      'A new access token for the session of the cookie, and the next cookie. One whose answer was lost may be asked for again for 30 seconds; a used cookie that comes back later ends the session (ERR_SESSION_ENDED_FOR_SAFETY).',
    refuses: [
      'ERR_UNAUTHENTICATED',
      'ERR_PASSWORD_CHANGED',
      'ERR_SESSION_ENDED_FOR_SAFETY',
      'ERR_SUBSCRIPTION_EXPIRED',
      'ERR_COMPANY_STOPPED',
    ],
    reply: SignedIn,
  }),
  logout: route({ call: 'DELETE /auth/logout', may: 'signed-in', person: true, summary: 'Ends the session.', reply: z.null() }),
  signIns: route({
    call: 'GET /auth/sign-ins',
    may: 'signed-in',
    person: true,
    summary: 'The own last 50 sign-ins, the newest first: time, address and device.',
    reply: z.object({ signIns: z.array(SignIn) }),
  }),
  me: route({ call: 'GET /auth/me', may: 'signed-in', person: true, summary: 'The signed-in user.', reply: Me }),
};

export const sessions = manifest({
  name: 'sessions',
  events: sessionEvents,
  routes: sessionRoutes,
  pushes: {
    auth: ['update'],
  },
  errors: {
    ERR_INVALID_CREDENTIALS: { status: 401, message: 'E-mail ou senha incorretos. Tente de novo.' },
    ERR_SUBSCRIPTION_EXPIRED: {
      status: 401,
      message: 'Opss! Sua assinatura venceu {date}. Entre em contato com o Suporte para mais informações!',
    },
  },
});
