import { type UserFact, userEvents } from '@prosa/contracts';
import { defineReactor } from '../kernel/reactor.ts';
import { credentials } from '../sessions/credentials.ts';
import { mailLane } from './mail.lane.ts';
import { mailLinks } from './mail.links.ts';
import { postOf } from './mail.post.ts';
import { type Mailing, mailQueue } from './mail.queue.ts';

/** Mails invitations and the checks of e-mails as events request them, and beside that everything else that waits in `command.mail`. */
export const sendMails = defineReactor({
  name: 'mail',
  streams: ['users-'],
  events: [userEvents.UserInvited, userEvents.EmailCheckRequested],
  start: ({ pool, config, referenceData, log }) => {
    const masterKey = config.PROSA_KEYS;
    const links = mailLinks({ pool, masterKey });
    const queue = mailQueue({ pool, links });
    const post = postOf(config);
    const { hashOf } = credentials({ pool, masterKey });
    const lane = post && mailLane({ queue, links, post, publicUrl: config.PROSA_PUBLIC_URL!, hashOf, referenceData, log });
    return {
      rows: () => {
        const mails: Omit<Mailing, 'attempts'>[] = [];
        return {
          fold: ({ type, data, meta }) => {
            const kind = kinds[type];
            mails.push({ id: meta.eventId, kind, companyId: meta.companyId, ...data });
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

type Type = Extract<UserFact['type'], 'UserInvited' | 'EmailCheckRequested'>;
const kinds = { UserInvited: 'invitation', EmailCheckRequested: 'email' } as const satisfies Record<Type, Mailing['kind']>;
