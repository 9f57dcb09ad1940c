import type { CardView } from '@prosa/contracts';
import { useId, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useWords } from '../../records/use-words.ts';
import { Dot } from '../../ui/marks/tag.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { moveCard } from './board.commands.ts';
import type { Lane } from './board.slice.ts';
import styles from './kanban.module.css';
import { laneId } from './lane-id.ts';
import { cardName, laneName } from './names.ts';

type Props = { card: CardView; lanes: Lane[]; onClose: () => void };

/** Moves a card without dragging it. */
export const MoveDialog = ({ card, lanes, onClose }: Props) => {
  const words = useWords('kanban');
  const dispatch = useDispatch();
  const name = useId();
  const [chosen, setChosen] = useState(card.tagId);
  const handleSubmit = () => {
    if (chosen !== card.tagId) dispatch(moveCard.start({ id: card.id, tagId: chosen }));
    onClose();
  };
  return (
    <FormDialog
      title={words('moveTo')}
      about={cardName(card)}
      act={words('move')}
      busy={false}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <fieldset className="field">
        <legend className="label">{words('lane')}</legend>
        {lanes.map((lane) => (
          <label className={`check ${styles.choice}`} key={laneId(lane.tagId)}>
            <input type="radio" name={name} checked={lane.tagId === chosen} onChange={() => setChosen(lane.tagId)} />
            <Dot color={lane.color} />
            <span className="truncate">{laneName(words, lane)}</span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
};
