import { limits } from '@prosa/contracts';
import ListPlus from 'lucide-react/icons/list-plus';
import Mic from 'lucide-react/icons/mic';
import Paperclip from 'lucide-react/icons/paperclip';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { type KeyboardEvent, useContext, useState } from 'react';
import { useWords } from '../../records/use-words.ts';
import { Button, IconButton } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import type { Step } from './menu.calls.ts';
import { MenuContext } from './menu.context.ts';
import styles from './menu-editor.module.css';
import { OptionForm } from './option-form.tsx';

const below = ({ children }: Step): number => children.reduce((sum, child) => sum + 1 + below(child), 0);

/** An option with those below it. Its number moves it: dragged, or with Alt and an arrow. */
export const OptionRow = ({ step, count }: { step: Step; count: number }) => {
  const words = useWords('menus');
  const { open, openOne, remove, move, drag, drop, dragged, request } = useContext(MenuContext);
  const [isAsking, setAsking] = useState(false);
  const [isOver, setOver] = useState(false);
  const { id, title, message, option, parentId, children, mediaType, mediaName } = step;
  const isOpen = open?.does === 'change' && open.id === id;
  const isAdding = open?.does === 'create' && open.parentId === id;
  const handleKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    const to = option + by;
    if (to >= 1 && to <= count && !request.isBusy) move(step, { parentId, option: to });
  };
  const begin = () => openOne({ does: 'create', parentId: id, key: crypto.randomUUID() });
  return (
    <li className={styles.step}>
      {isOpen ? (
        <OptionForm step={step} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: a target of dragging; the number does the same by keys
        <div
          className={`${styles.row} ${isOver && dragged && dragged.id !== id ? styles.over : ''}`}
          onDragOver={(event) => {
            if (!dragged) return;
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            drop(step);
          }}
        >
          <button
            type="button"
            className={styles.number}
            draggable
            aria-label={words('place', { title, place: option, count })}
            title={words('placeHint')}
            onKeyDown={handleKeyDown}
            onDragStart={(event) => {
              event.dataTransfer?.setData('text/plain', id);
              drag(step);
            }}
            onDragEnd={() => drag(null)}
          >
            {option}
          </button>
          <span className={styles.words}>
            <b>{title}</b> <span className="secondary">{message}</span>
          </span>
          {mediaType && (
            <span className={styles.media}>
              <Icon of={mediaType === 'audio' ? Mic : Paperclip} size="tiny" />
              <span className="truncate">{mediaName ?? words(`kinds.${mediaType}`)}</span>
            </span>
          )}
          {isAsking ? (
            <span className={styles.acts} role="alert">
              {words('asks', { count: below(step) })}
              <Button small autoFocus onClick={() => setAsking(false)}>
                {words('cancel')}
              </Button>
              <Button small kind="danger" steady={`delete option ${id}`} busy={request.isBusy} onClick={() => remove(step)}>
                {words('removeIt')}
              </Button>
            </span>
          ) : (
            <span className={styles.acts}>
              <IconButton
                icon={Pencil}
                smallIcon
                label={words('editOne', { name: title })}
                onClick={() => openOne({ does: 'change', id })}
              />
              {children.length < limits.menuChoices && (
                <IconButton icon={ListPlus} smallIcon label={words('addTo', { title })} onClick={begin} />
              )}
              <IconButton icon={Trash2} smallIcon label={words('removeOne', { name: title })} onClick={() => setAsking(true)} />
            </span>
          )}
        </div>
      )}
      {(children.length > 0 || isAdding) && (
        <ol className={styles.below}>
          {children.map((child) => (
            <OptionRow key={child.id} step={child} count={children.length} />
          ))}
          {isAdding && (
            <li className={styles.step}>
              <OptionForm />
            </li>
          )}
        </ol>
      )}
    </li>
  );
};
