import { Secret, TOTP } from 'otpauth';
import type { User } from './people.fixture.ts';

/** A code as a phone shows it whose clock differs by some seconds. */
export const codeOf = (secret: string, seconds = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp: Date.now() + seconds * 1_000 });

/** Somebody turns their two-step sign-in on, by the API, with the code before the present one. */
export const turnTwoStepOn = async (user: User, currentPassword = 'prosa-demo') => {
  const { body } = await user.call<{ secret: string }>('POST /auth/two-step', { currentPassword });
  const used = codeOf(body.secret, -30);
  const confirmed = await user.call<{ recoveryCodes: string[] }>('PUT /auth/two-step', { code: used });
  expect(confirmed.status).toBe(200);
  return { secret: body.secret, used, codes: confirmed.body.recoveryCodes };
};
