import fastifyCookie from '@fastify/cookie';
import {
  DEVICE_COOKIE,
  type ErrorCode,
  type ExpiredDetails,
  errors,
  isStopped,
  type Me,
  mayBelong,
  REFRESH_COOKIE,
  Refused,
  refusalOfEnded,
  routes,
} from '@prosa/contracts';
import { answerPosition, implement, mediaLinks, networkOf } from '@prosa/infra/runtime';
import type { App, Deps } from '../../kernel/deps.ts';
import type { Feature } from '../../kernel/feature.ts';
import { languageOf } from '../../kernel/language.ts';
import { isOver } from '../../kernel/subscription.ts';
import { loginAttempts } from './attempts.ts';
import { credentials } from './credentials.ts';
import { deviceOf } from './device-name.ts';
import { DEVICE_SECONDS, devices } from './devices.ts';
import { enterSecond } from './enter-second.ts';
import { meOf } from './me.ts';
import { cookieFor, setRefreshCookie } from './refresh-cookie.ts';
import { sessionMigrations } from './sessions.migrations.ts';
import { sessions as openSessions } from './sessions.ts';
import { signIns } from './sign-ins.ts';
import { twoStepRoutes } from './two-step.routes.ts';

const calls = (app: App, deps: Deps): void => {
  const { pool, referenceData, tokens, clock, config } = deps;
  const known = credentials({ pool, masterKey: config.PROSA_KEYS });
  const attempts = loginAttempts({ pool, masterKey: config.PROSA_KEYS });
  const device = devices(config.PROSA_KEYS);
  const open = openSessions(deps);
  const enter = enterSecond(deps, attempts);
  const kept = signIns(deps);
  const links = mediaLinks(config.PROSA_TOKEN_SECRET);

  /** Returns the user if their company admits them. `signingIn`: with their password, so that an administrator may go and pay. */
  const admitted = async (owner: { userId: string; companyId: string }, signingIn = false): Promise<Me | null> => {
    const me = await meOf({ ...deps, links }, owner);
    const company = await referenceData.company(owner.companyId);
    if (!me || !company || !mayBelong(owner.companyId, me)) return null;
    if (isStopped(company, me)) throw new Refused('ERR_COMPANY_STOPPED');
    // Who renews companies is kept out of none, the own one neither.
    if (!me.super) await admit(company, clock(), signingIn && me.profile === 'admin' ? () => tokens.signCheckout(owner) : null);
    return me;
  };
  const answer = async (user: Me, version: number) => ({
    token: await tokens.signAccess({ userId: user.id, companyId: user.companyId, version }),
    user,
  });

  implement(app, routes.sessions.login, async ({ body, request, reply }) => {
    const emailHash = known.hashOf(body.email);
    const marks = request.cookies[DEVICE_COOKIE];
    const own = device.known(marks, emailHash, clock());
    const attempt = await attempts.signIn({ emailHash, ip: request.ip, device: own });
    const owner = await known.verify(body.email, body.password, own ? 'first' : { from: networkOf(request.ip) });
    const user = owner && (await admitted(owner, true));
    if (!user) throw new Refused('ERR_INVALID_CREDENTIALS');
    const isRequired = user.company.settings.some(({ key, value }) => key === 'twoStepRequired' && value === 'enabled');
    const recoveryCodes = await enter(owner, { given: body, device: own, attempt, isRequired });
    const { version, refresh, position } = await open.open(owner);
    await attempt.forgive();
    const seen = { address: request.ip, device: deviceOf(request.headers['user-agent']), language: languageOf(request) };
    await kept.keep(owner, version, seen, clock());
    setRefreshCookie(request, reply, refresh);
    const mark = device.remember(marks, emailHash, clock());
    reply.setCookie(DEVICE_COOKIE, mark, { ...cookieFor(request), maxAge: DEVICE_SECONDS });
    answerPosition(reply, position);
    return { ...(await answer(user, version)), ...(recoveryCodes && { recoveryCodes }) };
  });

  implement(app, routes.sessions.refresh, async ({ request, reply }) => {
    const refuse = (why: ErrorCode = 'ERR_UNAUTHENTICATED') => {
      reply.clearCookie(REFRESH_COOKIE, cookieFor(request));
      return new Refused(why);
    };
    const token = request.cookies[REFRESH_COOKIE];
    const userId = token ? await open.userOf(token) : null;
    const companyId = userId && (await known.companyOf(userId));
    if (!token || !userId || !companyId) throw refuse();
    const owner = { userId, companyId };
    const user = await admitted(owner);
    if (!user) throw refuse();
    const refreshed = await open.refresh(owner, token);
    if (!refreshed) throw refuse();
    if ('ended' in refreshed) throw refuse(refusalOfEnded(refreshed.ended === 'left' ? null : refreshed.ended));
    setRefreshCookie(request, reply, refreshed.refresh);
    return answer(user, refreshed.version);
  });

  implement(app, routes.sessions.logout, async ({ principal, request, reply }) => {
    // Ends only its own session: a newer one may have just begun elsewhere.
    const position = await open.end(principal, principal.version);
    if (position !== null) answerPosition(reply, position);
    reply.clearCookie(REFRESH_COOKIE, cookieFor(request));
    return null;
  });

  implement(app, routes.sessions.signIns, async ({ principal }) => ({
    signIns: await kept.of(principal.userId, principal.version),
  }));

  implement(app, routes.sessions.me, async ({ principal }) => {
    const me = await meOf({ ...deps, links }, principal);
    if (!me) throw new Refused('ERR_UNAUTHENTICATED');
    return me;
  });
};

/** Signing in and out (decision 16). In a plugin scope of their own, because most other calls use no cookies. */
export const sessions: Feature = {
  name: 'sessions',
  migrations: sessionMigrations,
  routes: (app, deps) => {
    app.register(async (scope) => {
      await scope.register(fastifyCookie);
      calls(scope as unknown as App, deps);
      twoStepRoutes(scope as unknown as App, deps);
    });
  },
};

/**
 * Throws ERR_SUBSCRIPTION_EXPIRED if the company's subscription has expired; `details.date` is the day in its time zone. `checkoutToken`:
 * makes the token with which this user can pay.
 */
const admit = async (
  company: { dueDate: string; timeZone: string },
  now: Date,
  checkoutToken: (() => Promise<string>) | null,
): Promise<void> => {
  if (!isOver(company, now)) return;
  const date = new Intl.DateTimeFormat('pt-BR', {
    timeZone: company.timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(new Date(company.dueDate));
  const message = errors.ERR_SUBSCRIPTION_EXPIRED.message.replace('{date}', date);
  const details: ExpiredDetails = { date, ...(checkoutToken && { checkoutToken: await checkoutToken() }) };
  throw new Refused('ERR_SUBSCRIPTION_EXPIRED', { message, details });
};
