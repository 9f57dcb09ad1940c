import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { errorText } from '../i18n/error-text.ts';
import { chooseLanguage, currentLanguage } from '../i18n/i18n.ts';
import { selectAct } from '../kernel/commands.slice.ts';
import { selectPreferences, themeChosen, type WithPreferences } from '../shell/preferences.slice.ts';
import { codesKept, signIn } from './sessions.saga.ts';
import { type SessionState, selectSession } from './sessions.slice.ts';
import { SignInPage, type SignInTexts } from './sign-in.tsx';

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

/** The sign-in within the app, for users who were signed in before. */
export const SignIn = () => {
  const { i18n } = useTranslation();
  const dispatch = useDispatch();
  const entry = entryOf(useSelector(selectSession), useSelector(selectSignIn), useSelector(selectPreferences));
  const textsOf = <Name extends keyof SignInTexts>(name: Name): SignInTexts[Name] =>
    i18n.getResourceBundle(currentLanguage(), name);
  return (
    <SignInPage
      {...entry}
      texts={{ app: textsOf('app'), sessions: textsOf('sessions') }}
      onSubmit={(values) => dispatch(signIn.start(values))}
      onCodesKept={() => dispatch(codesKept())}
      language={currentLanguage()}
      onLanguage={(language) => void chooseLanguage(language)}
      onTheme={(theme) => dispatch(themeChosen(theme))}
    />
  );
};
