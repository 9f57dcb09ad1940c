import AlarmClock from 'lucide-react/icons/alarm-clock';
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { type FocusEvent, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { selectToasts, type Toast, toastDismissed, toastHeld } from '../kernel/calls/toasts.slice.ts';
import { useTexts } from '../kernel/i18n/use-texts.ts';
import { useIsPhone } from './hooks/use-media.ts';
import { Button, IconButton } from './marks/button.tsx';
import { Icon } from './marks/icon.tsx';
import { ToastCountdown } from './toast-countdown.tsx';

const icons = { ok: CircleCheck, bad: CircleAlert, warn: TriangleAlert };
const deeds = { transferred: ArrowRightLeft, returned: Undo2, snoozed: AlarmClock };
/** The shortcut of the newest toast's button (app/shell/toast-key.ts). */
export const TOAST_KEY = 'z';

/**
 * Shows all current toasts. Mount it once; show a toast with `notified({ kind, text })`. `isAtHead`: phones show them at the head of the
 * screen, because what is newest on it is at its foot.
 */
export const Toasts = ({ isAtHead }: { isAtHead: boolean }) => {
  const toasts = useSelector(selectToasts);
  const offered = toasts.findLast(({ action }) => action);
  return (
    <div className={`toasts ${isAtHead ? 'at-head' : ''}`} aria-live="polite">
      {toasts.map((toast) => (
        <One key={toast.id} toast={toast} hasKey={toast === offered} />
      ))}
    </div>
  );
};

const One = ({ toast, hasKey }: { toast: Toast; hasKey: boolean }) => {
  const { id, kind, icon, text, strong, action, countdown, isHeld = false } = toast;
  const { t } = useTexts('ui');
  const dispatch = useDispatch();
  const isPhone = useIsPhone();
  const box = useRef<HTMLDivElement>(null);
  const hold = (isHeld: boolean) => dispatch(toastHeld({ id, isHeld }));
  const handleBlur = ({ relatedTarget }: FocusEvent) => {
    if (!box.current?.contains(relatedTarget)) hold(false);
  };
  const act = () => {
    dispatch(toastDismissed(id));
    if (action) dispatch(action.does);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only detects that the pointer or focus is on it
    <div
      ref={box}
      className={`toast ${kind}`}
      role={kind === 'ok' ? 'status' : 'alert'}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={handleBlur}
    >
      <Icon of={icon ? deeds[icon] : icons[kind]} />
      <span className="words">{strong ? <Emphasized text={text} part={strong} /> : text}</span>
      {countdown && <ToastCountdown countdown={countdown} isHeld={isHeld} />}
      {action && (
        <Button small {...(hasKey && !isPhone ? { keys: TOAST_KEY.toUpperCase() } : {})} onClick={act}>
          {action.label}
        </Button>
      )}
      <IconButton icon={X} label={t('closeToast')} small onClick={() => dispatch(toastDismissed(id))} />
    </div>
  );
};

/** A text with one bold part; all of it is plain if it does not contain the part. */
const Emphasized = ({ text, part }: { text: string; part: string }) => {
  const at = text.indexOf(part);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <b>{part}</b>
      {text.slice(at + part.length)}
    </>
  );
};
