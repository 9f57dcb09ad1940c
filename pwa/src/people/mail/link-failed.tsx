import type { Failure } from '../../kernel/calls/api-error.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Button } from '../../ui/marks/button.tsx';
import { Spinner } from '../../ui/marks/spinner.tsx';
import type { FrameProps } from '../sessions/entry-page.tsx';
import { MailPage, Said, ToSignIn, WayOn } from './mail-page.tsx';

export type LinkPurpose = 'reset' | 'invitation' | 'email';

/** Whether the link itself is at fault: trying again would not help. */
export const isInvalid = ({ status }: Failure): boolean => status === 400;

/** The page of a link that is no longer valid, or that could not be opened; while it is being opened, that. */
export const NotOpen = ({
  frame,
  purpose,
  failure,
  opening,
  onRetry,
}: {
  frame: FrameProps;
  purpose: LinkPurpose;
  failure: Failure | null;
  /** The title while there is no failure. */
  opening: string;
  onRetry: () => void;
}) => {
  const { t } = useTexts('mail');
  if (!failure)
    return (
      <MailPage frame={frame} title={opening}>
        <Spinner />
      </MailPage>
    );
  if (!isInvalid(failure))
    return (
      <MailPage frame={frame} title={t('openFailed')} lead={errorText(failure)}>
        <Said isBad>
          <Button kind="primary" onClick={onRetry}>
            {t('retry')}
          </Button>
        </Said>
      </MailPage>
    );
  return (
    <MailPage frame={frame} title={t('invalidTitle')} lead={t('invalidLead')}>
      <Said isBad>
        {purpose === 'reset' && <WayOn to="/forgot">{t('askAgain')}</WayOn>}
        {purpose === 'invitation' && <p>{t('invalidInvite')}</p>}
        {purpose === 'email' && (
          <>
            <p>{t('invalidCheck')}</p>
            <WayOn to="/">{t('goOn')}</WayOn>
          </>
        )}
      </Said>
      {purpose !== 'email' && <ToSignIn question={purpose === 'reset' ? 'remembered' : 'hasPassword'} />}
    </MailPage>
  );
};
