import { Refused, routes } from '@prosa/contracts';
import { answerPosition, implement } from '@prosa/infra/runtime';
import type { App, Caller, Deps } from '../../kernel/deps.ts';
import { secondStep } from '../two-step/second-step.ts';
import { uriOf } from '../two-step/totp.ts';
import { loginAttempts } from './attempts.ts';
import { credentials } from './credentials.ts';
import { withCode } from './current-code.ts';
import { currentPassword } from './current-password.ts';

/** The calls of a signed-in user for their own two-step sign-in. */
export const twoStepRoutes = (app: App, deps: Deps): void => {
  const { pool, referenceData, config } = deps;
  const second = secondStep(deps);
  const attempts = loginAttempts({ pool, masterKey: config.PROSA_KEYS });
  const assertCurrent = currentPassword(credentials({ pool, masterKey: config.PROSA_KEYS }), attempts);

  const isRequired = async (companyId: string) =>
    (await referenceData.company(companyId))?.settings.twoStepRequired === 'enabled';
  /** Password and code together: only who has both changes anything that is on. */
  const assertBoth = async (userId: string, body: { currentPassword: string; code: string }): Promise<void> => {
    if (!(await second.of(userId)).on) throw new Refused('ERR_TOTP_OFF');
    await assertCurrent(userId, body.currentPassword);
    await withCode(attempts, userId, () => second.takeCode(userId, body.code));
  };

  implement<typeof routes.twoStep.show, Caller>(app, routes.twoStep.show, async ({ principal: { userId, companyId } }) => {
    const [{ on, since, recoveryCodes }, required] = await Promise.all([second.of(userId), isRequired(companyId)]);
    return { on, since: since?.toISOString() ?? null, recoveryCodes, isRequired: required };
  });

  implement<typeof routes.twoStep.begin, Caller>(app, routes.twoStep.begin, async ({ principal, body }) => {
    const { userId, companyId } = principal;
    if ((await second.of(userId)).on) throw new Refused('ERR_TOTP_ON');
    await assertCurrent(userId, body.currentPassword);
    const secret = await second.begin(userId);
    const user = await referenceData.user(companyId, userId);
    return { secret, uri: uriOf(secret, user?.email ?? '') };
  });

  implement<typeof routes.twoStep.confirm, Caller>(app, routes.twoStep.confirm, async ({ principal, body, reply }) => {
    const recoveryCodes = await withCode(attempts, principal.userId, () => second.confirm(principal, body.code));
    answerPosition(reply, await second.tell(principal));
    return { recoveryCodes };
  });

  implement<typeof routes.twoStep.renewCodes, Caller>(app, routes.twoStep.renewCodes, async ({ principal, body }) => {
    await assertBoth(principal.userId, body);
    return { recoveryCodes: await second.renewCodes(principal.userId) };
  });

  implement<typeof routes.twoStep.turnOff, Caller>(app, routes.twoStep.turnOff, async ({ principal, body, reply }) => {
    if (await isRequired(principal.companyId)) throw new Refused('ERR_TOTP_MANDATORY');
    await assertBoth(principal.userId, body);
    await second.turnOff(principal.userId);
    answerPosition(reply, await second.tell(principal));
    return null;
  });
};
