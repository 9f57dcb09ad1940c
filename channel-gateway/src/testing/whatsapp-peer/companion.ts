import type { BinaryNode } from '@whiskeysockets/baileys';
import type { Account, Companion, DeviceKeys, Line } from './model.ts';
import { node } from './nodes.ts';

/** How many stanzas that came while a device was away it is sent before it has confirmed any of them. */
const WINDOW = 20;

/**
 * A linked device as the server keeps it. A stanza stays in its queue, and is sent again with the same content at the next login, until the
 * device confirms it. If it is refused (an ack with an error), everything behind it waits.
 */
export const companionOf = (account: Account, device: number, keys: DeviceKeys): Companion => {
  const preKeys: { id: number; key: Buffer }[] = [];
  const queue: BinaryNode[] = [];
  const counts = { logins: 0, mostLive: 0, groupsAsked: 0, picturesAsked: 0 };
  let line: Line | null = null;
  let isActive = false;
  let held: string | null = null;
  /** Messages that the device asked for again: it refuses their first delivery as well, which means nothing more. */
  const again = new Set<string>();
  let offline: { left: BinaryNode[]; flying: Set<BinaryNode>; count: number } | null = null;
  let afterFirstLogin: (() => void) | null = null;

  const sendMore = (): void => {
    while (offline && held === null && offline.left.length > 0 && offline.flying.size < WINDOW) {
      const next = offline.left.shift()!;
      offline.flying.add(next);
      line?.send({ ...next, attrs: { ...next.attrs, offline: '0' } });
    }
    if (!offline || offline.left.length > 0 || held !== null || companion.withholdsOffline) return;
    line?.send(node('ib', {}, [node('offline', { count: String(offline.count) })]));
    offline = null;
    afterFirstLogin?.();
    afterFirstLogin = null;
  };

  const companion: Companion = {
    account,
    device,
    keys,
    counts,
    presences: [],
    withholdsOffline: false,
    isOnline: () => line !== null && isActive,
    queued: () => queue.length,
    held: () => held,
    onFirstLogin: (work) => {
      afterFirstLogin = work;
    },
    attach: (now) => {
      const before = line;
      line = now;
      isActive = false;
      offline = null;
      held = null;
      counts.logins += 1;
      counts.mostLive = Math.max(counts.mostLive, before ? 2 : 1);
      return before;
    },
    isOn: (mine) => line === mine,
    detach: (gone) => {
      if (line === gone) [line, isActive, offline] = [null, false, null];
    },
    activate: () => {
      isActive = true;
      offline = { left: [...queue], flying: new Set(), count: queue.length };
      const count = String(queue.length);
      if (queue.length === 0 && !companion.withholdsOffline) sendMore();
      else line?.send(node('ib', {}, [node('offline_preview', { count, message: count, receipt: '0', notification: '0' })]));
    },
    sendOffline: sendMore,
    deliver: (stanza) => {
      const same = queue.findIndex(
        ({ tag, attrs }) => stanza.tag === 'message' && tag === 'message' && attrs.id === stanza.attrs.id,
      );
      if (same >= 0) queue.splice(same, 1, stanza);
      else queue.push(stanza);
      if (held === stanza.attrs.id) held = null;
      if (!isActive || held !== null) return;
      if (offline) offline.left.push(stanza);
      else line?.send(stanza);
    },
    confirmed: (tag, ids, type) => {
      for (const id of ids) {
        const at = queue.findIndex(
          ({ tag: of, attrs }) => of === tag && attrs.id === id && (tag === 'message' || attrs.type === type),
        );
        const [stanza] = at < 0 ? [] : queue.splice(at, 1);
        if (stanza) offline?.flying.delete(stanza);
      }
      sendMore();
    },
    askedAgain: (id) => void again.add(id),
    refused: (tag, id) => {
      if (!again.delete(id) && queue.some(({ tag: of, attrs }) => of === tag && attrs.id === id)) held = id;
    },
    tell: (stanza) => line?.send(stanza),
    uploaded: (more, signedPreKey) => {
      preKeys.push(...more);
      if (signedPreKey) keys.signedPreKey = signedPreKey;
    },
    preKeysLeft: () => preKeys.length,
    bundle: () => ({ ...keys, preKey: preKeys.shift() ?? null }),
    streamError: (attrs, content) => {
      line?.send(node('stream:error', attrs, content));
      line?.end();
    },
    cut: () => line?.cut(),
    sendNonsense: () => line?.sendRaw(Buffer.alloc(64, 7)),
  };
  return companion;
};
