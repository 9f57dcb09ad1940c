import { createHmac, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '../kernel/derived-key.ts';

/** The header that signs a call from one service to another. */
export const INTERNAL_SIGNATURE = 'x-prosa-signature';
/** A signature is valid for this long, also for a clock that differs by as much. */
const VALID_MS = 60_000;
const SPELLING = /^(\d{1,15})\.([\w-]{43})$/;

export type InternalCalls = {
  /** Returns the value of the header. `path` with its query; `body` byte for byte as sent. */
  sign: (verb: string, path: string, body: string, at?: number) => string;
  isSigned: (signature: string | undefined, verb: string, path: string, body: string | Buffer, at?: number) => boolean;
};

/** Calls between the services of one installation, signed by HMAC-SHA256 with a key derived from the secret that they share. */
export const internalCalls = (tokenSecret: Buffer): InternalCalls => {
  const key = derivedKey(tokenSecret, 'internal-calls');
  const mac = (at: number, verb: string, path: string, body: string | Buffer): Buffer =>
    createHmac('sha256', key).update(`${at}\n${verb}\n${path}\n`).update(body).digest();
  return {
    sign: (verb, path, body, at = Date.now()) => `${at}.${mac(at, verb, path, body).toString('base64url')}`,
    isSigned: (signature, verb, path, body, at = Date.now()) => {
      const [, signed, given] = SPELLING.exec(signature ?? '') ?? [];
      if (given === undefined || Math.abs(at - Number(signed)) > VALID_MS) return false;
      return timingSafeEqual(mac(Number(signed), verb, path, body), Buffer.from(given, 'base64url'));
    },
  };
};
