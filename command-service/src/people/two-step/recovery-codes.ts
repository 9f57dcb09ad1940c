import { createHmac, randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@prosa/contracts';
import { derivedKey } from '@prosa/infra/runtime';

/** Crockford's alphabet: no letter looks like a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const HALF = 6;

const half = (): string => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
/** The code that was meant, however it was typed. */
const canonical = (code: string): string =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');

/**
 * Recovery codes of 60 random bits, so a fast hash is enough. It is keyed with a key of the installation and made for one user: the stored
 * hashes alone cannot be compared with anything.
 */
export const recoveryCodes = (masterKey: Buffer) => {
  const key = derivedKey(masterKey, 'recovery code');
  return {
    make: (): string[] => Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`),
    hashOf: (userId: string, code: string): Buffer =>
      createHmac('sha256', key)
        .update(`${userId}\n${canonical(code)}`)
        .digest(),
  };
};
