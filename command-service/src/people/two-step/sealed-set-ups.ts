import type { KeyObject } from 'node:crypto';
import { seal, unseal } from '@prosa/infra/runtime';

/**
 * Secrets of set-ups that are with the client only, sealed for their user (base64url): whoever began one is the one who can confirm it.
 * `open` returns null for one that is older than `seconds`, or that this key did not seal for that user.
 */
export const sealedSetUps = (key: KeyObject, seconds: number) => ({
  seal: (userId: string, secret: string, now: Date): string =>
    seal(key, `${now.getTime()} ${secret}`, userId).toString('base64url'),
  open: (userId: string, sealed: string, now: Date): string | null => {
    const text = openedOr(null, () => unseal(key, Buffer.from(sealed, 'base64url'), userId).toString());
    const [begun, secret] = text?.split(' ') ?? [];
    return secret !== undefined && now.getTime() - Number(begun) < seconds * 1_000 ? secret : null;
  },
});

const openedOr = <Fallback>(fallback: Fallback, open: () => string): string | Fallback => {
  try {
    return open();
  } catch {
    return fallback;
  }
};
