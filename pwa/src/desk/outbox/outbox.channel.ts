/** Messages between the tabs of a browser and its service worker about the outbox. */
export type OutboxNews =
  /** A message was queued, changed or withdrawn. */
  | { kind: 'changed'; userId: string }
  /** Prosa accepted a message. */
  | { kind: 'taken'; userId: string; key: string; position: string | null };

const NAME = 'prosa-outbox';
let channel: BroadcastChannel | null = null;
const opened = (): BroadcastChannel | null => {
  if (globalThis.BroadcastChannel === undefined) return null;
  channel ??= new BroadcastChannel(NAME);
  return channel;
};

/** Notifies the others; this tab knows already. */
export const tellOthers = (news: OutboxNews): void => opened()?.postMessage(news);

/** Subscribes to the others' notifications; returns a function that unsubscribes. */
export const hearOthers = (hear: (news: OutboxNews) => void): (() => void) => {
  const listen = ({ data }: MessageEvent<OutboxNews>) => hear(data);
  opened()?.addEventListener('message', listen);
  return () => {
    channel?.removeEventListener('message', listen);
    channel?.close();
    channel = null;
  };
};
