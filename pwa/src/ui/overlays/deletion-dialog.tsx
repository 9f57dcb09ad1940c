import type { ReactNode } from 'react';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useAct } from '../../kernel/calls/use-act.ts';
import { Button } from '../marks/button.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  title: string;
  /** The id of what is deleted, for the protection against presses where a finger has just been. */
  id: string;
  /** The command's act, as for `useAct`, and the action that starts it. */
  act: string;
  onDelete: () => void;
  onClose: () => void;
  /** It has been deleted; default: `onClose`. */
  onDone?: () => void;
  texts: { cancel: string; delete: string };
  /** Names what will be lost. */
  children: ReactNode;
};

/** Asks once before something is deleted; a refusal is shown in it, and it closes when the command has succeeded. */
export const DeletionDialog = ({ title, id, act, onDelete, onClose, onDone = onClose, texts, children }: Props) => {
  const { isBusy, failure } = useAct(act, onDone);
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      refusal={failure && errorText(failure)}
      footer={
        <>
          <Button className="way-out" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button kind="danger" steady={`delete ${id}`} busy={isBusy} onClick={onDelete}>
            {texts.delete}
          </Button>
        </>
      }
    >
      <div className="body">{children}</div>
    </Dialog>
  );
};
