/** SHA-256 of some bytes. Node and browsers bring different ones, so all that hashes is given it. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;
/** The same for what does not fit into memory. */
export type Hashing = { update: (bytes: Uint8Array) => void; digest: () => Uint8Array };
/** `crc32` continues the sum of a ZIP, which begins with 0. */
export type Hasher = { sha256: Sha256; begin: () => Hashing; crc32: (bytes: Uint8Array, before: number) => number };

export const joined = (...parts: Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

export const sameBytes = (one: Uint8Array, other: Uint8Array): boolean => {
  if (one.length !== other.length) return false;
  for (let place = 0; place < one.length; place += 1) if (one[place] !== other[place]) return false;
  return true;
};

const encoder = new TextEncoder();
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
export const utf8 = (text: string): Uint8Array => encoder.encode(text);
/** Returns null for bytes that are not valid UTF-8. */
export const textOf = (bytes: Uint8Array): string | null => {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
};

const hexes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
export const hexOf = (bytes: Uint8Array): string => {
  let hex = '';
  for (const byte of bytes) hex += hexes[byte];
  return hex;
};

/** How many bytes are turned into characters at once: each becomes an argument of a call. */
const PIECE = 8_192;
export const base64Of = (bytes: Uint8Array): string => {
  let characters = '';
  for (let at = 0; at < bytes.length; at += PIECE) characters += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(characters);
};
/** The bits that no byte needs are 0: bytes are written in one way alone. */
const canonical = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;
/** Decodes standard base64 with padding. Returns null for anything else, also for a second way to write the same bytes. */
export const fromBase64 = (text: string): Uint8Array | null => {
  if (!canonical.test(text)) return null;
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = characters.charCodeAt(at);
  return bytes;
};

/** Writes numbers and bytes one after the other, numbers with their highest byte first. */
export const bytesOfNumber = (value: number | bigint, length: 4 | 8): Uint8Array => {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  if (length === 4) view.setUint32(0, Number(value));
  else view.setBigUint64(0, BigInt(value));
  return bytes;
};
