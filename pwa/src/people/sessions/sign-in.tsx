import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Field } from '../../ui/fields/field.tsx';
import { PasswordInput } from '../../ui/fields/password-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Button } from '../../ui/marks/button.tsx';
import { EntryPage, ForgottenLink, FormRefusal, type FrameProps, OtherForm } from './entry-page.tsx';
import { type Asked, checkoutTokenOf, isAsk, requiredBy } from './required-step.ts';
import type own from './sessions.pt.json';
import type { Ended } from './sessions.slice.ts';

/** Somebody who has just signed up, or set their password by a mailed link. */
export type Arrived = { email: string; by: 'signedUp' | 'passwordSet' };
export type Credentials = { email: string; password: string } & Partial<{ code: string; setUp: string; recoveryCode: string }>;
const EMPTY = { email: '', password: '' };
/** The texts that it shows: its own, and the app's for language and theme. */
export type SignInTexts = { app: FrameProps['texts']; sessions: typeof own };
type Props = Omit<FrameProps, 'texts'> & {
  texts: SignInTexts;
  /** Why nobody is signed in. */
  ended: Ended;
  arrived?: Arrived | null;
  /** The text of the last attempt's failure, and its errors by field. */
  failure: Refusal | null;
  /** The recovery codes that a sign-in shows once the second step is set up, before it goes on. */
  recoveryCodes: readonly string[] | null;
  isBusy: boolean;
  onSubmit: (values: Credentials) => void;
  /** Called when the form first gets the focus. */
  onBegin?: () => void;
  onCodesSaved: () => void;
};
type Refusal = { code: string; text: string; fields: Record<string, string>; details: Record<string, unknown> };
type SecondStep = Awaited<ReturnType<typeof import('./load-second-step.ts').loadSecondStep>>;

/** The page of the second step from when a refusal asks for it; the password's page stays until it is loaded. */
const useSecondStep = (failure: Refusal | null) => {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [Page, setPage] = useState<SecondStep | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the refusal is another object at each rendering
  useEffect(() => {
    const now = failure ? requiredBy(failure) : undefined;
    if (now === undefined) return;
    setAsked(now);
    if (now)
      import('./load-second-step.ts')
        .then(({ loadSecondStep }) => loadSecondStep())
        .then(
          (page) => setPage(() => page),
          () => setAsked(null),
        );
  }, [failure?.code]);
  return { asked, Page, leave: () => setAsked(null) };
};

type OverdueCheckout = Awaited<ReturnType<typeof import('./load-overdue-checkout.ts').loadOverdueCheckout>>;

/** The checkout that a refusal opens on demand; its token is kept while it is open, and nowhere else. */
const useOverdueCheckout = (failure: Refusal | null) => {
  const offered = checkoutTokenOf(failure);
  const [token, setToken] = useState<string | null>(null);
  const [Page, setPage] = useState<OverdueCheckout | null>(null);
  const open = () => {
    setToken(offered);
    import('./load-overdue-checkout.ts')
      .then(({ loadOverdueCheckout }) => loadOverdueCheckout())
      .then(
        (page) => setPage(() => page),
        () => setToken(null),
      );
  };
  return {
    open: offered === null ? null : open,
    isOpening: token !== null && Page === null,
    token,
    Page,
    close: () => setToken(null),
  };
};

/**
 * The sign-in page: the input stays after a refusal, which is shown above the fields. It is shown before the store, the router and the dictionary
 * are loaded (app/public-pages.tsx), so it gets everything by props.
 */
export const SignInPage = ({ texts, ...props }: Props) => {
  const { sessions } = texts;
  const { ended, arrived = null, failure, isBusy, recoveryCodes, onSubmit, onBegin, onCodesSaved, ...frame } = props;
  const [values, setValues] = useState({ ...EMPTY, email: arrived?.email ?? '' });
  const { asked, Page, leave } = useSecondStep(failure);
  const checkout = useOverdueCheckout(failure);
  const why = ended !== null && ended !== 'left' ? sessions[ended] : null;
  const typed = { ...values, email: values.email.trim() };
  if (asked && Page)
    return (
      <Page
        {...frame}
        {...asked}
        {...{ recoveryCodes, isBusy, onCodesSaved }}
        texts={texts.app}
        email={typed.email}
        refusal={failure && !isAsk(failure) ? failure.text : null}
        onSubmit={(proof) => onSubmit({ ...typed, ...proof })}
        onBack={leave}
      />
    );
  if (checkout.Page && checkout.token !== null)
    return (
      <checkout.Page
        {...frame}
        texts={texts.app}
        token={checkout.token}
        onBack={checkout.close}
        onPaid={() => {
          checkout.close();
          onSubmit(typed);
        }}
      />
    );
  return (
    <EntryPage
      {...frame}
      texts={texts.app}
      title={sessions.title}
      lead={sessions.lead}
      notice={arrived === null ? why : sessions[arrived.by]}
    >
      <SignInForm
        {...{ values, setValues, arrived, onBegin }}
        texts={sessions}
        isBusy={isBusy || asked !== null}
        failure={isAsk(failure) ? null : failure}
        onPay={checkout.open}
        isOpening={checkout.isOpening}
        onSubmit={() => onSubmit(typed)}
      />
      <OtherForm question={sessions.noAccount} to="/signup">
        {sessions.signUp}
      </OtherForm>
    </EntryPage>
  );
};

type FormProps = Pick<Props, 'arrived' | 'failure' | 'isBusy' | 'onBegin'> & {
  texts: typeof own;
  values: typeof EMPTY;
  setValues: (values: typeof EMPTY) => void;
  /** Opens the checkout; null where there is none. */
  onPay: (() => void) | null;
  isOpening: boolean;
  onSubmit: () => void;
};

const SignInForm = ({ texts, values, setValues, arrived, failure, isBusy, onPay, isOpening, onSubmit, onBegin }: FormProps) => {
  const [left, setLeft] = useState({ email: false, password: false });
  const [capsLock, setCapsLock] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const errorOf = (name: keyof typeof EMPTY): string | undefined => {
    if (left[name] && values[name].trim() === '') return texts.required;
    return failure?.fields[name];
  };
  const inputOf = (name: keyof typeof EMPTY) => ({
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
    else if (!isBusy) onSubmit();
  };
  const handleKey = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  return (
    <form onSubmit={handleSubmit} onFocus={onBegin} noValidate ref={form}>
      {failure && !isBusy && <FormRefusal>{failure.text}</FormRefusal>}
      {onPay && !isBusy && (
        <Button kind="call" wide busy={isOpening} onClick={onPay}>
          {texts.payInvoice}
        </Button>
      )}
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
            autoFocus={Boolean(arrived)}
            onKeyDown={handleKey}
            onKeyUp={handleKey}
          />
        )}
      </Field>
      <ForgottenLink>{texts.forgot}</ForgottenLink>
      <Button kind="primary" wide type="submit" busy={isBusy}>
        {isBusy ? texts.submitting : texts.submit}
      </Button>
    </form>
  );
};
