import type { ConnectionView } from '@prosa/contracts';
import { useEffect, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { selectAct } from '../../kernel/calls/commands.slice.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useWords } from '../../records/use-words.ts';
import { useReturnFocus } from '../../ui/hooks/use-return-focus.ts';
import { Button } from '../../ui/marks/button.tsx';
import { QrCode } from '../../ui/marks/qr-code.tsx';
import { Spinner } from '../../ui/marks/spinner.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { codeRead, selectCode } from './connections.codes.ts';
import { renewSession, startSession } from './connections.commands.ts';
import styles from './connections.module.css';
import { Countdown, PhoneNumber, TypedCode } from './typed-code.tsx';
import { useDetail } from './use-detail.ts';

/** Statuses in which a device is linked, or about to be. */
const LINKED = new Set(['PAIRING', 'CONNECTED', 'TIMEOUT']);

/** Shows the code to link a device, each new one as it comes; it closes by itself when there is none any more. */
export const QrDialog = ({
  connection: { id, name, status, reason },
  onClose,
}: {
  connection: ConnectionView;
  onClose: () => void;
}) => {
  useReturnFocus();
  const words = useWords('connections');
  const dispatch = useDispatch();
  const code = useSelector(selectCode(id));
  const heard = useRef(0);
  heard.current = code?.heard ?? 0;
  const { failure } = useDetail(id, () => {
    const before = heard.current;
    return (shown) => dispatch(codeRead({ ...shown, id, heard: before }));
  });
  const renewal = useSelector(selectAct(renewSession.act({ id })))?.failure;
  const start = useSelector(selectAct(startSession.act({ id })));
  const refused = renewal ?? (code ? null : failure);
  const [isTyped, setTyped] = useState(false);
  const typed = code?.pairingCode ?? null;
  const hasShown = useRef(false);
  const qrcode = code?.qrcode ?? '';
  if (qrcode !== '') hasShown.current = true;
  const isUnanswered = qrcode === '' && reason === 'no-answer' && status === 'DISCONNECTED';
  // A code to type begins with a new session, which shows nothing for a moment.
  const isRenewed = start?.status === 'running' || (isTyped && (status === 'qrcode' || status === 'OPENING'));
  const isOver = qrcode === '' && ((hasShown.current && !isRenewed) || LINKED.has(status));
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
        {!(isTyped && !typed) && !isUnanswered && (
          <div className={styles.code}>
            {qrcode === '' ? (
              <Spinner />
            ) : typed && isTyped ? (
              <TypedCode code={typed} />
            ) : (
              <QrCode text={qrcode} label={words('code')} />
            )}
          </div>
        )}
        <div className={styles.steps}>
          <ol>
            {(['step1', 'step2', isTyped ? 'step3Typed' : 'step3'] as const).map((step) => (
              <li key={step}>{words(step)}</li>
            ))}
          </ol>
          {isUnanswered ? (
            <div className={styles.unanswered}>
              <p role="alert">{words('noAnswer')}</p>
              <Button small busy={start?.status === 'running'} onClick={() => dispatch(startSession.start({ id }))}>
                {words('again')}
              </Button>
            </div>
          ) : isTyped && !typed ? (
            <PhoneNumber id={id} />
          ) : (
            <p className={styles.fresh} role="status">
              <Spinner />
              {words(qrcode === '' ? (status === 'OPENING' ? 'connecting' : 'awaited') : isTyped ? 'awaitedTyping' : 'fresh')}
            </p>
          )}
          {qrcode !== '' && code?.codeUntil && !isTyped && <Countdown until={code.codeUntil} />}
          <Button small kind="quiet" onClick={() => setTyped(!isTyped)}>
            {words(isTyped ? 'byCamera' : 'byTyping')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};
