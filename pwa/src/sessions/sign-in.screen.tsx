import CircleAlert from 'lucide-react/icons/circle-alert';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { preloadInside } from '../app/preload.ts';
import { useTheme } from '../app/theme-button.tsx';
import { useTitle } from '../app/title.ts';
import { errorText } from '../i18n/error-text.ts';
import { chooseLanguage, currentLanguage, languages } from '../i18n/i18n.ts';
import { selectAct } from '../kernel/commands.slice.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { ProsaMark } from '../ui/channel-icon.tsx';
import { Field } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import type { MenuTrigger } from '../ui/menu.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { signIn } from './sessions.saga.ts';
import { selectSession } from './sessions.slice.ts';

type Name = 'email' | 'password';
const ACT = signIn.act({ email: '', password: '' });

/** Sign-in: what was typed stays after a refusal, whose words stand above the fields. */
export const SignIn = () => {
  const { t } = useTranslation('sessions');
  useTitle(t('title'));
  const { ended } = useSelector(selectSession);
  return (
    <div className="sign-in">
      <main>
        <p className="brand">
          <ProsaMark size={28} />
          Prosa
        </p>
        <h1>{t('title')}</h1>
        <p className="lead">{t('lead')}</p>
        {ended !== null && ended !== 'left' && <p className="notice-line">{t(ended)}</p>}
        <SignInForm />
      </main>
      <Footer />
    </div>
  );
};

const SignInForm = () => {
  const { t } = useTranslation('sessions');
  const dispatch = useDispatch();
  const act = useSelector(selectAct(ACT));
  const [values, setValues] = useState({ email: '', password: '' });
  const [left, setLeft] = useState({ email: false, password: false });
  const [isShown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const failure = act?.failure ?? null;
  const isBusy = act?.status === 'running';

  const errorOf = (name: Name): string | undefined => {
    if (left[name] && values[name].trim() === '') return t('required');
    return failure?.fields[name];
  };
  const inputOf = (name: Name) => ({
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
    else if (!isBusy) dispatch(signIn.start({ email: values.email.trim(), password: values.password }));
  };
  const handleKey = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  return (
    <form onSubmit={handleSubmit} onFocus={preloadInside} noValidate ref={form}>
      {failure && !isBusy && (
        <p className="form-error" role="alert">
          <Icon of={CircleAlert} />
          <span>{errorText(failure)}</span>
        </p>
      )}
      <Field label={t('email')} error={errorOf('email')}>
        {(control) => <TextInput {...control} {...inputOf('email')} type="email" autoComplete="username" inputMode="email" />}
      </Field>
      <Field label={t('password')} error={errorOf('password')} hint={capsLock ? t('capsLock') : undefined}>
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
                label={t(isShown ? 'hidePassword' : 'showPassword')}
                aria-pressed={isShown}
                onClick={() => setShown(!isShown)}
              />
            }
          />
        )}
      </Field>
      <Button kind="primary" wide type="submit" busy={isBusy}>
        {t(isBusy ? 'submitting' : 'submit')}
      </Button>
    </form>
  );
};

/** Loaded when somebody wants it: few do, and it stands on a good part of Blueprint. */
const MenuButton = lazy(async () => ({ default: (await import('../ui/menu.tsx')).MenuButton }));

const Footer = () => {
  const { t } = useTranslation();
  const { words, chooseNext } = useTheme();
  const [isChoosing, setChoosing] = useState(false);
  const button = (more: Partial<MenuTrigger> & { 'aria-busy'?: true }) => (
    <button type="button" {...more}>
      {t('language', { language: t(currentLanguage()) })}
    </button>
  );
  const entries = languages.map((language) => ({
    id: language,
    label: <span lang={language}>{t(language)}</span>,
    checked: language === currentLanguage(),
    run: () => void chooseLanguage(language),
  }));
  return (
    <footer>
      {isChoosing ? (
        <Suspense fallback={button({ 'aria-busy': true })}>
          <MenuButton label={t('chooseLanguage')} entries={entries} placement="top-end" startsOpen>
            {button}
          </MenuButton>
        </Suspense>
      ) : (
        button({ onClick: () => setChoosing(true), 'aria-haspopup': 'menu', 'aria-expanded': false })
      )}
      <button type="button" onClick={chooseNext}>
        {t('theme', { theme: words })}
      </button>
    </footer>
  );
};
