import type { GatewayAnswer, GatewayQuestion } from '@prosa/contracts';
import { download } from '../graph/graph.files.ts';
import { textOf } from '../graph/graph.lines.ts';
import { outsideOfSession } from '../graph/graph.outside.ts';
import type { GraphTools } from '../graph/graph.session.ts';
import { gathered } from '../kernel/pictures.ts';
import { type GatewayServices, Gone } from '../provider.port.ts';
import { personOf } from './messaging.accounts.ts';

type Asked = Extract<GatewayQuestion, { kind: 'picture' }>;

/** Downloads the picture of a person's profile. Null if Graph does not tell. */
export const pictureOf = async (
  { client, settings }: Pick<GraphTools, 'client' | 'settings'>,
  services: Pick<GatewayServices, 'secretsOf' | 'nudge'>,
  { connectionId, companyId, identity }: Asked,
  signal: AbortSignal,
): Promise<GatewayAnswer | null> => {
  const token = (await services.secretsOf({ id: connectionId, companyId }))?.values.accessToken;
  if (!token) return null;
  const { profile_pic } = await outsideOfSession({ id: connectionId }, services, () =>
    client.get(personOf(identity), { token, query: { fields: 'profile_pic' }, signal }),
  );
  const url = textOf(profile_pic);
  if (url === null) return { kind: 'picture', bytes: null };
  try {
    return { kind: 'picture', bytes: await gathered(await download(url, { graphUrl: settings.url, signal })) };
  } catch (error) {
    if (error instanceof Gone) return { kind: 'picture', bytes: null };
    throw error;
  }
};
