import { zodResolver } from '@hookform/resolvers/zod';
import { mailRoutes, newId } from '@prosa/contracts/schemas';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Failure, failureOf } from '../../kernel/calls/api-error.ts';
import { call } from '../../kernel/calls/client.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { submitDelay } from '../../kernel/submit-delay.ts';
import { Field } from '../../ui/fields/field.tsx';
import { PasswordInput } from '../../ui/fields/password-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Button } from '../../ui/marks/button.tsx';
import { FormRefusal } from '../sessions/entry-page.tsx';
import { isInvalid, NotOpen } from './link-failed.tsx';
import { MailPage, type MailPageProps } from './mail-page.tsx';
import { useLink } from './use-link.ts';

const schema = mailRoutes.reset.body.pick({ password: true });

export const ResetPage = (props: MailPageProps) => <PasswordLink {...props} purpose="reset" />;
export const InvitePage = (props: MailPageProps) => <PasswordLink {...props} purpose="invitation" />;

/** Sets the password of the user whom the link is for. */
const PasswordLink = ({ token, onDone, purpose, ...frame }: MailPageProps & { purpose: 'reset' | 'invitation' }) => {
  const { t } = useTexts('mail');
  const link = useLink((signal) => call(mailRoutes.showLink, { body: { token: token || '-' }, signal }));
  const [used, setUsed] = useState<Failure | null>(null);
  const { data, failure, retry } = link;
  if (!data || used) return <NotOpen {...{ frame, purpose }} failure={used ?? failure} opening={t('opening')} onRetry={retry} />;
  const { name, company, email } = data;
  const isInvitation = purpose === 'invitation';
  const welcome = name === null ? t('inviteTitleAll') : t('inviteTitle', { name });
  return (
    <MailPage
      frame={frame}
      title={isInvitation ? welcome : t('resetTitle')}
      lead={isInvitation ? t('inviteLead', { company }) : t('resetLead')}
    >
      <PasswordForm
        token={token}
        email={email ?? ''}
        label={t(isInvitation ? 'password' : 'newPassword')}
        onDone={onDone}
        onInvalid={setUsed}
      />
    </MailPage>
  );
};

type FormProps = {
  token: string;
  email: string;
  label: string;
  onDone: (email: string) => void;
  /** The link was used, or has expired, while the form was open. */
  onInvalid: (failure: Failure) => void;
};

const PasswordForm = ({ token, email, label, onDone, onInvalid }: FormProps) => {
  const { t } = useTexts('mail');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [key, setKey] = useState(newId);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { password: '' },
    mode: 'onTouched',
  });
  const send = async ({ password }: { password: string }) => {
    setFailure(null);
    try {
      await submitDelay();
      await call(mailRoutes.reset, { body: { token, password }, idempotencyKey: key });
      onDone(email);
    } catch (error) {
      const why = failureOf(error);
      if (isInvalid(why) && why.code !== 'ERR_VALIDATION') onInvalid(why);
      else setFailure(why);
    }
  };
  const change = () => {
    // Another password is another act; the same one, sent again after a lost answer, is not.
    setKey(newId());
    setFailure(null);
  };
  return (
    <form onSubmit={(event) => void handleSubmit(send)(event)} noValidate>
      {failure && !failure.fields.password && <FormRefusal>{errorText(failure)}</FormRefusal>}
      <Field label={t('email')}>
        {(field) => <TextInput {...field} type="email" autoComplete="username" value={email} readOnly />}
      </Field>
      <Field label={label} error={formState.errors.password?.message ?? failure?.fields.password} hint={t('passwordHint')}>
        {(field) => (
          <PasswordInput
            {...field}
            {...register('password', { onChange: change })}
            autoComplete="new-password"
            autoFocus
            texts={{ showPassword: t('showPassword'), hidePassword: t('hidePassword') }}
          />
        )}
      </Field>
      <Button kind="primary" wide type="submit" busy={formState.isSubmitting}>
        {t(formState.isSubmitting ? 'savingPassword' : 'savePassword')}
      </Button>
    </form>
  );
};
