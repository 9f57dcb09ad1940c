import type { BinaryNode } from '@whiskeysockets/baileys';
import { LRUCache } from 'lru-cache';
import type { Attrs } from './whatsapp.nodes.ts';

/** More calls do not ring at once. */
const MOST = 100;

/** Reads the stanzas of calls; returns the attributes of a missed one, as of a message, when it ends without an answer. */
export const missedCalls = () => {
  const ringing = new LRUCache<string, { isVideo: boolean; isAnswered: boolean }>({ max: MOST });
  return ({ attrs, content }: BinaryNode): Attrs | null => {
    const [said] = Array.isArray(content) ? content : [];
    const id = said?.attrs['call-id'];
    if (!said || !id) return null;
    const call = ringing.get(id) ?? { isVideo: false, isAnswered: false };
    if (said.tag === 'offer' && Array.isArray(said.content)) call.isVideo = said.content.some(({ tag }) => tag === 'video');
    if (said.tag === 'accept' || said.tag === 'reject') call.isAnswered = true;
    ringing.set(id, call);
    if (said.tag !== 'terminate' || call.isAnswered || said.attrs.type === 'group') return null;
    const { from = '', t = '', notify = '' } = attrs;
    const { caller_pn: sender_pn } = said.attrs;
    return { id, from, t, notify, call: call.isVideo ? 'video' : 'voice', ...(sender_pn && { sender_pn }) };
  };
};
