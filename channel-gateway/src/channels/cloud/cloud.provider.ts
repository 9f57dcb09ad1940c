import type { Logger } from '@prosa/infra/runtime';
import type { GraphClient } from '../graph/graph.client.ts';
import { textOf } from '../graph/graph.lines.ts';
import { type GraphTimings, graphSession } from '../graph/graph.session.ts';
import type { GraphSettings } from '../graph/graph.settings.ts';
import type { Provider } from '../provider.port.ts';
import { checkCloud, templatesOf } from './cloud.answers.ts';
import { fetchCloudFile } from './cloud.files.ts';
import { sendCloud, uploadFile } from './cloud.outgoing.ts';

/**
 * WhatsApp by Meta's Cloud API. A send carries our id, which every status repeats; a second send would arrive as a second message, so one
 * whose outcome is unknown is never repeated, but settled by its first status.
 */
export const cloudProvider = ({
  client,
  settings,
  timings,
  log,
}: {
  client: GraphClient;
  settings: GraphSettings;
  timings: GraphTimings;
  log: Logger;
}): Provider => ({
  channel: 'whatsapp',
  provider: 'cloud',
  identities: ['phone', 'bsuid'],
  again: 'unsure',
  start: (connection, held) =>
    graphSession({
      connection,
      held,
      client,
      settings,
      timings,
      log,
      channel: {
        describe: async ({ id, token }, signal) =>
          textOf((await client.get(id, { token, query: { fields: 'display_phone_number' }, signal })).display_phone_number) ?? id,
        send: (account, message, signal) => sendCloud(client, account, message, signal),
        prepare: (account, message, signal) => uploadFile(client, account, message, { openMedia: held.openMedia, signal }),
        fetchMedia: (account, source, signal) => fetchCloudFile(client, account, source, { graphUrl: settings.url, signal }),
      },
    }),
  answers: async (question, house, signal) => {
    if (question.kind === 'check') return checkCloud(client, question, signal);
    return question.kind === 'templates' ? templatesOf(client, question, house, signal) : null;
  },
});
