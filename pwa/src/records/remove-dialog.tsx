import { useDispatch } from 'react-redux';
import { notified } from '../kernel/calls/toasts.slice.ts';
import { useReturnFocus } from '../ui/hooks/use-return-focus.ts';
import { DeletionDialog } from '../ui/overlays/deletion-dialog.tsx';
import { type Item, nameOf, type RecordProps } from './record.ts';
import type { Words } from './use-words.ts';

type Props = RecordProps & { words: Words; item: Item; onClose: () => void };

/** Shows what will be deleted, and asks once. */
export const RemoveDialog = ({ definition, records, words, item, onClose }: Props) => {
  useReturnFocus();
  const dispatch = useDispatch();
  const payload = { id: item.id };
  const handleDone = () => {
    if (definition.confirms) dispatch(notified({ kind: 'ok', text: words('removed') }));
    onClose();
  };
  return (
    <DeletionDialog
      title={words('remove', { name: nameOf(definition, item) })}
      id={item.id}
      act={records.remove.act(payload)}
      onDelete={() => dispatch(records.remove.start(payload))}
      onClose={onClose}
      onDone={handleDone}
      texts={{ cancel: words('cancel'), delete: words('removeIt') }}
    >
      <p>{words('removeHint', item)}</p>
    </DeletionDialog>
  );
};
