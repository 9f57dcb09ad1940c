import type { Identity, Inbound } from '@prosa/contracts';
import type { Bus } from '@prosa/infra/runtime';
import type { Connection } from '../channels/provider.port.ts';
import { publishInbound } from './inbound.publisher.ts';

/** How an attempt to send a message to `to` ended. */
export type SendOutcome = Pick<Extract<Inbound, { kind: 'outcome' }>, 'messageId' | 'attempt' | 'outcome' | 'reason' | 'at'> & {
  to: Identity;
  byPerson: boolean;
};

/** Reports outcomes of one connection's messages, in their order. */
export const publishOutcomes = (
  bus: Pick<Bus, 'publish'>,
  { id: connectionId, companyId }: Connection,
  outcomes: SendOutcome[],
): Promise<void> =>
  publishInbound(
    bus,
    outcomes.map(({ to, byPerson, messageId, attempt, outcome, reason, at }) => ({
      byPerson,
      customer: { connectionId, to },
      value: { kind: 'outcome', companyId, connectionId, messageId, attempt, outcome, reason, at },
    })),
  );
