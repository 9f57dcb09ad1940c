import { useDispatch } from 'react-redux';
import { errorText } from '../../../kernel/calls/error-text.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useReturnFocus } from '../../../ui/hooks/use-return-focus.ts';
import { Button } from '../../../ui/marks/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { type BulkResult, bulkResult } from '../state/tickets.slice.ts';
import styles from './bulk-result-dialog.module.css';

/** Lists the tickets of a bulk action that failed, with the reasons. */
export const BulkResultDialog = ({ told: { done, failed } }: { told: BulkResult }) => {
  useReturnFocus();
  const { t } = useTexts('tickets');
  const dispatch = useDispatch();
  const close = () => dispatch(bulkResult(null));
  return (
    <Dialog
      title={t('bulkFailed', { count: failed.length })}
      isOpen
      onClose={close}
      footer={
        <Button kind="primary" onClick={close}>
          {t('close')}
        </Button>
      }
    >
      <div className="body">
        <p>
          {t('bulkDone', { count: done })} {t('bulkKept')}
        </p>
        <ul className={styles.failed}>
          {failed.map(({ id, name, error }) => (
            <li key={id}>
              <b className="truncate">{name}</b>
              <span>{errorText({ code: error, details: {} })}</span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
};
