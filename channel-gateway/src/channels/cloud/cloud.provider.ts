import { textOf } from '../graph/graph.lines.ts';
import { type GraphTools, graphSession } from '../graph/graph.session.ts';
import type { Provider } from '../provider.port.ts';
import { checkCloud, templatesOf } from './cloud.answers.ts';
import { fetchCloudFile } from './cloud.files.ts';
import { sendCloud, uploadFile } from './cloud.outgoing.ts';

/**
 * WhatsApp by Meta's Cloud API. A send carries our id, which every status repeats; a second send would arrive as a second message, so one
 * whose outcome is unknown is never repeated, but settled by its first status.
 */
export const cloudProvider = (tools: GraphTools): Provider => ({
  channel: 'whatsapp',
  provider: 'cloud',
  identities: ['phone', 'bsuid'],
  again: 'unsure',
  start: (connection, held) =>
    graphSession({
      connection,
      held,
      tools,
      channel: {
        describe: async ({ id, token }, signal) =>
          textOf(
            (await tools.client.get(id, { token, query: { fields: 'display_phone_number' }, signal })).display_phone_number,
          ) ?? id,
        send: (account, message, signal) => sendCloud(tools.client, account, message, signal),
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
    }),
  answers: async (question, services, signal) => {
    if (question.kind === 'check') return checkCloud(tools.client, question, signal);
    return question.kind === 'templates' ? templatesOf(tools.client, question, services, signal) : null;
  },
});
