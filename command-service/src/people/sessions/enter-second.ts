import { Refused, type TwoStepSetUp } from '@prosa/contracts';
import type { Deps } from '../../kernel/deps.ts';
import { type Owner, secondStep } from '../two-step/second-step.ts';
import { uriOf } from '../two-step/totp.ts';
import type { Attempt, loginAttempts } from './attempts.ts';

type Given = { email: string } & Partial<Record<'code' | 'recoveryCode' | 'setUp', string | undefined>>;
type By = { given: Given; device: Buffer | null; attempt: Attempt; isRequired: boolean };

/**
 * The second step of a sign-in whose password was right. Returns the recovery codes if this call has turned it on. Throws
 * ERR_TOTP_REQUIRED, ERR_TOTP_SETUP_REQUIRED, or the refusal of a wrong or used code.
 */
export const enterSecond = (deps: Deps, attempts: ReturnType<typeof loginAttempts>) => {
  const second = secondStep(deps);

  /** It is no failure of others that a code is still missing: only the caller's own counter keeps the attempt. */
  const ask = async (attempt: Attempt, code: 'ERR_TOTP_REQUIRED' | 'ERR_TOTP_SETUP_REQUIRED', details?: TwoStepSetUp) => {
    await attempt.release();
    return new Refused(code, details && { details });
  };

  const enter = async ({ userId }: Owner, { given, device, attempt }: By): Promise<void> => {
    if (given.recoveryCode !== undefined) {
      // Too long to be guessed, so nobody who knows the password can use up the owner's last way in.
      if (await second.takeRecoveryCode(userId, given.recoveryCode)) return;
      throw new Refused('ERR_RECOVERY_CODE_INVALID');
    }
    if (given.code === undefined) throw await ask(attempt, 'ERR_TOTP_REQUIRED');
    const guess = await attempts.codeOf(userId, device ?? 'unknown device');
    if (!(await second.takeCode(userId, given.code))) throw new Refused('ERR_TOTP_INVALID');
    await guess.forgive();
  };

  const setUp = async (owner: Owner, { given, attempt }: By): Promise<string[]> => {
    if (given.code === undefined) {
      const { secret, setUp } = second.beginOnce(owner.userId);
      throw await ask(attempt, 'ERR_TOTP_SETUP_REQUIRED', { secret, uri: uriOf(secret, given.email), setUp });
    }
    // Without `setUp` the code is of no secret that this attempt was given.
    const codes = await second.confirm(owner, given.code, given.setUp ?? '');
    if (!codes) throw new Refused('ERR_TOTP_INVALID');
    return codes;
  };

  return async (owner: Owner, by: By): Promise<string[] | undefined> => {
    const { on } = await second.of(owner.userId);
    if (!on && !by.isRequired) return undefined;
    try {
      if (!on) return await setUp(owner, by).catch(asWrong);
      await enter(owner, by);
      return undefined;
    } finally {
      // Also after a refusal: of one who has lost the phone, the administrator must see that it is on.
      await second.tell(owner);
    }
  };
};

/** Another sign-in with the same code was first, or the set-up has just expired. */
const asWrong = (error: unknown): never => {
  const isLate = error instanceof Refused && (error.code === 'ERR_TOTP_ON' || error.code === 'ERR_TOTP_NOT_BEGUN');
  throw isLate ? new Refused('ERR_TOTP_INVALID') : error;
};
