import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { Icon } from '../ui/marks/icon.tsx';
import styles from './folded-fields.module.css';
import type { Values } from './record-list.ts';
import type { Words } from './use-words.ts';

type Props = {
  /** The title is the text `folds.{name}`, and below it `foldHints.{name}`. */
  name: string;
  fields: readonly string[];
  field: (name: string) => ReactNode;
  control: Control<Values>;
  words: Words;
};

const isFilled = (value: unknown): boolean => value !== '' && value !== null && value !== undefined && value !== 0;

/** Fields that few people need: folded away, with how many are filled in. A fault in them unfolds them. */
export const FoldedFields = ({ name, fields, field, control, words }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const filled = useWatch({ control, name: [...fields] }).filter(isFilled).length;
  const shown = fields.map(field);
  const isWrong = shown.some((one) => (one as ReactElement<{ error?: string }>).props.error !== undefined);
  useEffect(() => {
    if (isWrong) setOpen(true);
  }, [isWrong]);
  return (
    <details className={styles.fold} open={isOpen || isWrong} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the focus stays in a field, which would else be reported as missing */}
      <summary onMouseDown={(event) => event.preventDefault()}>
        <Icon of={ChevronRight} />
        <span className={styles.words}>
          <b>{words(`folds.${name}`)}</b>
          <small>{words(`foldHints.${name}`)}</small>
        </span>
        <span className={styles.filled}>{words('foldFilled', { count: filled })}</span>
      </summary>
      <div className={`form ${styles.fields}`}>{shown}</div>
    </details>
  );
};
