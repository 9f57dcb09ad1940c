import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { type Toast, toastDismissed } from '../kernel/toasts.slice.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';

const icons = { ok: CircleCheck, bad: CircleAlert, warn: TriangleAlert };

/** Every toast that stands. Put it once; show one with `notified({ kind, text })`. */
export const Toasts = () => {
  const { t } = useTranslation('ui');
  const dispatch = useDispatch();
  const toasts = useSelector((state: { toasts: Toast[] }) => state.toasts);
  return (
    <div className="toasts" aria-live="polite">
      {toasts.map(({ id, kind, text }) => (
        <div key={id} className={`toast ${kind}`} role={kind === 'ok' ? 'status' : 'alert'}>
          <Icon of={icons[kind]} />
          <span>{text}</span>
          <IconButton icon={X} label={t('closeToast')} small onClick={() => dispatch(toastDismissed(id))} />
        </div>
      ))}
    </div>
  );
};
