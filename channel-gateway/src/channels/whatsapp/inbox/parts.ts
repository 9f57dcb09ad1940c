import type { proto } from '@whiskeysockets/baileys';

/** Where a message stands that the phone sent: in this part of it, in this field. */
const DEVICE_SENT = { part: 31, message: 2 };

/**
 * Whether the bytes of a message have parts that this version of the protocol has no name for: decoding leaves them out without a word, and
 * what a customer wrote in a new way would be nothing.
 */
export const hasUnknownParts = (bytes: Uint8Array, decoded: proto.IMessage): boolean => {
  const sent = decoded.deviceSentMessage?.message;
  const inside = sent && partsIn(partsIn(bytes).get(DEVICE_SENT.part) ?? NONE).get(DEVICE_SENT.message);
  return partsIn(inside ?? bytes).size > Object.keys(inside ? sent : decoded).length;
};
const NONE = new Uint8Array();

/** The fields of a message of Protocol Buffers, by number; what is not bytes is empty. */
const partsIn = (bytes: Uint8Array): Map<number, Uint8Array> => {
  const parts = new Map<number, Uint8Array>();
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let scale = 1; at < bytes.length; scale *= 128) {
      const byte = bytes[at++]!;
      value += (byte & 127) * scale;
      if (byte < 128) break;
    }
    return value;
  };
  while (at < bytes.length) {
    const tag = number();
    const [field, type] = [Math.floor(tag / 8), tag % 8];
    const length = type === 1 ? 8 : type === 5 ? 4 : type === 2 ? number() : 0;
    if (type === 0) number();
    parts.set(field, bytes.subarray(at, at + length));
    at += length;
  }
  return parts;
};
