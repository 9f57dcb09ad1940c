import type { ReactNode } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useReturnFocus } from '../hooks/use-return-focus.ts';
import { Button } from '../marks/button.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  title: string;
  /** Below the title: the person or thing concerned. */
  about?: string;
  /** Text of the submit button. */
  act: string;
  /** What it does cannot be undone. */
  danger?: boolean;
  /** The key that submits, shown on that button. */
  keys?: string | undefined;
  busy: boolean;
  /** Why it was refused. */
  refusal?: string | null;
  onSubmit: () => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
};

/** A dialog with a few fields, a submit and a cancel button; mounted only while it is open. Phones show only the close button. */
export const FormDialog = ({
  title,
  about,
  act,
  danger = false,
  keys,
  busy,
  refusal = null,
  onSubmit,
  onClose,
  children,
}: Props) => {
  useReturnFocus();
  const { t } = useTexts('ui');
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
          <Button
            kind={danger ? 'danger' : 'primary'}
            type="submit"
            steady={title}
            busy={busy}
            {...(keys === undefined ? {} : { keys })}
          >
            {act}
          </Button>
        </>
      }
    >
      <div className="form">{children}</div>
    </Dialog>
  );
};
