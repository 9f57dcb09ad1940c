import type { Feature } from '../../kernel/feature.ts';
import { invitationRoutes } from './invitations.ts';
import { mailLinks } from './mail.links.ts';
import { mailMigrations } from './mail.migrations.ts';
import { mailQueue } from './mail.queue.ts';
import { sendMails } from './mail.reactors.ts';
import { passwordRoutes } from './passwords.ts';

/** Mails, and what is done by their links: a forgotten password, an invitation, the check of an e-mail. */
export const mail: Feature = {
  name: 'mail',
  migrations: mailMigrations,
  reactors: [sendMails],
  routes: (app, deps) => {
    const links = mailLinks({ pool: deps.pool, masterKey: deps.config.PROSA_KEYS });
    const by = { links, queue: mailQueue({ pool: deps.pool, links }) };
    passwordRoutes(app, deps, by);
    invitationRoutes(app, deps, by);
  },
};
