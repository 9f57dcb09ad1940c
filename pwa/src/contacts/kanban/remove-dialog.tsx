import type { CardView } from '@prosa/contracts';
import { useDispatch } from 'react-redux';
import { useWords } from '../../records/use-words.ts';
import { useReturnFocus } from '../../ui/hooks/use-return-focus.ts';
import { Button } from '../../ui/marks/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { removeCard } from './board.commands.ts';
import { cardName } from './names.ts';

type Props = { card: CardView; onClose: () => void; onRemoved: () => void };

/** Asks once before a card is removed. Of a refusal it says nothing, as specified: the card stays. */
export const RemoveDialog = ({ card, onClose, onRemoved }: Props) => {
  useReturnFocus();
  const words = useWords('kanban');
  const dispatch = useDispatch();
  const handleRemove = () => {
    dispatch(removeCard.start({ id: card.id }));
    onClose();
    onRemoved();
  };
  return (
    <Dialog
      title={words('removeTitle', { name: cardName(card) })}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button className="way-out" onClick={onClose}>
            {words('cancel')}
          </Button>
          <Button kind="danger" steady={`remove card ${card.id}`} onClick={handleRemove}>
            {words('remove')}
          </Button>
        </>
      }
    >
      <div className="body">{words('removeHint')}</div>
    </Dialog>
  );
};
