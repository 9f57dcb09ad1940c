import { isPostgresUnavailable, wakeSignal } from '@prosa/infra/runtime';
import pLimit from 'p-limit';
import type { Deps } from '../../kernel/deps.ts';
import { stateAsOf } from '../../kernel/state-as-of.ts';
import { users } from '../users/users.decider.ts';
import { addressOf, compose, type Mail } from './mail.compose.ts';
import type { Links } from './mail.links.ts';
import { MailFailed, type Post } from './mail.post.ts';
import type { Mailing, MailQueue } from './mail.queue.ts';
import { isNotice } from './mail.texts.ts';

/** Polls at least this often: another instance may have written a mail. */
const LOOK_MS = 1_000;
const SWEEP_MS = 3_600_000;
const AT_ONCE = 4;
/** The pauses between the tries of one mail; after the last one it is given up. */
export const PAUSES_MS = [30_000, 120_000, 480_000, 1_800_000] as const;

type Told = { email: string; newEmail: string };
export type MailSender = {
  /** Mails were written: looks at once. */
  wake: () => void;
  /** Sends what is due until `signal` is aborted, and finishes what it has in hand. */
  run: (signal: AbortSignal) => Promise<void>;
  /** For how many seconds a due mail has waited. */
  lag: () => number;
};

/**
 * Sends the mails of `command.mail` under its reactor's lease: at least once, five tries each. A mail is deleted when it is sent or given up.
 */
export const mailSender = ({
  queue,
  links,
  post,
  publicUrl,
  hashOf,
  referenceData,
  store,
  log,
}: Pick<Deps, 'referenceData' | 'store' | 'log'> & {
  queue: MailQueue;
  links: Links;
  post: Post;
  publicUrl: string;
  hashOf: (email: string) => Buffer;
}): MailSender => {
  const { wake, wait } = wakeSignal();
  let late = { ms: 0, at: 0 };

  /** The e-mail that a user had before the event that they are told of, however late the mail is sent, and the new one of the event; null if it is not told. */
  const before = async ({ kind, userId, companyId, revision }: Mailing, now: string): Promise<Told | null> => {
    if (revision === null) return { email: now, newEmail: '' };
    const stream = `users-${companyId}`;
    const [{ users: known }, [fact]] = await Promise.all([
      stateAsOf(store, users, stream, revision - 1n),
      store.load(stream, { from: revision, max: 1 }),
    ]);
    const email = known[userId]?.email;
    // The first password of somebody who was invited is their own doing.
    if (kind === 'passwordChanged' && known[userId]?.invitedAt) return null;
    const { email: newEmail } = (fact?.data ?? {}) as { email?: string | null };
    return email ? { email, newEmail: newEmail ?? '' } : null;
  };

  /** The mail as its user is now; null if there is no such user. `early`: their e-mail is being changed. */
  const written = async (mailing: Mailing): Promise<Mail | 'early' | null> => {
    const { id, kind, userId, companyId, language } = mailing;
    // A change that another instance has just written may not have arrived here yet.
    referenceData.forget(`users-${companyId}`);
    const [user, company] = await Promise.all([referenceData.user(companyId, userId), referenceData.company(companyId)]);
    if (!user?.email || !company) return null;
    const known = { id, language, name: user.name, company: company.name };
    if (isNotice(kind)) {
      const told = await before(mailing, user.email);
      return told && compose({ ...known, ...told, kind, link: null });
    }
    if (!(await links.isFor(id, hashOf(user.email)))) return 'early';
    const link = addressOf(publicUrl, kind, links.tokenOf(id));
    if (kind !== 'change') return compose({ ...known, kind, email: user.email, link });
    const newEmail = user.pendingEmail;
    // Nobody asks for it any more, or that address has got too many mails.
    if (newEmail === null || !(await links.aim(id, hashOf(newEmail)))) return null;
    return compose({ ...known, kind, email: user.email, newEmail, to: newEmail, link });
  };

  const send = async (id: string): Promise<void> => {
    const mailing = await queue.take(id);
    if (!mailing) return;
    const { kind, userId, companyId, attempts } = mailing;
    const mail = await written(mailing);
    if (mail === 'early') return queue.putBack(id);
    if (!mail) return queue.done(id);
    try {
      await post.deliver(mail);
    } catch (err) {
      const about = { mail: id, kind, userId, companyId, attempts };
      const pause = err instanceof MailFailed && err.isFinal ? undefined : PAUSES_MS[attempts - 1];
      if (pause !== undefined) {
        log.warn({ err, ...about, pause }, 'a mail could not be sent, retrying later');
        return queue.tryAgain(id, pause);
      }
      log.error({ err, ...about }, 'a mail could not be sent and was given up');
    }
    await queue.done(id);
  };

  const run: MailSender['run'] = async (signal) => {
    const limit = pLimit(AT_ONCE);
    let sweptAt = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      let ms = LOOK_MS;
      try {
        if (performance.now() - sweptAt > SWEEP_MS) {
          await queue.sweep();
          sweptAt = performance.now();
        }
        const { ids, nextMs, lateMs } = await queue.due();
        late = { ms: lateMs, at: ids.length > 0 ? performance.now() : 0 };
        await Promise.all(
          ids.map((id) =>
            limit(async () => {
              if (!signal.aborted) await send(id);
            }).catch((err: unknown) => {
              if (isPostgresUnavailable(err)) throw err;
              log.warn({ err, mail: id }, 'a mail could not be written, retrying later');
            }),
          ),
        );
        if (nextMs !== null) ms = Math.min(ms, Math.ceil(nextMs));
      } catch (err) {
        log.warn({ err }, 'mails wait for Postgres');
      }
      await wait(ms, signal);
    }
  };

  return { wake, run, lag: () => (late.at === 0 ? 0 : (late.ms + performance.now() - late.at) / 1_000) };
};
