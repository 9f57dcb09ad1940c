import type { PushChannel } from '../catalogue/catalogue.ts';
import type { PushFrame } from './live.frames.ts';

/** A record that a push has brought, or the id of one that is gone. */
export type Pushed = { channel: PushChannel; id: string; record: Record<string, unknown> | null };

/** What a frame has brought; null where it was too large to bring the record. */
export const pushedBy = ({ channel, action, record }: PushFrame): Pushed | null => {
  const { id } = record as { id: string };
  if (action === 'delete') return { channel, id, record: null };
  return record.partial ? null : { channel, id, record };
};

/**
 * What of other records stands in a view, by the channel on which those are pushed: the view after one of them changed, the same object where
 * nothing of it stands there. `peer` finds another view of the same kind that its holder has.
 */
export type Embeds<View> = {
  readonly [Channel in PushChannel]?: (view: View, pushed: Pushed, peer: (id: string) => View | undefined) => View;
};

/** A view after a push of another record. */
export const embedded = <View>(
  embeds: Embeds<View>,
  view: View,
  pushed: Pushed,
  peer: (id: string) => View | undefined = () => undefined,
): View => embeds[pushed.channel]?.(view, pushed, peer) ?? view;
