import type { Connection, GatewayServices } from '../provider.port.ts';
import { GraphError } from './graph.client.ts';

/** Graph's code for a token that is valid no longer. */
const DEAD = 190;

/**
 * A call with a connection's token outside of its session, on any instance. If the token has died, the session checks it and tells, whichever
 * instance runs it. Throws what the call throws.
 */
export const outsideOfSession = async <Result>(
  { id }: Pick<Connection, 'id'>,
  { nudge }: Pick<GatewayServices, 'nudge'>,
  call: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await call();
  } catch (error) {
    // Another missing permission, such as for somebody's name, says nothing of the token. The next call repeats a lost nudge.
    if (error instanceof GraphError && error.code === DEAD) await nudge({ id }).catch(() => undefined);
    throw error;
  }
};
