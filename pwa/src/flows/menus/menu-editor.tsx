import { limits } from '@prosa/contracts';
import Plus from 'lucide-react/icons/plus';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useAnswer } from '../../kernel/calls/use-answer.ts';
import { useRequest } from '../../kernel/calls/use-request.ts';
import { useWords } from '../../records/use-words.ts';
import { TextButton } from '../../ui/marks/button.tsx';
import { ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { VisuallyHidden } from '../../ui/marks/visually-hidden.tsx';
import { changeOption, createOption, fetchMenu, moveOption, removeMedia, removeOption, type Step } from './menu.calls.ts';
import { type Finishes, MenuContext, type Open } from './menu.context.ts';
import styles from './menu-editor.module.css';
import { MenuPreview } from './menu-preview.tsx';
import { selectHeard } from './menus.slice.ts';
import { OptionForm } from './option-form.tsx';
import { OptionRow } from './option-row.tsx';

type Props = {
  queueId: string;
  /** The text that the customer reads above the first step. */
  greeting: string;
  /** Told how many options there are. */
  onCount: (count: number) => void;
  /** Told whether an open option has something that would be lost. */
  onUnsaved: (isUnsaved: boolean) => void;
  finishes: Finishes;
};

const countOf = (steps: readonly Step[]): number => steps.reduce((sum, { children }) => sum + 1 + countOf(children), 0);
const isWithin = (step: Step, id: string): boolean => step.id === id || step.children.some((child) => isWithin(child, id));

/** The tree of a queue's menu, edited in place: each option is saved by itself. */
export const MenuEditor = ({ queueId, greeting, onCount, onUnsaved, finishes }: Props) => {
  const words = useWords('menus');
  const { reply, failure, again } = useAnswer(() => fetchMenu(queueId));
  const heard = useSelector(selectHeard);
  const request = useRequest();
  const [open, setOpen] = useState<Open>(null);
  const [dragged, setDragged] = useState<Step | null>(null);
  const [told, setTold] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that something is heard
  useEffect(again, [heard]);
  const count = reply ? countOf(reply) : 0;
  useEffect(() => {
    if (reply) onCount(count);
  }, [reply, count, onCount]);
  useEffect(() => () => onUnsaved(false), [onUnsaved]);

  const close = () => {
    setOpen(null);
    onUnsaved(false);
  };
  const act = (ask: () => Promise<unknown>, said = '') =>
    void request.send(ask, () => {
      setTold(said);
      again();
    });
  const newest = useRef(open);
  newest.current = open;
  const save: MenuContext['save'] = async (draft) => {
    if (!open) return true;
    let isSaved = false;
    await request.send(
      () => (open.does === 'create' ? createOption(queueId, open.parentId, draft, open.key) : changeOption(open.id, draft)),
      () => {
        isSaved = true;
        // Its push may have come before this answer, and the next option been begun since.
        if (newest.current === open) close();
        again();
      },
    );
    return isSaved;
  };
  const move: MenuContext['move'] = (step, to) =>
    act(() => moveOption(step.id, to), words('moved', { title: step.title, place: to.option }));
  const context: MenuContext = {
    open,
    request,
    save,
    move,
    openOne: (one) => {
      request.forget();
      setOpen(one);
    },
    close,
    remove: (step) => act(() => removeOption(step.id)),
    removeMedia: (step) => act(() => removeMedia(step.id)),
    onUnsaved,
    finishes,
    dragged,
    drag: setDragged,
    drop: (target) => {
      setDragged(null);
      if (dragged && !isWithin(dragged, target.id)) move(dragged, { parentId: target.parentId, option: target.option });
    },
  };
  /** Enter belongs to the open option, not to the form of the queue around it. */
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
  };
  if (reply === null)
    return (
      <div className={styles.menu}>
        {failure ? (
          <ErrorState title={words('failed')} onRetry={again}>
            {errorText(failure)}
          </ErrorState>
        ) : (
          <SkeletonRows label={words('loading')} />
        )}
      </div>
    );
  const isAdding = open?.does === 'create' && open.parentId === null;
  return (
    <MenuContext value={context}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps a key from the form around it */}
      <div className={styles.menu} onKeyDown={handleKeyDown}>
        <p className={styles.lead}>{words('lead')}</p>
        <VisuallyHidden>
          <p role="status">{told}</p>
        </VisuallyHidden>
        {request.failure && (
          <p role="alert" className={styles.failure}>
            {errorText(request.failure)}
          </p>
        )}
        {reply.length === 0 && !isAdding && <p className={styles.empty}>{words('empty')}</p>}
        {reply.length > 0 && (
          <ol className={styles.steps}>
            {reply.map((step) => (
              <OptionRow key={step.id} step={step} count={reply.length} />
            ))}
          </ol>
        )}
        {isAdding ? (
          <OptionForm />
        ) : (
          count < limits.menuOptions &&
          reply.length < limits.menuChoices && (
            <p className={styles.add}>
              <TextButton onClick={() => context.openOne({ does: 'create', parentId: null, key: crypto.randomUUID() })}>
                <Plus size={16} aria-hidden /> {words('add')}
              </TextButton>
            </p>
          )
        )}
        <MenuPreview steps={reply} greeting={greeting} />
      </div>
    </MenuContext>
  );
};
