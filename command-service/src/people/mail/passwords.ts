import { derivedId, Refused, routes } from '@prosa/contracts';
import { implement } from '@prosa/infra/runtime';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Caller, Deps } from '../../kernel/deps.ts';
import { languageOf } from '../../kernel/language.ts';
import { loginAttempts } from '../sessions/attempts.ts';
import { credentials } from '../sessions/credentials.ts';
import { passwordProof } from '../sessions/password-proof.ts';
import { sessions } from '../sessions/sessions.ts';
import { assertHardToGuess } from '../sessions/weak-passwords.ts';
import { emailHolding } from '../users/email-holding.ts';
import { type UsersCommand, users } from '../users/users.decider.ts';
import type { Link, LinkKind, Links } from './mail.links.ts';
import type { MailQueue } from './mail.queue.ts';

const PASSWORD_LINKS = ['reset', 'invitation'] as const satisfies readonly LinkKind[];
const invalid = () => new Refused('ERR_INVALID_LINK');

/** A forgotten password, and the password of a mailed link. */
export const passwordRoutes = (app: App, deps: Deps, { links, queue }: { links: Links; queue: MailQueue }): void => {
  const { pool, config, referenceData } = deps;
  const masterKey = config.PROSA_KEYS;
  const known = credentials({ pool, masterKey });
  const attempts = loginAttempts({ pool, masterKey });
  const open = sessions(deps);
  const withProof = passwordProof(masterKey);
  const holdingOf = emailHolding(deps);

  const linkOf = async (token: string): Promise<Link> => {
    const link = await links.find(token, PASSWORD_LINKS);
    if (!link) throw invalid();
    return link;
  };

  // Whether somebody has the address is only looked up when the mail is sent: no answer takes longer than another.
  implement<typeof routes.mail.forgot, Caller>(app, routes.mail.forgot, async ({ body, request }) => {
    await attempts.forgot(request.ip);
    await queue.forgot(known.hashOf(body.email), languageOf(request));
    return null;
  });

  implement<typeof routes.mail.showLink, Caller>(app, routes.mail.showLink, async ({ body }) => {
    const { id, kind, userId, companyId } = await linkOf(body.token);
    const [isOpen, user, company] = await Promise.all([
      links.isOpen(id),
      referenceData.user(companyId, userId),
      referenceData.company(companyId),
    ]);
    if (!isOpen || !user || !company) throw invalid();
    return { purpose: kind as (typeof PASSWORD_LINKS)[number], name: user.name, email: user.email, company: company.name };
  });

  commandRoute(
    app,
    deps,
    routes.mail.reset,
    async ({ body, identity }) => {
      const { id, userId, companyId } = await linkOf(body.token);
      const owner = { userId, companyId };
      // It comes first and by itself: a crash afterwards leaves the link open, and a repeat has nothing to take over.
      if (!(await known.takeOver(userId, { isProved: () => links.isOpen(id), holdingOf }))) throw invalid();
      const work = async () => {
        assertHardToGuess(body.password, [(await referenceData.user(companyId, userId))?.email]);
        // Used up first: what a crash then leaves undone, a repeat of the same command does.
        if (!(await links.use(id, identity.commandId))) throw invalid();
        const stream = `users-${companyId}`;
        const command = { do: 'reset password', userId } as const;
        return deps.handle({ ...identity, decider: users, stream, command, missing: 'ERR_NO_USER_FOUND' });
      };
      const { state, position } = await known
        .change(owner, { password: body.password }, work, (client) => open.passwordSet(client, userId, 'other'))
        .catch((error: unknown) => {
          throw error instanceof Refused && error.code === 'ERR_NO_USER_FOUND' ? invalid() : error;
        });
      await open.tellPasswordSet(owner, identity.actor);
      return { position, reply: { email: state.users[userId]?.email ?? null } };
    },
    async ({ request, body: { token, password } }) => {
      const { id, userId, companyId } = await linkOf(token);
      const identity = deps.commandOf({ userId, companyId }, request, { link: id });
      return withProof({ ...identity, actor: { kind: 'system', id: 'mail' } }, request, password);
    },
  );

  implement<typeof routes.mail.verify, Caller>(app, routes.mail.verify, async ({ body }) => {
    const link = await links.find(body.token, ['email', 'change']);
    if (!link) throw invalid();
    const { kind, userId } = link;
    if (kind === 'change') return { email: await confirmNew(link) };
    // Opening it again shows the same: there is nothing to gain by it.
    if (!(await links.isOpen(link.id))) throw invalid();
    const { state } = await byLink(link, { do: 'verify email', userId });
    return { email: state.users[userId]?.email ?? null };
  });

  /** Carries out what a link does, once. */
  const byLink = ({ id, companyId }: Link, command: UsersCommand) =>
    deps
      .handle({
        companyId,
        commandId: derivedId(id, 'verify'),
        actor: { kind: 'system', id: 'mail' },
        decider: users,
        stream: `users-${companyId}`,
        command,
        missing: 'ERR_NO_USER_FOUND',
      })
      .catch((error: unknown) => {
        throw error instanceof Refused && error.code === 'ERR_NO_USER_FOUND' ? invalid() : error;
      });

  /** Puts the e-mail that a link was sent to in the place of the old one. Opening it again shows the same, and ends what a crash left undone. */
  const confirmNew = async (link: Link): Promise<string> => {
    const { id, userId, companyId } = link;
    // Before the user is read: if another call has just used the link up, the user shows it.
    const isOpen = await links.isOpen(id);
    referenceData.forget(`users-${companyId}`);
    const user = await referenceData.user(companyId, userId);
    const isTo = (email: string | null | undefined) => Boolean(email) && links.isTo(id, known.hashOf(email!));
    const isDone = await isTo(user?.email);
    const email = isDone ? user?.email : isOpen && (await isTo(user?.pendingEmail)) && user?.pendingEmail;
    if (!email) throw invalid();
    await known.change({ userId, companyId }, { email }, async (keep) => {
      const handled = await byLink(link, { do: 'confirm new email', userId, email });
      if (handled.state.users[userId]?.email !== email) keep();
      return handled;
    });
    return email;
  };
};
