import type { ConnectionView } from '@prosa/contracts';
import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { errorText } from '../i18n/error-text.ts';
import { selectAct } from '../kernel/commands.slice.ts';
import { useWords } from '../records/use-words.ts';
import { Dialog } from '../ui/dialog.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { codeRead, selectCode } from './connections.codes.ts';
import { renewSession } from './connections.commands.ts';
import styles from './connections.module.css';
import { useDetail } from './use-detail.ts';

/** Statuses in which a device is linked, or about to be. */
const LINKED = new Set(['PAIRING', 'CONNECTED', 'TIMEOUT']);

/** Shows the code to link a device, each new one as it comes; it closes by itself when there is none any more. */
export const QrDialog = ({ connection: { id, name, status }, onClose }: { connection: ConnectionView; onClose: () => void }) => {
  useReturnFocus();
  const words = useWords('connections');
  const dispatch = useDispatch();
  const code = useSelector(selectCode(id));
  const heard = useRef(0);
  heard.current = code?.heard ?? 0;
  const { failure } = useDetail(id, () => {
    const before = heard.current;
    return ({ qrcode }) => dispatch(codeRead({ id, qrcode, heard: before }));
  });
  const refused = useSelector(selectAct(renewSession.act({ id })))?.failure ?? (code ? null : failure);
  const hasShown = useRef(false);
  const qrcode = code?.qrcode ?? '';
  if (qrcode !== '') hasShown.current = true;
  const isOver = (hasShown.current && qrcode === '') || (qrcode === '' && LINKED.has(status));
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
  return (
    <Dialog
      title={words('link', { name })}
      isOpen
      onClose={onClose}
      size="medium"
      refusal={refused && qrcode === '' ? errorText(refused) : null}
    >
      <div className={styles.qr}>
        <div className={styles.code}>{qrcode === '' ? <Spinner /> : <QrCode text={qrcode} label={words('code')} />}</div>
        <div className={styles.steps}>
          <ol>
            {(['step1', 'step2', 'step3'] as const).map((step) => (
              <li key={step}>{words(step)}</li>
            ))}
          </ol>
          <p className={styles.fresh} role="status">
            <Spinner />
            {words(qrcode === '' ? 'awaited' : 'fresh')}
          </p>
        </div>
      </div>
    </Dialog>
  );
};
