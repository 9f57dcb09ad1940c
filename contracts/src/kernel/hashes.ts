import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 of a text and SHA-1 of bytes, in hex. */
export type Hashes = { sha256: (text: string) => string; sha1: (bytes: Uint8Array) => string };

/** In pure JavaScript, for browsers. */
export const portable: Hashes = {
  sha256: (text) => bytesToHex(sha256(utf8ToBytes(text))),
  sha1: (bytes) => bytesToHex(sha1(bytes)),
};

type Crypto = { hash: (algorithm: string, data: string | Uint8Array, encoding: 'hex') => string };
type Runtime = { process?: { getBuiltinModule?: (name: 'node:crypto') => Crypto | undefined } };
const crypto = (globalThis as Runtime).process?.getBuiltinModule?.('node:crypto');

/** Node's own implementation where available: every command derives ids, and this takes a tenth of the time. */
export const hashes: Hashes = crypto
  ? { sha256: (text) => crypto.hash('sha256', text, 'hex'), sha1: (bytes) => crypto.hash('sha1', bytes, 'hex') }
  : portable;
