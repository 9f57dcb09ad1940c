import { useDispatch } from 'react-redux';
import { errorText } from '../i18n/error-text.ts';
import { useAct } from '../kernel/use-act.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { type Item, nameOf, type RecordProps } from './record.ts';
import type { Words } from './use-words.ts';

type Props = RecordProps & { words: Words; item: Item; onClose: () => void };

/** Names what will be lost, and asks once. */
export const RemoveDialog = ({ definition, records, words, item, onClose }: Props) => {
  useReturnFocus();
  const dispatch = useDispatch();
  const { isBusy, failure } = useAct(records.remove.act({ id: item.id }), onClose);
  const name = nameOf(definition, item);
  return (
    <Dialog
      title={words('remove', { name })}
      isOpen
      onClose={onClose}
      refusal={failure && errorText(failure)}
      footer={
        <>
          <Button className="way-out" onClick={onClose}>
            {words('cancel')}
          </Button>
          <Button
            kind="danger"
            steady={`delete ${item.id}`}
            busy={isBusy}
            onClick={() => dispatch(records.remove.start({ id: item.id }))}
          >
            {words('removeIt')}
          </Button>
        </>
      }
    >
      <div className="body">
        <p>{words('removeHint', item)}</p>
      </div>
    </Dialog>
  );
};
