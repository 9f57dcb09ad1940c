import type { Identity, SimulatorEvent, SimulatorFile } from '@prosa/contracts';
import type { Callbacks, Done } from '../provider.port.ts';

type KindEvent = Exclude<SimulatorEvent, { type: 'text' | 'ack' } | SimulatorFile>;

/**
 * Reports what a customer sent that is neither a text nor a file, or an action on a message. `named` resolves whether an id is ours or the
 * customer's.
 */
export const tellKind = (
  callbacks: Callbacks,
  event: KindEvent,
  customer: Identity,
  named: (id: string) => Done['target'],
): Promise<void> => {
  const { id: channelId, name, at } = event;
  const common = { identities: [customer] as [Identity], channelId, at };
  const message = () => ({
    ...common,
    name,
    body: '',
    quoted: 'quotedId' in event && event.quotedId ? named(event.quotedId) : null,
  });
  switch (event.type) {
    case 'location':
      return callbacks.received([{ ...message(), place: event.location }]);
    case 'contact':
      return callbacks.received([{ ...message(), contacts: event.contacts }]);
    case 'call':
      return callbacks.received([{ ...message(), call: event.call }]);
    case 'choice':
      return callbacks.received([{ ...message(), choice: event.choice }]);
    case 'edited':
      return callbacks.edited({ ...common, target: named(event.targetId), body: event.text });
    case 'deleted':
      return callbacks.revoked({ ...common, target: named(event.targetId) });
    case 'reaction':
      return callbacks.reacted({ ...common, target: named(event.targetId), emoji: event.text });
  }
};
