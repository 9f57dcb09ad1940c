import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuthenticationCreds } from '@whiskeysockets/baileys';

/** The part of Baileys' keys that groups writes: what `work` sets is written when it has ended. */
export type Transactional = { transaction: <Result>(work: () => Promise<Result>, key: string) => Promise<Result> };

/**
 * Baileys sends messages, and requests for another copy of one, inside of a transaction of the account, which it writes after the bytes have
 * left: who is killed in between has used a step of a session, begun a session or given away a key that the next owner does not know. So
 * these transactions keep their lock only, and each step in them is written by itself, before what it has encrypted can leave (decision
 * 26).
 */
export const commitBeforeSending = (keys: Transactional, account: () => string | undefined): void => {
  const { transaction } = keys;
  /** Outside of any transaction. */
  const outside = AsyncLocalStorage.snapshot();
  keys.transaction = (work, key) => transaction(key === account() ? () => outside(work) : work, key);
};

/**
 * The credentials of a linked device after new one-time keys; null if there are none. Baileys counts them later, when the server or a customer
 * may have them already: a key that was given away would get its number a second time, and the first one were lost.
 */
export const countedKeys = (
  keys: Readonly<Record<string, unknown>> | undefined,
  creds: AuthenticationCreds,
): AuthenticationCreds | null => {
  const made = Object.entries(keys ?? {}).flatMap(([number, key]) => (key ? [Number(number)] : []));
  if (made.length === 0 || !creds.me?.lid) return null;
  const next = Math.max(...made) + 1;
  return {
    ...creds,
    nextPreKeyId: Math.max(creds.nextPreKeyId, next),
    firstUnuploadedPreKeyId: Math.max(creds.firstUnuploadedPreKeyId, next),
  };
};
