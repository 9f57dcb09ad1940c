import type { MessageView } from '@prosa/contracts';
import { useDispatch } from 'react-redux';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { MarkedText } from '../../../ui/marks/marked-text.tsx';
import { DeletionDialog } from '../../../ui/overlays/deletion-dialog.tsx';
import { deleteMessage } from '../state/messages.commands.ts';

/** Number of characters by which a text identifies its message. */
const NAMING = 80;

/** Asks for confirmation before a message is deleted for everyone, and shows a refusal. */
export const DeleteDialog = ({ message, onClose }: { message: MessageView; onClose: () => void }) => {
  const { t } = useTexts('messages');
  const dispatch = useDispatch();
  const { id, body, isObservation } = message;
  return (
    <DeletionDialog
      title={t('deleteTitle')}
      id={id}
      act={deleteMessage.act({ messageId: id })}
      onDelete={() => dispatch(deleteMessage.start({ messageId: id }))}
      onClose={onClose}
      texts={{ cancel: t('cancel'), delete: t('delete') }}
    >
      <MarkedText text={t(isObservation ? 'deleteNoteBody' : 'deleteBody')} values={{ text: named(body ?? '') }} />
    </DeletionDialog>
  );
};

const named = (text: string): string => (text.length > NAMING ? `${text.slice(0, NAMING)}…` : text);
