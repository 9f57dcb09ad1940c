import { mailRoutes } from '@prosa/contracts';
import { call } from '../../kernel/calls/client.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { NotOpen } from './link-failed.tsx';
import { MailPage, type MailPageProps, Said, WayOn } from './mail-page.tsx';
import { useLink } from './use-link.ts';

/** Confirms the e-mail of the link as soon as it is opened. */
export const VerifyPage = ({ token, onDone: _, ...frame }: MailPageProps) => {
  const { t } = useTexts('mail');
  const { data, failure, retry } = useLink((signal) => call(mailRoutes.verify, { body: { token: token || '-' }, signal }));
  if (!data) return <NotOpen {...{ frame, failure }} purpose="email" opening={t('verifying')} onRetry={retry} />;
  return (
    <MailPage frame={frame} title={t('verifiedTitle')} lead={t('verifiedLead', { email: data.email ?? '' })}>
      <Said>
        <WayOn to="/">{t('goOn')}</WayOn>
      </Said>
    </MailPage>
  );
};
