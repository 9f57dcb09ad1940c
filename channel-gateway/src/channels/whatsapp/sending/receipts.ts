import type { Callbacks, Receipt } from '../../provider.port.ts';
import type { Attrs } from '../wire/nodes.ts';
import { isOurId } from './outgoing.ts';

const ACKS: Record<string, number> = { sender: 2, delivered: 3, read: 4, 'read-self': 4, played: 5 };

/** Reports what a receipt's stanza says of messages of ours. */
export const acknowledge = async (
  { acknowledged }: Pick<Callbacks, 'acknowledged'>,
  { type = 'delivered', t }: Attrs,
  ids: readonly string[],
): Promise<void> => {
  const ack = ACKS[type];
  if (ack === undefined) return;
  const at = new Date(t ? Number(t) * 1_000 : Date.now()).toISOString();
  // Receipts for what was written elsewhere, or by customers, are not ours.
  await acknowledged(ids.filter(isOurId).map((channelId): Receipt => ({ of: { channelId }, ack, at })));
};
