import { boundedCache } from '@prosa/infra/runtime';
import type { BinaryNode } from '@whiskeysockets/baileys';
import type { Attrs } from './nodes.ts';

/** More calls do not ring at once. */
const MOST = 100;

/** `missed`: a call's attributes as of a message. `rejects`: whose call it is, if it still rings and is to be rejected. */
type VainCall = { missed: Attrs; rejects: string | null };

/**
 * Reads the stanzas of calls. Returns a call in vain: one that ends without an answer, or, where the company takes no calls, one that
 * begins to ring. Each is returned once.
 */
export const vainCalls = () => {
  const ringing = boundedCache<string, { isVideo: boolean; isOver: boolean }>({ max: MOST });
  return ({ attrs, content }: BinaryNode, takesCalls: boolean): VainCall | null => {
    const [said] = Array.isArray(content) ? content : [];
    const id = said?.attrs['call-id'];
    if (!said || !id) return null;
    const call = ringing.get(id) ?? { isVideo: false, isOver: false };
    if (said.tag === 'offer' && Array.isArray(said.content)) call.isVideo = said.content.some(({ tag }) => tag === 'video');
    if (said.tag === 'accept' || said.tag === 'reject') call.isOver = true;
    ringing.set(id, call);
    const { from = '', t = '', notify = '', offline } = attrs;
    const { caller_pn: sender_pn, 'call-creator': creator = from, type } = said.attrs;
    // A call that came while the device was away rings no more.
    const isRejected = said.tag === 'offer' && offline === undefined && !takesCalls;
    if (call.isOver || type === 'group' || !(isRejected || said.tag === 'terminate')) return null;
    call.isOver = true;
    return {
      missed: { id, from, t, notify, call: call.isVideo ? 'video' : 'voice', ...(sender_pn && { sender_pn }) },
      rejects: isRejected ? creator : null,
    };
  };
};
