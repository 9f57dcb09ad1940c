import { type PushChange, type PushChannel, tellingChannels } from '@prosa/contracts';
import type { Push } from '../../kernel/push.ts';
import type { Rates } from './rates.ts';

/**
 * If more records of one channel and company changed than this, one `reload` is sent instead: all companies share the hubs' memory for late
 * pushes.
 */
export const FLOOD = 200;

/** Channels with more changes than are pushed one by one. */
export const floodedBy = (told: readonly { channel: PushChannel }[], flood: number): Set<PushChannel> => {
  const channels = Map.groupBy(told, ({ channel }) => channel);
  return new Set([...channels].flatMap(([channel, of]) => (of.length > flood && !tellingChannels.has(channel) ? [channel] : [])));
};

/** Channels whose rows change more often in a second than their push allows. */
export const oftenBy = (rates: Rates, companyId: string, changed: ReadonlyMap<Push, readonly unknown[]>): PushChannel[] =>
  [...changed].flatMap(([{ channel, mostPerSecond }, of]) =>
    mostPerSecond !== undefined && rates.add(`${companyId} ${channel}`, of.length) > mostPerSecond ? [channel] : [],
  );

/** Returns the changes, with those of a flooded channel replaced by one `reload` for all of their rooms. */
export const withReloads = (changes: readonly PushChange[], flooded: ReadonlySet<PushChannel>): PushChange[] => {
  const reloads = [...flooded].map((channel): PushChange => {
    const rooms = new Set(changes.flatMap((one) => (one.channel === channel ? [...one.before, ...one.after] : [])));
    return { channel, id: '', record: null, before: [...rooms], after: [...rooms], action: 'reload' };
  });
  return [...changes.filter(({ channel }) => !flooded.has(channel)), ...reloads];
};
