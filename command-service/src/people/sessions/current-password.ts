import { Refused } from '@prosa/contracts';
import type { loginAttempts } from './attempts.ts';
import type { Credentials } from './credentials.ts';

/**
 * Asks a signed-in user for their password. The function throws ERR_VALIDATION at `currentPassword` if it is missing or wrong, and
 * ERR_TOO_MANY_REQUESTS after too many attempts.
 */
export const currentPassword =
  (known: Pick<Credentials, 'isPassword'>, attempts: Pick<ReturnType<typeof loginAttempts>, 'ofUser'>) =>
  async (userId: string, typed: string | undefined): Promise<void> => {
    if (!typed) throw new Refused('ERR_VALIDATION', { fields: { currentPassword: 'Required' } });
    const attempt = await attempts.ofUser(userId);
    if (!(await known.isPassword(userId, typed)))
      throw new Refused('ERR_VALIDATION', { fields: { currentPassword: 'A senha atual não confere.' } });
    await attempt.forgive();
  };
