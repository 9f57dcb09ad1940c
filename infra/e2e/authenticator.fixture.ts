import { codeBefore } from '../testing/authenticator.ts';
import type { User } from './people.fixture.ts';

/** Somebody turns their two-step sign-in on, by the API, with the code before the present one. */
export const turnTwoStepOn = async (user: User, currentPassword = 'prosa-demo') => {
  const { body } = await user.call<{ secret: string }>('POST /auth/two-step', { currentPassword });
  const used = await codeBefore(body.secret);
  const confirmed = await user.call<{ recoveryCodes: string[] }>('PUT /auth/two-step', { code: used });
  expect(confirmed.status).toBe(200);
  return { secret: body.secret, used, codes: confirmed.body.recoveryCodes };
};
