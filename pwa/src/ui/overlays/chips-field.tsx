import { Field } from '../fields/field.tsx';
import { Tag } from '../marks/tag.tsx';
import styles from './chips-field.module.css';
import { MultiSelect } from './select.tsx';

type Props = {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Shown while none is chosen. */
  none: string;
  items: readonly { id: string; name: string; color: string }[];
  chosen: readonly string[];
  onChoose: (ids: string[]) => void;
};

/** A form's choice of several records with colours, shown as chips. What was deleted meanwhile is left out of what is chosen. */
export const ChipsField = ({ label, hint, error, none, items, chosen, onChoose }: Props) => {
  const those = items.filter(({ id }) => chosen.includes(id));
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <MultiSelect
          className="as-field"
          control={control}
          label={label}
          items={[...items]}
          chosen={those.map(({ id }) => id)}
          onChoose={onChoose}
        >
          <span className={`value ${styles.chosen}`}>
            {those.length === 0 && <span className="secondary">{none}</span>}
            {those.map(({ id, name, color }) => (
              <Tag key={id} name={name} color={color} />
            ))}
          </span>
        </MultiSelect>
      )}
    </Field>
  );
};
