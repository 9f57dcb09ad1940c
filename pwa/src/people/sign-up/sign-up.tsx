import { zodResolver } from '@hookform/resolvers/zod';
import { companyRoutes, newId } from '@prosa/contracts/schemas';
import { useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { PlanCards } from '../../company/plan-choice/plan-cards.tsx';
import { useOffer } from '../../company/plan-choice/use-offer.ts';
import { type Failure, failureOf } from '../../kernel/calls/api-error.ts';
import { call } from '../../kernel/calls/client.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { changeLanguage } from '../../kernel/i18n/i18n.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { submitDelay } from '../../kernel/submit-delay.ts';
import { Field } from '../../ui/fields/field.tsx';
import { PasswordInput } from '../../ui/fields/password-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Button } from '../../ui/marks/button.tsx';
import { EntryPage, FormRefusal, type FrameProps, OtherForm } from '../sessions/entry-page.tsx';
import styles from './sign-up.module.css';
import type texts from './sign-up.screen.pt.json';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    'sign-up': typeof texts;
  }
}

type Props = FrameProps & {
  /** Called with the e-mail of the first administrator, who may sign in now. */
  onDone: (email: string) => void;
};
const { body } = companyRoutes.signUp;
type Values = { userName: string; name: string; email: string; password: string; planId: string };
const schema = body
  .pick({ name: true, email: true, password: true, planId: true })
  .extend({ userName: body.shape.name }) as unknown as z.ZodType<Values, Values>;

/** Where the refusals of a field are shown. */
const fieldOf: Record<string, keyof Values> = {
  ERR_COMPANY_NAME_ALREADY_EXISTS: 'name',
  ERR_DUPLICATED_EMAIL: 'email',
  ERR_NO_PLAN_FOUND: 'planId',
  ERR_PASSWORD_COMMON: 'password',
  ERR_PASSWORD_IS_EMAIL: 'password',
};

/** The company that the address names as the one who referred this visitor; anything else is ignored. */
const referrer = (): string | null => {
  const { data } = body.shape.companyId.safeParse(new URLSearchParams(location.search).get('companyId'));
  return data ?? null;
};

/** The sign-up page: registers a company with its first administrator, who then signs in. */
export const SignUpPage = ({ onDone, ...frame }: Props) => {
  const { t } = useTexts('sign-up');
  const { language } = frame;
  useEffect(() => void changeLanguage(language), [language]);
  return (
    <EntryPage {...frame} title={t('title')} lead={t('lead')} isWide>
      <SignUpForm onDone={onDone} />
      <OtherForm question={t('hasAccount')} to="/login">
        {t('signIn')}
      </OtherForm>
    </EntryPage>
  );
};

const SignUpForm = ({ onDone }: Pick<Props, 'onDone'>) => {
  const { t } = useTexts('sign-up');
  const offer = useOffer();
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { userName: '', name: '', email: '', password: '', planId: '' },
    mode: 'onTouched',
  });
  const { register, control, handleSubmit, formState } = form;
  const [key, setKey] = useState(newId);
  const change = () => {
    // Another form is another sign-up; the same one, sent again, is not.
    setKey(newId());
    setFailure(null);
  };
  const send = async (values: Values) => {
    setFailure(null);
    try {
      await submitDelay();
      await call(companyRoutes.signUp, { body: { ...values, companyId: referrer() }, idempotencyKey: key });
      onDone(values.email.trim());
    } catch (error) {
      setFailure(failureOf(error));
    }
  };
  const errorOf = (name: keyof Values): string | undefined =>
    formState.errors[name]?.message ??
    failure?.fields[name] ??
    (failure && fieldOf[failure.code] === name ? errorText(failure) : undefined);
  const isShownAtField = (['userName', 'name', 'email', 'password', 'planId'] as const).some(
    (name) => errorOf(name) !== undefined,
  );
  const inputOf = (name: Exclude<keyof Values, 'planId'>) => register(name, { onChange: change });

  return (
    <form className={styles.form} onSubmit={(event) => void handleSubmit(send)(event)} noValidate>
      {failure && !isShownAtField && <FormRefusal>{errorText(failure)}</FormRefusal>}
      <div className={styles.fields}>
        <Field label={t('userName')} error={errorOf('userName')}>
          {(field) => <TextInput {...field} {...inputOf('userName')} autoComplete="name" autoFocus />}
        </Field>
        <Field label={t('name')} error={errorOf('name')}>
          {(field) => <TextInput {...field} {...inputOf('name')} autoComplete="organization" />}
        </Field>
        <Field label={t('email')} error={errorOf('email')}>
          {(field) => <TextInput {...field} {...inputOf('email')} type="email" autoComplete="username" inputMode="email" />}
        </Field>
        <Field label={t('password')} error={errorOf('password')} hint={t('passwordHint')}>
          {(field) => (
            <PasswordInput
              {...field}
              {...inputOf('password')}
              autoComplete="new-password"
              texts={{ showPassword: t('showPassword'), hidePassword: t('hidePassword') }}
            />
          )}
        </Field>
      </div>
      <Controller
        name="planId"
        control={control}
        render={({ field: { value, onChange, ref } }) => (
          <PlanCards
            offer={offer}
            chosen={value}
            onChoose={(id) => {
              onChange(id);
              change();
            }}
            error={errorOf('planId')}
            hint={t('planHint')}
            ref={ref}
          />
        )}
      />
      <Button kind="primary" wide type="submit" busy={formState.isSubmitting}>
        {t(formState.isSubmitting ? 'submitting' : 'submit')}
      </Button>
    </form>
  );
};
