import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { leave } from '../sessions/sessions.saga.ts';
import type { Feature } from '../shell/feature.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useAutoFocus } from '../ui/use-auto-focus.ts';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { useFeatures } from './features-context.ts';

/** What would go with the session, over all features. */
const countUnsent = (features: Feature[], state: unknown): number =>
  features.reduce((sum, { unsent }) => sum + (unsent?.(state as never) ?? 0), 0);

/** Signs out, from wherever it is asked for; where something would be lost, `ask` comes first. */
export const useLeave = (ask: () => void): (() => void) => {
  const store = useStore();
  const features = useFeatures();
  return () => {
    if (countUnsent(features, store.getState()) > 0) ask();
    else store.dispatch(leave());
  };
};

/** Whether to sign out though something is not sent; there only while it is open. It says so when all has gone meanwhile. */
export const LeaveDialog = ({ onClose }: { onClose: () => void }) => {
  useReturnFocus();
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const features = useFeatures();
  const count = useSelector((state) => countUnsent(features, state));
  const loses = count > 0;
  return (
    <Dialog
      title={t(loses ? 'leaveTitle' : 'leaveTitleSent')}
      isOpen
      keeps
      onClose={onClose}
      footer={
        <>
          <Stay onClick={onClose} />
          <Button kind={loses ? 'danger' : 'primary'} steady="sign out" onClick={() => dispatch(leave())}>
            {t(loses ? 'leaveAnyway' : 'signOut')}
          </Button>
        </>
      }
    >
      <div className="body" aria-live="polite">
        {t('unsent', { count })}
      </div>
    </Dialog>
  );
};

/** What Enter does: nothing is lost by it. */
const Stay = ({ onClick }: { onClick: () => void }) => {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  useAutoFocus(button);
  return (
    <Button ref={button} onClick={onClick}>
      {t('stayHere')}
    </Button>
  );
};
