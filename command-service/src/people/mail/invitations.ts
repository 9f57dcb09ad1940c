import { randomBytes } from 'node:crypto';
import { derivedId, Refused, routes } from '@prosa/contracts';
import { implement } from '@prosa/infra/runtime';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Caller, Deps } from '../../kernel/deps.ts';
import { languageOf } from '../../kernel/language.ts';
import { decideOnly } from '../../kernel/look-first.ts';
import { isMailOn } from '../../kernel/mail-settings.ts';
import { credentials } from '../sessions/credentials.ts';
import { createUser } from '../users/create-user.ts';
import { users } from '../users/users.decider.ts';
import { viewOf } from '../users/users.feature.ts';
import { addressOf } from './mail.compose.ts';
import type { Links } from './mail.links.ts';
import type { MailQueue } from './mail.queue.ts';

/** Users who are invited by mail, and the check of e-mails. Events cause the mails (mail.reactors.ts). */
export const invitationRoutes = (app: App, deps: Deps, { links, queue }: { links: Links; queue: MailQueue }): void => {
  const { config } = deps;
  const create = createUser(deps);
  const known = credentials({ pool: deps.pool, masterKey: config.PROSA_KEYS });
  const missing = 'ERR_NO_USER_FOUND' as const;
  const streamOf = (companyId: string) => `users-${companyId}`;
  const assertOn = () => {
    if (!isMailOn(config)) throw new Refused('ERR_MAIL_OFF');
  };

  commandRoute(app, deps, routes.mail.invite, async ({ body, identity, request }) => {
    assertOn();
    const { user, position } = await create({
      ...identity,
      userId: derivedId(identity.commandId, 'user'),
      fields: body,
      // Nobody knows it.
      password: randomBytes(32).toString('base64url'),
      super: false,
      welcome: { by: 'invitation', language: languageOf(request) },
    });
    return { position, reply: viewOf(user, identity.companyId) };
  });

  commandRoute(app, deps, routes.mail.inviteAgain, async ({ params: { id: userId }, principal, identity, request }) => {
    assertOn();
    const { position } = await deps.handle({
      ...identity,
      decider: users,
      stream: streamOf(identity.companyId),
      // Checked here, because a repeat does not reach this function.
      command: async ({ users: known }) => {
        if (known[userId]?.invitedAt) await queue.assertNotTooOften(userId, 'invitation');
        return { do: 'invite again' as const, userId, by: principal, language: languageOf(request) };
      },
      missing,
    });
    return { position, reply: null };
  });

  implement<typeof routes.mail.invitationLink, Caller>(
    app,
    routes.mail.invitationLink,
    async ({ params: { id: userId }, principal, request }) => {
      assertOn();
      const identity = deps.commandOf(principal, request);
      const command = { do: 'invite again', userId, by: principal, language: 'pt' } as const;
      await decideOnly(deps.handle, { ...identity, decider: users, stream: streamOf(principal.companyId), command, missing });
      if (await known.isWaiting(userId)) throw new Refused('ERR_MAILED_LINK_ONLY');
      const handed = await links.hand({ userId, companyId: principal.companyId });
      if (!handed) throw new Refused(missing);
      const { token, expiresAt } = handed;
      return { link: addressOf(config.PROSA_PUBLIC_URL!, 'invitation', token), expiresAt: expiresAt.toISOString() };
    },
  );

  commandRoute(app, deps, routes.mail.sendVerification, async ({ principal: { userId, companyId }, identity, request }) => {
    const { position } = await deps.handle({
      ...identity,
      decider: users,
      stream: streamOf(companyId),
      command: async ({ users: known }) => {
        const user = known[userId];
        if (user?.pendingEmail || !user?.emailVerified) {
          assertOn();
          await queue.assertNotTooOften(userId, user?.pendingEmail ? 'change' : 'email');
        }
        return { do: 'request email check' as const, userId, language: languageOf(request) };
      },
      missing,
    });
    return { position, reply: null };
  });
};
