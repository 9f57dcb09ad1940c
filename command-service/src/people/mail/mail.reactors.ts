import { derivedId, type TwoStepFact, twoStepEvents, type UserFact, userEvents } from '@prosa/contracts';
import { defineReactor } from '../../kernel/reactor.ts';
import { credentials } from '../sessions/credentials.ts';
import { mailLinks } from './mail.links.ts';
import { postOf } from './mail.post.ts';
import { mailQueue, type NewMail } from './mail.queue.ts';
import { mailSender } from './mail.sender.ts';
import { isNotice, type MailKind } from './mail.texts.ts';

const events = [
  userEvents.UserInvited,
  userEvents.EmailCheckRequested,
  userEvents.EmailChangeRequested,
  userEvents.UserChanged,
  userEvents.PasswordChanged,
  twoStepEvents.TwoStepTurnedOn,
  twoStepEvents.TwoStepTurnedOff,
];
type Heard = Extract<UserFact | TwoStepFact, { type: (typeof events)[number]['type'] }>;

const kinds: Record<Heard['type'], readonly MailKind[]> = {
  UserInvited: ['invitation'],
  EmailCheckRequested: ['email'],
  EmailChangeRequested: ['change', 'emailAsked'],
  UserChanged: ['emailChanged'],
  PasswordChanged: ['passwordChanged'],
  TwoStepTurnedOn: ['twoStepOn'],
  TwoStepTurnedOff: ['twoStepOff'],
};

/** The mails of an event. Only of the user's own stream the state before it tells the address. */
const mailsOf = ({ type, data, meta: { companyId, eventId, revision, stream } }: Heard): NewMail[] => {
  if (type === 'UserChanged' && data.email === undefined) return [];
  const { userId } = data;
  const language = 'language' in data ? data.language : null;
  return kinds[type].map((kind) => ({
    id: isNotice(kind) ? derivedId(eventId, kind) : eventId,
    kind,
    companyId,
    userId,
    language,
    revision: isNotice(kind) && stream.startsWith('users-') ? revision : null,
  }));
};

/**
 * Mails invitations and the checks of e-mails as events request them, tells users of a changed password, e-mail or second step, and beside
 * that everything else that waits in `command.mail`.
 */
export const sendMails = defineReactor({
  name: 'mail',
  streams: ['users-', 'two-step-'],
  events,
  start: ({ pool, config, referenceData, store, log }) => {
    const masterKey = config.PROSA_KEYS;
    const links = mailLinks({ pool, masterKey });
    const queue = mailQueue({ pool, links });
    const post = postOf(config);
    const { hashOf } = credentials({ pool, masterKey });
    const lane =
      post && mailSender({ queue, links, post, publicUrl: config.PROSA_PUBLIC_URL!, hashOf, referenceData, store, log });
    return {
      rows: () => {
        const mails: NewMail[] = [];
        return {
          fold: (fact) => {
            // Nobody would send it, and years later it would be no news.
            if (lane) mails.push(...mailsOf(fact));
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
