import { Refused } from '@prosa/contracts';
import type { SecondStep } from '../two-step/second-step.ts';
import type { loginAttempts } from './attempts.ts';

type Attempts = Pick<ReturnType<typeof loginAttempts>, 'codeOf'>;

/** Runs `take` with a code of a signed-in user, whose failures count. Throws ERR_VALIDATION at `code`, and ERR_TOO_MANY_REQUESTS. */
export const withCode = async <Result>(
  attempts: Attempts,
  userId: string,
  take: () => Promise<Result | null>,
): Promise<Result> => {
  const attempt = await attempts.codeOf(userId, 'signed in');
  const taken = await take();
  if (taken === null || taken === false) throw new Refused('ERR_VALIDATION', { fields: { code: 'O código não confere.' } });
  await attempt.forgive();
  return taken;
};

/**
 * Asks a signed-in user for a code, where their sign-in has two steps, and uses it up. The function throws ERR_VALIDATION at `code` if it is
 * missing or wrong, and ERR_TOO_MANY_REQUESTS after too many attempts.
 */
export const currentCode =
  (second: Pick<SecondStep, 'of' | 'takeCode'>, attempts: Attempts) =>
  async (userId: string, typed: string | undefined): Promise<void> => {
    if (!(await second.of(userId)).on) return;
    if (!typed) throw new Refused('ERR_VALIDATION', { fields: { code: 'Required' } });
    await withCode(attempts, userId, () => second.takeCode(userId, typed));
  };
