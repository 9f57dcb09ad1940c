import type { Provider } from '../channels/provider.port.ts';

/** Returns what a channel provides of a file at the nth try, from 1; it may wait for `signal`. */
export type Script = (tries: number, signal: AbortSignal) => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;

/** A channel whose files are scripted by the test, by source; it sends anything. */
export const scriptedProvider = () => {
  const scripts = new Map<string, Script>();
  const tries = new Map<string, number>();
  const make = (): Provider => ({
    channel: 'whatsapp',
    provider: null,
    identities: ['phone'],
    again: 'same id',
    start: () => ({
      send: async () => ({ channelId: null }),
      fetchMedia: async (source, { signal }) => {
        const nth = (tries.get(source) ?? 0) + 1;
        tries.set(source, nth);
        return scripts.get(source)!(nth, signal);
      },
      stop: async () => undefined,
    }),
  });
  return { make, scripts, triesOf: (source: string): number => tries.get(source) ?? 0 };
};
