import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { EntryPage, FormRefusal, type FrameProps, OtherForm } from './entry-page.tsx';
import type own from './sessions.pt.json';
import type { Ended } from './sessions.slice.ts';

export type Credentials = { email: string; password: string };
/** The texts that it shows: its own, and the app's for language and theme. */
export type SignInTexts = { app: FrameProps['texts']; sessions: typeof own };
type Props = Omit<FrameProps, 'texts'> & {
  texts: SignInTexts;
  /** Why nobody is signed in. */
  ended: Ended;
  /** The e-mail of somebody who has just signed up. */
  signedUp?: string | null;
  /** The text of the last attempt's failure, and its errors by field. */
  failure: { text: string; fields: Record<string, string> } | null;
  isBusy: boolean;
  onSubmit: (values: Credentials) => void;
  /** Called when the form first gets the focus. */
  onBegin?: () => void;
};

/**
 * The sign-in page: the input stays after a refusal, which is shown above the fields. It is shown before the store, the router and i18next
 * are loaded (app/door.tsx), so it gets everything by props.
 */
export const SignInPage = ({ texts, ...props }: Props) => {
  const { sessions } = texts;
  const { ended, signedUp = null } = props;
  const why = ended !== null && ended !== 'left' ? sessions[ended] : null;
  return (
    <EntryPage
      {...props}
      texts={texts.app}
      title={sessions.title}
      lead={sessions.lead}
      notice={signedUp === null ? why : sessions.signedUp}
    >
      <SignInForm {...props} texts={sessions} />
      <OtherForm question={sessions.noAccount} to="/signup">
        {sessions.signUp}
      </OtherForm>
    </EntryPage>
  );
};

type FormProps = Pick<Props, 'signedUp' | 'failure' | 'isBusy' | 'onSubmit' | 'onBegin'> & { texts: typeof own };

const SignInForm = ({ texts, signedUp, failure, isBusy, onSubmit, onBegin }: FormProps) => {
  const [values, setValues] = useState<Credentials>({ email: signedUp ?? '', password: '' });
  const [left, setLeft] = useState({ email: false, password: false });
  const [capsLock, setCapsLock] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const errorOf = (name: keyof Credentials): string | undefined => {
    if (left[name] && values[name].trim() === '') return texts.required;
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
      {failure && !isBusy && <FormRefusal>{failure.text}</FormRefusal>}
      <Field label={texts.email} error={errorOf('email')}>
        {(control) => <TextInput {...control} {...inputOf('email')} type="email" autoComplete="username" inputMode="email" />}
      </Field>
      <Field label={texts.password} error={errorOf('password')} hint={capsLock ? texts.capsLock : undefined}>
        {(control) => (
          <PasswordInput
            {...control}
            {...inputOf('password')}
            texts={texts}
            autoComplete="current-password"
            autoFocus={Boolean(signedUp)}
            onKeyDown={handleKey}
            onKeyUp={handleKey}
          />
        )}
      </Field>
      <Button kind="primary" wide type="submit" busy={isBusy}>
        {isBusy ? texts.submitting : texts.submit}
      </Button>
    </form>
  );
};
