import { textOf } from '../graph/graph.lines.ts';
import { type GraphTools, graphSession } from '../graph/graph.session.ts';
import type { Provider } from '../provider.port.ts';
import { checkCloud, templatesOf } from './cloud.answers.ts';
import { fetchCloudFile } from './cloud.files.ts';
import { marketingOf } from './cloud.marketing.ts';
import { sendCloud, uploadFile } from './cloud.outgoing.ts';
import type { CloudTemplates } from './cloud.templates.ts';

/**
 * WhatsApp by Meta's Cloud API. A send carries our id, which every status repeats; a second send would arrive as a second message, so one
 * whose outcome is unknown is never repeated, but settled by its first status.
 */
export const cloudProvider = (tools: GraphTools & { templates: CloudTemplates }): Provider => ({
  channel: 'whatsapp',
  provider: 'cloud',
  identities: ['phone', 'bsuid'],
  again: 'unsure',
  start: (connection, held) => {
    const marketing = marketingOf(tools.client, tools.templates);
    return graphSession({
      connection,
      held,
      tools,
      channel: {
        describe: async (account, signal) => {
          const { id, token } = account;
          const number = await tools.client.get(id, { token, query: { fields: 'display_phone_number' }, signal });
          await marketing.look(account, signal);
          return textOf(number.display_phone_number) ?? id;
        },
        send: async (account, message, signal) => {
          const send = (by: 'messages' | 'marketing_messages') => sendCloud(tools.client, account, message, { by, signal });
          if (!(await marketing.takes(account, message))) return send('messages');
          return send('marketing_messages').catch((error: unknown) => {
            if (marketing.isNotHere(error)) return send('messages');
            throw error;
          });
        },
        prepare: (account, message, signal) => uploadFile(tools.client, account, message, { openMedia: held.openMedia, signal }),
        // Those before it are read by that as well.
        read: ({ id, token }, { channelIds }, signal) =>
          tools.client.post(`${id}/messages`, {
            token,
            body: { messaging_product: 'whatsapp', status: 'read', message_id: channelIds.at(-1) },
            signal,
          }),
        fetchMedia: (account, source, signal) =>
          fetchCloudFile(tools.client, account, source, { graphUrl: tools.settings.url, signal }),
      },
    });
  },
  answers: async (question, services, signal) => {
    if (question.kind === 'check') return checkCloud(tools.client, question, signal);
    return question.kind === 'templates' ? templatesOf(tools, question, services, signal) : null;
  },
});
