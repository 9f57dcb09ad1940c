import { useLoaded } from '../../kernel/calls/use-loaded.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useReturnFocus } from '../../ui/hooks/use-return-focus.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { switches } from './later-switches.ts';

/** The bell's switch for this device, opened from the account menu; mounted only while it is open. */
export const NoticesDialog = ({ onClose }: { onClose: () => void }) => {
  useReturnFocus();
  const { t } = useTexts();
  const device = useLoaded(switches, true);
  return (
    <Dialog title={t('notifications')} isOpen onClose={onClose}>
      {device && (
        <>
          <device.NoticeSwitch />
          <device.SoundSwitch />
        </>
      )}
    </Dialog>
  );
};
