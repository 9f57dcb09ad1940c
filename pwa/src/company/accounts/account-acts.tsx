import type { AccountView } from '@prosa/contracts';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useAct } from '../../kernel/calls/use-act.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import styles from '../../records/form-table.module.css';
import { Button } from '../../ui/marks/button.tsx';
import { DeletionDialog } from '../../ui/overlays/deletion-dialog.tsx';
import { deleteAccount, renewAccount, restoreAccount } from './accounts.commands.ts';

type Props = { account: AccountView; onDone: () => void; onChanged: () => void };

/** What is done with a company at once: it is deleted, or its deletion taken back, and renewed by a month. */
export const AccountActs = ({ account, onDone, onChanged }: Props) => {
  const { t } = useTexts('accounts');
  const dispatch = useDispatch();
  const { id, name, dueDate, erasesAt } = account;
  const [isRemoving, setRemoving] = useState(false);
  const isOwn = useSelector(selectMe)?.companyId === id;
  const renewal = useAct(renewAccount.act({ id, dueDate }), onChanged);
  const restoring = useAct(restoreAccount.act({ id }), onChanged);
  return (
    <>
      {erasesAt !== null ? (
        <Button className={styles.first!} busy={restoring.isBusy} onClick={() => dispatch(restoreAccount.start({ id }))}>
          {t('restore')}
        </Button>
      ) : (
        !isOwn && (
          <Button kind="quiet" className={`${styles.first} ${styles.danger}`} onClick={() => setRemoving(true)}>
            {t('remove')}
          </Button>
        )
      )}
      <Button
        icon={CalendarPlus}
        steady={`renew ${id} ${dueDate}`}
        busy={renewal.isBusy}
        title={t('monthHint')}
        onClick={() => dispatch(renewAccount.start({ id, dueDate }))}
      >
        {t('month')}
      </Button>
      {isRemoving && (
        <DeletionDialog
          title={t('removeTitle', { name })}
          id={id}
          act={deleteAccount.act({ id })}
          onDelete={() => dispatch(deleteAccount.start({ id }))}
          onClose={() => setRemoving(false)}
          onDone={() => {
            setRemoving(false);
            onDone();
          }}
          texts={{ cancel: t('cancel'), delete: t('removeIt') }}
        >
          <p>{t('removeHint')}</p>
        </DeletionDialog>
      )}
    </>
  );
};
