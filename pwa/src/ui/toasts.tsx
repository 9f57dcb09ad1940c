import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { type FocusEvent, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { selectToasts, type Toast, toastDismissed, toastHeld } from '../kernel/calls/toasts.slice.ts';
import { useTexts } from '../kernel/i18n/use-texts.ts';
import { useIsPhone } from './hooks/use-media.ts';
import { Button, IconButton } from './marks/button.tsx';
import { Icon } from './marks/icon.tsx';

const icons = { ok: CircleCheck, bad: CircleAlert, warn: TriangleAlert };
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

const One = ({ toast: { id, kind, text, action }, hasKey }: { toast: Toast; hasKey: boolean }) => {
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
      <Icon of={icons[kind]} />
      <span className="words">{text}</span>
      {action && (
        <Button small {...(hasKey && !isPhone ? { keys: TOAST_KEY.toUpperCase() } : {})} onClick={act}>
          {action.label}
        </Button>
      )}
      <IconButton icon={X} label={t('closeToast')} small onClick={() => dispatch(toastDismissed(id))} />
    </div>
  );
};
