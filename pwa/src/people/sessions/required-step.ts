import type { ExpiredDetails, TwoStepSetUp } from '@prosa/contracts';

/** Where the second step begins, and what its set-up needs. */
export type Asked = { setUp: TwoStepSetUp | null };
type Refusal = { code: string; details: Record<string, unknown> };

/** The second step that a refusal asks for; undefined if it is about something else, null if it leads back to the password. */
export const requiredBy = ({ code, details }: Refusal): Asked | null | undefined => {
  if (code === 'ERR_TOTP_REQUIRED') return { setUp: null };
  if (code === 'ERR_TOTP_SETUP_REQUIRED') return { setUp: details as TwoStepSetUp };
  return code === 'ERR_INVALID_CREDENTIALS' || code === 'ERR_SUBSCRIPTION_EXPIRED' ? null : undefined;
};
/** Whether a refusal only asks for the second step. */
export const isAsk = (failure: Refusal | null): boolean => failure !== null && Boolean(requiredBy(failure));
/** The checkout's token, which a refusal has for the administrator of an expired company; null otherwise. */
export const checkoutTokenOf = (failure: Refusal | null): string | null =>
  failure?.code === 'ERR_SUBSCRIPTION_EXPIRED' ? ((failure.details as ExpiredDetails).checkoutToken ?? null) : null;
