import { download } from '../graph/graph.files.ts';
import { textOf } from '../graph/graph.lines.ts';
import { type GraphTools, graphSession } from '../graph/graph.session.ts';
import type { Provider } from '../provider.port.ts';
import type { MessagingChannel } from './messaging.accounts.ts';
import { pagesOf } from './messaging.answers.ts';
import type { LinkSource } from './messaging.content.ts';
import { markSeen, sendMessaging } from './messaging.outgoing.ts';
import { pictureOf } from './messaging.pictures.ts';
import type { MessagingSent } from './messaging.sent.ts';
import { signInUrl } from './messaging.sign-in.ts';

/**
 * A page's Messenger, or its Instagram account. A second send would arrive as a second message: one whose outcome is unknown is never
 * repeated, but settled by its echo.
 */
export const messagingProvider = (of: MessagingChannel, { sent, ...tools }: GraphTools & { sent: MessagingSent }): Provider => ({
  channel: of.channel,
  provider: 'beta',
  identities: [of.identity],
  again: 'unsure',
  start: (connection, held) =>
    graphSession({
      connection,
      held,
      tools,
      channel: {
        describe: async ({ id, token }, signal) => {
          const field = of.channel === 'facebook' ? 'name' : 'username';
          const name = textOf((await tools.client.get(id, { token, query: { fields: field }, signal }))[field]);
          if (name === null) return id;
          return of.channel === 'facebook' ? name : `@${name}`;
        },
        send: (account, message, signal) =>
          sendMessaging(message, {
            of,
            account,
            client: tools.client,
            sent,
            connectionId: connection.id,
            linkTo: held.linkTo,
            publicUrl: tools.settings.publicUrl,
            signal,
          }),
        read: (account, { to }, signal) => markSeen(tools.client, of, account, { to, signal }),
        fetchMedia: (_, source, signal) => {
          const { url } = JSON.parse(source) as LinkSource;
          return download(url, { graphUrl: tools.settings.url, signal });
        },
      },
    }),
  answers: async (question, services, signal) => {
    if (question.kind === 'sign-in') return { kind: 'sign-in', url: signInUrl(tools.settings, of, question.state) };
    if (question.kind === 'pages') return pagesOf(tools, of, question, signal);
    return question.kind === 'picture' ? pictureOf(tools, services, question, signal) : null;
  },
});
