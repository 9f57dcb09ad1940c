import { boundedCache } from '@prosa/infra/runtime';
import type { GraphClient } from '../graph/graph.client.ts';
import { linesOf, textOf } from '../graph/graph.lines.ts';
import { outsideOfSession } from '../graph/graph.outside.ts';
import type { Connection, GatewayServices } from '../provider.port.ts';
import type { MessagingChannel } from './messaging.accounts.ts';

const KNOWN = 10_000;
const KNOWN_MS = 24 * 3_600_000;
/** A webhook does not wait for longer. */
const ASK_MS = 1_500;

/** The names of people, which webhooks do not have. '' if Graph does not tell one in time. */
export const namesOf = (client: GraphClient) => {
  const known = boundedCache<string, string>({ max: KNOWN, ttl: KNOWN_MS });
  return async (
    { channel }: MessagingChannel,
    person: string,
    connection: Connection,
    services: GatewayServices,
  ): Promise<string> => {
    const key = `${connection.id}/${person}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const token = (await services.secretsOf(connection))?.values.accessToken;
    if (!token) return '';
    const query = { fields: channel === 'facebook' ? 'first_name,last_name' : 'name,username' };
    const told = await outsideOfSession(connection, services, () =>
      client.get(person, { token, query, signal: AbortSignal.timeout(ASK_MS) }),
    ).catch(() => null);
    if (!told) return '';
    const full = linesOf(textOf(told.first_name), textOf(told.last_name)).replace('\n', ' ');
    const name = full || textOf(told.name) || textOf(told.username) || '';
    known.set(key, name);
    return name;
  };
};
export type Names = ReturnType<typeof namesOf>;
