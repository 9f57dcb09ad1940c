import type { MacroAct } from '@prosa/contracts';
import { limits } from '@prosa/contracts';
import ArrowUp from 'lucide-react/icons/arrow-up';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import type { FieldProps } from '../../records/record.ts';
import { useWords } from '../../records/use-words.ts';
import { Fault } from '../../ui/fields/fault.tsx';
import { Button, IconButton } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { MenuButton } from '../../ui/overlays/menu.tsx';
import { ActEditor } from './act-editor.tsx';
import { actIcons, useActWords } from './act-words.ts';
import styles from './acts-field.module.css';
import { type ActFault, type ActNames, faultsOf } from './macros.model.ts';
import { useActNames } from './use-act-names.ts';

/** A new act of each kind, in the order in which they are offered. */
const blank: readonly MacroAct[] = [
  { do: 'message', text: '' },
  { do: 'reply', quickMessageId: '' },
  { do: 'tags', tagIds: [] },
  { do: 'queue', queueId: '' },
  { do: 'user', userId: '' },
  { do: 'observation', text: '' },
  { do: 'snooze', until: 'tomorrow', time: '09:00' },
  { do: 'resolve' },
];

/** What an act names is still to be chosen. */
const isUnchosen = (act: MacroAct): boolean =>
  (act.do === 'reply' && act.quickMessageId === '') ||
  (act.do === 'queue' && act.queueId === '') ||
  (act.do === 'user' && act.userId === '') ||
  (act.do === 'tags' && act.tagIds.length === 0);

/** The acts of a macro in their order; one at a time is open. Nothing can be put behind the one that resolves. */
export const ActsField = ({ label, error, value, onChange }: FieldProps) => {
  const words = useWords('macros');
  const acts = value as MacroAct[];
  const names = useActNames(blank);
  const faults = faultsOf(
    acts.map((act) => (isUnchosen(act) ? { do: 'tags' as const, tagIds: [] } : act)),
    names,
  );
  const [open, setOpen] = useState<number | null>(null);
  const resolves = acts.at(-1)?.do === 'resolve';
  const place = (all: MacroAct[], next: number | null) => {
    onChange(all);
    setOpen(next);
  };
  const add = (act: MacroAct) => {
    const at = resolves ? acts.length - 1 : acts.length;
    place(acts.toSpliced(at, 0, act), act.do === 'resolve' ? null : at);
  };
  const raise = (at: number) => place(acts.with(at - 1, acts[at]!).with(at, acts[at - 1]!), null);
  return (
    <fieldset className={`field ${styles.field}`}>
      <legend className="label">{label}</legend>
      <div className={styles.box}>
        <ol className={styles.acts}>
          {acts.map((act, at) => (
            <ActRow
              // biome-ignore lint/suspicious/noArrayIndexKey: acts have no identity besides their place
              key={at}
              {...{ act, at, names, isOpen: at === open, isMarked: error !== undefined }}
              fault={faults[at] ?? null}
              onChange={(next) => onChange(acts.with(at, next))}
              onOpen={() => setOpen(at === open ? null : at)}
              {...(at > 0 && act.do !== 'resolve' && { onRaise: () => raise(at) })}
              onRemove={() => place(acts.toSpliced(at, 1), null)}
            />
          ))}
        </ol>
        <div className={styles.add}>
          {acts.length >= limits.macroActs ? (
            <p className="hint">{words('wrong.At most 10 acts')}</p>
          ) : (
            <MenuButton
              label={words('addAct')}
              placement="bottom-start"
              entries={blank
                .filter((act) => act.do !== 'resolve' || !resolves)
                .map((act) => ({ id: act.do, label: words(`acts.${act.do}`), icon: actIcons[act.do], run: () => add(act) }))}
            >
              {(trigger) => (
                <Button kind="quiet" icon={Plus} {...trigger}>
                  {words('addAct')}
                </Button>
              )}
            </MenuButton>
          )}
        </div>
      </div>
      {error && <Fault>{error}</Fault>}
    </fieldset>
  );
};

type RowProps = {
  act: MacroAct;
  at: number;
  names: ActNames;
  fault: ActFault;
  isOpen: boolean;
  /** The form was found to be wrong: what lacks is marked. */
  isMarked: boolean;
  onChange: (act: MacroAct) => void;
  onOpen: () => void;
  onRaise?: () => void;
  onRemove: () => void;
};

const ActRow = ({ act, at, names, fault, isOpen, isMarked, onChange, onOpen, onRaise, onRemove }: RowProps) => {
  const words = useWords('macros');
  const nameOf = useActWords(names);
  const kind = words(`acts.${act.do}`);
  const of = { act: kind, place: at + 1 };
  const written = 'text' in act ? act.text : isUnchosen(act) ? '' : nameOf(act);
  const said = fault === 'gone' ? words(`goneHints.${act.do}`) : fault === 'waits' ? words('faults.waits') : null;
  const lacks = isMarked && act.do !== 'resolve' && written.trim() === '';
  return (
    <li className={`${styles.act} ${isOpen ? styles.open : ''}`}>
      <span className={styles.place}>{at + 1}</span>
      <Icon of={actIcons[act.do]} />
      <span className={styles.kind}>{kind}</span>
      <span className={styles.value}>
        {!isOpen && act.do !== 'resolve' && <span className={`truncate ${fault === 'gone' ? styles.gone : ''}`}>{written}</span>}
        {!isOpen && (said ?? (lacks ? words('wrong.Obrigatório') : null)) !== null && (
          <span className={styles.fault}>
            <Icon of={CircleAlert} size="tiny" />
            {said ?? words('wrong.Obrigatório')}
          </span>
        )}
      </span>
      <span className={styles.buttons}>
        {onRaise && <IconButton icon={ArrowUp} small smallIcon label={words('raise', of)} onClick={onRaise} />}
        {act.do !== 'resolve' && (
          <IconButton
            icon={Pencil}
            small
            smallIcon
            label={words(isOpen ? 'closeAct' : 'editAct', of)}
            aria-expanded={isOpen}
            onClick={onOpen}
          />
        )}
        <IconButton icon={Trash2} small smallIcon label={words('removeAct', of)} onClick={onRemove} />
      </span>
      {isOpen && (
        <div className={styles.editor}>
          <ActEditor
            act={act}
            label={kind}
            error={said ?? (lacks ? words('wrong.Obrigatório') : undefined)}
            onChange={onChange}
          />
        </div>
      )}
    </li>
  );
};
