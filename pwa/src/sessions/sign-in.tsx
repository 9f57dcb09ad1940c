import CircleAlert from 'lucide-react/icons/circle-alert';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { filled } from '../i18n/filled.ts';
import { type Language, languages } from '../i18n/languages.ts';
import { type Theme, themeAfter } from '../shell/theme.ts';
import { useTitle } from '../shell/title.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { ProsaMark } from '../ui/prosa-mark.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type own from './sessions.pt.json';
import type { Ended } from './sessions.slice.ts';
import styles from './sign-in.module.css';

export type Credentials = { email: string; password: string };
/** The texts that it shows: its own, and the app's for language and theme. */
export type SignInTexts = {
  app: Record<Language | Theme | 'language' | 'chooseLanguage' | 'theme', string>;
  sessions: typeof own;
};
type Props = {
  texts: SignInTexts;
  /** Why nobody is signed in. */
  ended: Ended;
  /** The text of the last attempt's failure, and its errors by field. */
  failure: { text: string; fields: Record<string, string> } | null;
  isBusy: boolean;
  onSubmit: (values: Credentials) => void;
  /** Called when the form first gets the focus. */
  onBegin?: () => void;
  language: Language;
  onLanguage: (language: Language) => void;
  theme: Theme;
  onTheme: (theme: Theme) => void;
};

/**
 * The sign-in page: the input stays after a refusal, which is shown above the fields. It is shown before the store, the router and i18next
 * are loaded (app/door.tsx), so it gets everything by props.
 */
export const SignInPage = (props: Props) => {
  const { sessions } = props.texts;
  useTitle(sessions.title);
  const { ended } = props;
  return (
    <div className={styles.signIn}>
      <main>
        <p className={styles.brand}>
          <ProsaMark size={28} />
          Prosa
        </p>
        <h1>{sessions.title}</h1>
        <p className={styles.lead}>{sessions.lead}</p>
        {ended !== null && ended !== 'left' && <p className={styles.noticeLine}>{sessions[ended]}</p>}
        <SignInForm {...props} />
      </main>
      <Footer {...props} />
    </div>
  );
};

const SignInForm = ({ texts: { sessions }, failure, isBusy, onSubmit, onBegin }: Props) => {
  const [values, setValues] = useState<Credentials>({ email: '', password: '' });
  const [left, setLeft] = useState({ email: false, password: false });
  const [isShown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const errorOf = (name: keyof Credentials): string | undefined => {
    if (left[name] && values[name].trim() === '') return sessions.required;
    return failure?.fields[name];
  };
  const inputOf = (name: keyof Credentials) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
    onBlur: () => setLeft((before) => ({ ...before, [name]: values[name] !== '' || before[name] })),
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setLeft({ email: true, password: true });
    const missing = (['email', 'password'] as const).find((name) => values[name].trim() === '');
    if (missing) form.current?.querySelector<HTMLInputElement>(`[name="${missing}"]`)?.focus();
    else if (!isBusy) onSubmit({ email: values.email.trim(), password: values.password });
  };
  const handleKey = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  return (
    <form onSubmit={handleSubmit} onFocus={onBegin} noValidate ref={form}>
      {failure && !isBusy && (
        <p className={styles.formError} role="alert">
          <Icon of={CircleAlert} />
          <span>{failure.text}</span>
        </p>
      )}
      <Field label={sessions.email} error={errorOf('email')}>
        {(control) => <TextInput {...control} {...inputOf('email')} type="email" autoComplete="username" inputMode="email" />}
      </Field>
      <Field label={sessions.password} error={errorOf('password')} hint={capsLock ? sessions.capsLock : undefined}>
        {(control) => (
          <TextInput
            {...control}
            {...inputOf('password')}
            type={isShown ? 'text' : 'password'}
            autoComplete="current-password"
            onKeyDown={handleKey}
            onKeyUp={handleKey}
            end={
              <IconButton
                icon={isShown ? EyeOff : Eye}
                smallIcon
                label={isShown ? sessions.hidePassword : sessions.showPassword}
                aria-pressed={isShown}
                onClick={() => setShown(!isShown)}
              />
            }
          />
        )}
      </Field>
      <Button kind="primary" wide type="submit" busy={isBusy}>
        {isBusy ? sessions.submitting : sessions.submit}
      </Button>
    </form>
  );
};

const Footer = ({ texts: { app }, language, onLanguage, theme, onTheme }: Props) => (
  <footer>
    {/* The browser's own select lies invisibly over the text: Blueprint's menu would be a large part of the app. */}
    <span className={styles.language}>
      <span aria-hidden="true">{filled(app.language, { language: app[language] })}</span>
      <select
        aria-label={app.chooseLanguage}
        value={language}
        onChange={({ target }) => {
          const chosen = languages.find((one) => one === target.value);
          if (chosen) onLanguage(chosen);
        }}
      >
        {languages.map((one) => (
          <option key={one} value={one} lang={one}>
            {app[one]}
          </option>
        ))}
      </select>
    </span>
    <button type="button" onClick={() => onTheme(themeAfter(theme))}>
      {filled(app.theme, { theme: app[theme] })}
    </button>
  </footer>
);
