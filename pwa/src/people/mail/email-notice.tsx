import { mailRoutes } from '@prosa/contracts';
import MailCheck from 'lucide-react/icons/mail-check';
import { useState } from 'react';
import { failureOf } from '../../kernel/calls/api-error.ts';
import { call } from '../../kernel/calls/client.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { TextButton } from '../../ui/marks/button.tsx';
import { Banner } from '../../ui/marks/states.tsx';
import type {} from './mail-page.tsx';

/** Asks to confirm the own e-mail, or the new one that takes its place then, and sends the link again. */
export const EmailNotice = ({ email, isNew }: { email: string; isNew: boolean }) => {
  const { t } = useTexts('mail');
  const [state, setState] = useState<'waits' | 'sending' | 'sent'>('waits');
  const [fault, setFault] = useState<string | null>(null);
  const send = async () => {
    setState('sending');
    setFault(null);
    try {
      await call(mailRoutes.sendVerification);
      setState('sent');
    } catch (error) {
      setFault(errorText(failureOf(error)));
      setState('waits');
    }
  };
  return (
    <Banner
      icon={MailCheck}
      isCalm
      action={
        state === 'waits' ? (
          <TextButton onClick={() => void send()}>{t('sendAgain')}</TextButton>
        ) : (
          state === 'sending' && <span>{t('sending')}</span>
        )
      }
    >
      {fault ?? t(state === 'sent' ? 'sentAgain' : isNew ? 'confirmNewEmail' : 'confirmEmail', { email })}
    </Banner>
  );
};
