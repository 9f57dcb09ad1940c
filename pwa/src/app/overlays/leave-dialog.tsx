import { useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { leave } from '../../people/sessions/sessions.saga.ts';
import { useFeatures } from '../../shell/features-context.ts';
import { useAutoFocus } from '../../ui/hooks/use-auto-focus.ts';
import { useReturnFocus } from '../../ui/hooks/use-return-focus.ts';
import { Button } from '../../ui/marks/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { countUnsent } from './leaving.ts';

/**
 * Asks whether to sign out although something is not sent; mounted only while it is open. It shows when everything has been sent meanwhile.
 */
export const LeaveDialog = ({ onClose }: { onClose: () => void }) => {
  useReturnFocus();
  const { t } = useTexts();
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

/** The default for Enter: it loses nothing. */
const Stay = ({ onClick }: { onClick: () => void }) => {
  const { t } = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  useAutoFocus(button);
  return (
    <Button ref={button} onClick={onClick}>
      {t('stayHere')}
    </Button>
  );
};
