import { derivedId, type UserFact, userEvents } from '@prosa/contracts';
import { defineReactor } from '../kernel/reactor.ts';
import { credentials } from '../sessions/credentials.ts';
import { mailLane } from './mail.lane.ts';
import { mailLinks } from './mail.links.ts';
import { postOf } from './mail.post.ts';
import { type Mailing, mailQueue } from './mail.queue.ts';
import { isNotice, type MailKind } from './mail.texts.ts';

/** Mails invitations and the checks of e-mails as events request them, and beside that everything else that waits in `command.mail`. */
export const sendMails = defineReactor({
  name: 'mail',
  streams: ['users-'],
  events: [userEvents.UserInvited, userEvents.EmailCheckRequested, userEvents.EmailChangeRequested],
  start: ({ pool, config, referenceData, store, log }) => {
    const masterKey = config.PROSA_KEYS;
    const links = mailLinks({ pool, masterKey });
    const queue = mailQueue({ pool, links });
    const post = postOf(config);
    const { hashOf } = credentials({ pool, masterKey });
    const lane = post && mailLane({ queue, links, post, publicUrl: config.PROSA_PUBLIC_URL!, hashOf, referenceData, store, log });
    return {
      rows: () => {
        const mails: Omit<Mailing, 'attempts'>[] = [];
        return {
          fold: ({ type, data, meta }) => {
            const { companyId, eventId, revision } = meta;
            const { userId, language } = data;
            for (const kind of kinds[type]) {
              const id = isNotice(kind) ? derivedId(eventId, kind) : eventId;
              mails.push({ id, kind, companyId, userId, language, revision: isNotice(kind) ? revision : null });
            }
          },
          isEmpty: () => mails.length === 0,
          write: (client) => queue.add(client, mails),
          written: () => lane?.wake(),
        };
      },
      ...(lane && { beside: lane.run, lag: lane.lag }),
    };
  },
});

type Type = Extract<UserFact['type'], 'UserInvited' | 'EmailCheckRequested' | 'EmailChangeRequested'>;
const kinds: Record<Type, readonly MailKind[]> = {
  UserInvited: ['invitation'],
  EmailCheckRequested: ['email'],
  EmailChangeRequested: ['change', 'emailAsked'],
};
