import { Secret, TOTP } from 'otpauth';
import { until } from './until.ts';

/** A code counts in its step, and in the steps before and after it. */
const STEP_MS = 30_000;
/** A code that is about to be typed counts for at least this long. */
const COUNTS_MS = 10_000;

/** A code as a phone shows it whose clock differs by some seconds; `secret` in base32, grouped or not. */
export const codeOf = (secret: string, seconds = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp: Date.now() + seconds * 1_000 });

/** The code before the present one. At the end of a step it waits for the next one, because the code would be too old when it arrives. */
export const codeBefore = async (secret: string): Promise<string> => {
  await until(() => Date.now() % STEP_MS < STEP_MS - COUNTS_MS);
  return codeOf(secret, -STEP_MS / 1_000);
};
