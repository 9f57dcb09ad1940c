import { type Inbound, topics } from '@prosa/contracts';
import type { Bus } from '@prosa/infra/runtime';
import type { Reported } from './session.table.ts';

/** Publishes the state of a connection's session. These messages have a key of their own, and are ordered by their number. */
export const publishSession = (
  bus: Pick<Bus, 'publish'>,
  { id: connectionId, companyId }: { id: string; companyId: string },
  { until, at, ...state }: Reported,
): Promise<void> => {
  const value: Inbound = {
    kind: 'session',
    companyId,
    connectionId,
    ...state,
    until: until?.toISOString() ?? null,
    at: at.toISOString(),
  };
  return bus.publish([{ topic: topics.inbound, key: connectionId, value }]);
};
