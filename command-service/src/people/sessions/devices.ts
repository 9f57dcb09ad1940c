import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '@prosa/infra/runtime';

/** How long a device is remembered after its last sign-in: the longest time that browsers keep a cookie. */
export const DEVICE_SECONDS = 400 * 86_400;
/** Maximum number of accounts remembered per device. */
const MAX_MARKS = 4;
const [ID, TIME, SEAL] = [12, 4, 16];
const LENGTH = Math.ceil(((ID + TIME + SEAL) * 4) / 3);

/**
 * The cookie of a browser in which somebody has signed in before: a mark for each account (`id | time | HMAC over both and the account`).
 * It does not authenticate; it exempts its owner from the limits that others exhaust by guessing at that account. A mark is useless for
 * another account.
 */
export const devices = (masterKey: Buffer) => {
  const key = derivedKey(masterKey, 'known device');
  const sealOf = (named: Buffer, emailHash: Buffer) =>
    createHmac('sha256', key).update(named).update(emailHash).digest().subarray(0, SEAL);

  /** The device's id, under which its own attempts are counted; null if the mark belongs to another account or is too old. */
  const idOf = (mark: string, emailHash: Buffer, now: Date): Buffer | null => {
    const bytes = Buffer.from(mark, 'base64url');
    if (bytes.length !== ID + TIME + SEAL) return null;
    const named = bytes.subarray(0, ID + TIME);
    if (!timingSafeEqual(bytes.subarray(ID + TIME), sealOf(named, emailHash))) return null;
    return now.getTime() / 1000 - named.readUInt32BE(ID) <= DEVICE_SECONDS ? named.subarray(0, ID) : null;
  };
  const marksOf = (cookie: string | undefined): string[] =>
    (cookie ?? '').split('.').filter((mark) => mark.length === LENGTH && /^[\w-]+$/.test(mark));
  const known = (cookie: string | undefined, emailHash: Buffer, now: Date): Buffer | null => {
    for (const mark of marksOf(cookie).slice(0, MAX_MARKS)) {
      const id = idOf(mark, emailHash, now);
      if (id) return id;
    }
    return null;
  };

  return {
    known,
    /** Returns the new cookie: a fresh mark for this account, and the marks of the others. */
    remember: (cookie: string | undefined, emailHash: Buffer, now: Date): string => {
      const named = Buffer.alloc(ID + TIME);
      (known(cookie, emailHash, now) ?? randomBytes(ID)).copy(named);
      named.writeUInt32BE(Math.floor(now.getTime() / 1000), ID);
      const mark = Buffer.concat([named, sealOf(named, emailHash)]).toString('base64url');
      const others = marksOf(cookie).filter((other) => idOf(other, emailHash, now) === null);
      return [mark, ...others].slice(0, MAX_MARKS).join('.');
    },
  };
};
