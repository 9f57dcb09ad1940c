import { useDispatch, useSelector } from 'react-redux';
import { givenTexts } from '../../kernel/i18n/dictionary.ts';
import { chooseLanguage } from '../../kernel/i18n/i18n.ts';
import { useLanguage } from '../../kernel/i18n/use-texts.ts';
import { selectPreferences, themeChosen } from '../../shell/preferences.slice.ts';
import { codesSaved, signIn } from './sessions.saga.ts';
import { selectSession } from './sessions.slice.ts';
import { entryOf, selectSignIn } from './sign-in.state.ts';
import { SignInPage, type SignInTexts } from './sign-in.tsx';

/** The sign-in within the app, for users who were signed in before. */
export const SignIn = () => {
  const language = useLanguage();
  const dispatch = useDispatch();
  const entry = entryOf(useSelector(selectSession), useSelector(selectSignIn), useSelector(selectPreferences));
  const textsOf = <Name extends keyof SignInTexts>(name: Name): SignInTexts[Name] =>
    givenTexts(language, name) as SignInTexts[Name];
  return (
    <SignInPage
      {...entry}
      texts={{ app: textsOf('app'), sessions: textsOf('sessions') }}
      onSubmit={(values) => dispatch(signIn.start(values))}
      onCodesSaved={() => dispatch(codesSaved())}
      language={language}
      onLanguage={(chosen) => void chooseLanguage(chosen)}
      onTheme={(theme) => dispatch(themeChosen(theme))}
    />
  );
};
