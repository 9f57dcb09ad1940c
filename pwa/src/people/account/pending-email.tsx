import { userRoutes } from '@prosa/contracts';
import { useState } from 'react';
import { failureOf } from '../../kernel/calls/api-error.ts';
import { call } from '../../kernel/calls/client.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Button } from '../../ui/marks/button.tsx';
import { Row } from './account-rows.tsx';

/** The new own e-mail that waits for its link. It is dropped by naming the one that counts. */
export const PendingEmail = ({ id, email, newEmail }: { id: string; email: string; newEmail: string }) => {
  const { t } = useTexts('account');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const handleDrop = async () => {
    setBusy(true);
    setFault(null);
    try {
      await call(userRoutes.change, { params: { id }, body: { email } });
    } catch (error) {
      setFault(errorText(failureOf(error)));
      setBusy(false);
    }
  };
  return (
    <Row
      title={t('newEmail')}
      isFault={fault !== null}
      act={
        <Button small disabled={isBusy} aria-label={t('dropNewEmail')} onClick={() => void handleDrop()}>
          {t('drop')}
        </Button>
      }
    >
      {fault ?? t('newEmailWaits', { email: newEmail })}
    </Row>
  );
};
