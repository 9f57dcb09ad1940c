import type { PushChannel } from '../../catalogue/catalogue.ts';
import type { PushFrame } from './live.frames.ts';

/** A record that a push contains, or the id of a deleted one. */
export type Pushed = { channel: PushChannel; id: string; record: Record<string, unknown> | null };

/** Returns the content of a frame; null if the record was too large to be included. */
export const pushedBy = ({ channel, action, record }: PushFrame): Pushed | null => {
  const { id } = record as { id: string };
  if (action === 'delete') return { channel, id, record: null };
  return record.partial ? null : { channel, id, record };
};

/**
 * By push channel, how a view changes when a record embedded in it changes: returns the changed view, or the same object if the record is
 * not embedded in it. `peer` finds another view of the same kind in the caller's collection.
 */
export type Embeds<View> = {
  readonly [Channel in PushChannel]?: (view: View, pushed: Pushed, peer: (id: string) => View | undefined) => View;
};

/** Returns a view after a push of another record. */
export const embedded = <View>(
  embeds: Embeds<View>,
  view: View,
  pushed: Pushed,
  peer: (id: string) => View | undefined = () => undefined,
): View => embeds[pushed.channel]?.(view, pushed, peer) ?? view;
