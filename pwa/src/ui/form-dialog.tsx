import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { useReturnFocus } from './use-return-focus.ts';

type Props = {
  title: string;
  /** Below the title: whom or what it is about. */
  about?: string;
  /** Words of the button that does it. */
  act: string;
  busy: boolean;
  /** Why it was refused. */
  refusal?: string | null;
  onSubmit: () => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
};

/** A dialog with a few fields, the act and a way out; it is there only while it is open. Phones leave by the cross alone. */
export const FormDialog = ({ title, about, act, busy, refusal = null, onSubmit, onClose, children }: Props) => {
  useReturnFocus();
  const { t } = useTranslation('ui');
  return (
    <Dialog
      title={
        <>
          {title}
          {about !== undefined && <span className="sub truncate">{about}</span>}
        </>
      }
      isOpen
      onClose={onClose}
      onSubmit={onSubmit}
      refusal={refusal}
      footer={
        <>
          <Button className="way-out" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button kind="primary" type="submit" steady={title} busy={busy}>
            {act}
          </Button>
        </>
      }
    >
      <div className="form">{children}</div>
    </Dialog>
  );
};
