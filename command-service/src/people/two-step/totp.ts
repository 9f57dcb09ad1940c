import { Secret, TOTP } from 'otpauth';

const SECRET_BYTES = 20;
/** Steps of 30 seconds before and after the present one whose codes are accepted, because clocks of phones differ. */
const WINDOW = 1;

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Prosa', label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 });

/** A new secret, in base32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address that an authenticator app reads from a QR code; `label` is the account's name there. */
export const uriOf = (secret: string, label: string): string => totpOf(secret, label).toString();

const CODE = /^[0-9]{6}$/;

/** The number of the time step whose code this is; null if it is none that counts now, or no code at all. */
export const stepOf = (secret: string, code: string, now: Date): number | null => {
  // The library compares bytes, and throws where six other letters are more of them.
  if (!CODE.test(code)) return null;
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
};
