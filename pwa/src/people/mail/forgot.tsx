import { zodResolver } from '@hookform/resolvers/zod';
import { fields, mailRoutes } from '@prosa/contracts/schemas';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { type Failure, failureOf } from '../../kernel/calls/api-error.ts';
import { call } from '../../kernel/calls/client.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { submitDelay } from '../../kernel/submit-delay.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Button, TextButton } from '../../ui/marks/button.tsx';
import { FormRefusal } from '../sessions/entry-page.tsx';
import { MailPage, type MailPageProps, Said, ToSignIn } from './mail-page.tsx';

const schema = z.object({ email: fields.email });

/** Asks for the e-mail of a forgotten password; what it says then tells nobody whether there is such an account. */
export const ForgotPage = ({ token: _, onDone: __, ...frame }: MailPageProps) => {
  const { t } = useTexts('mail');
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <MailPage
      frame={frame}
      {...(sentTo === null ? { title: t('forgotTitle'), lead: t('forgotLead') } : { title: t('sentTitle') })}
    >
      {sentTo === null ? (
        <ForgotForm onSent={setSentTo} />
      ) : (
        <Said>
          <p>{t('linkSent', { email: sentTo })}</p>
          <p>
            <TextButton onClick={() => setSentTo(null)}>{t('otherEmail')}</TextButton>
          </p>
        </Said>
      )}
      <ToSignIn />
    </MailPage>
  );
};

const ForgotForm = ({ onSent }: { onSent: (email: string) => void }) => {
  const { t } = useTexts('mail');
  const [failure, setFailure] = useState<Failure | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: '' },
    mode: 'onTouched',
  });
  const send = async ({ email }: { email: string }) => {
    setFailure(null);
    try {
      await submitDelay();
      await call(mailRoutes.forgot, { body: { email } });
      onSent(email);
    } catch (error) {
      setFailure(failureOf(error));
    }
  };
  return (
    <form onSubmit={(event) => void handleSubmit(send)(event)} noValidate>
      {failure && <FormRefusal>{errorText(failure)}</FormRefusal>}
      <Field label={t('email')} error={formState.errors.email?.message ?? failure?.fields.email}>
        {(field) => (
          <TextInput {...field} {...register('email')} type="email" autoComplete="username" inputMode="email" autoFocus />
        )}
      </Field>
      <Button kind="primary" wide type="submit" busy={formState.isSubmitting}>
        {t(formState.isSubmitting ? 'sendingLink' : 'sendLink')}
      </Button>
    </form>
  );
};
