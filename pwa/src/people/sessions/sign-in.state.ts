import { selectAct } from '../../kernel/calls/commands.slice.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import type { WithPreferences } from '../../shell/preferences.slice.ts';
import { signIn } from './sessions.saga.ts';
import type { SessionState } from './sessions.slice.ts';

/** The running or refused sign-in. */
export const selectSignIn = selectAct(signIn.act({ email: '', password: '' }));

/** The state of the sign-in, as its page shows it. */
export const entryOf = (
  { ended, recoveryCodes }: SessionState,
  act: ReturnType<typeof selectSignIn>,
  { theme }: WithPreferences['preferences'],
) => ({
  ended,
  recoveryCodes,
  failure: act?.failure ? { ...act.failure, text: errorText(act.failure) } : null,
  isBusy: act?.status === 'running',
  theme,
});
