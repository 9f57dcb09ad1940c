import { Field } from '../../ui/fields/field.tsx';
import { Tag } from '../../ui/marks/tag.tsx';
import { MultiSelect } from '../../ui/overlays/select.tsx';
import { queues } from './queues.slice.ts';
import styles from './queues-field.module.css';

type Props = {
  label: string;
  hint?: string;
  error: string | undefined;
  /** Shown while none is chosen. */
  none: string;
  value: unknown;
  onChange: (value: unknown) => void;
};

/** A form's choice of queues. A queue that was deleted meanwhile is left out of what is saved. */
export const QueuesField = ({ label, hint, error, none, value, onChange }: Props) => {
  const items = queues.useAll();
  const ids = (value as string[]).filter((id) => items.some((queue) => queue.id === id));
  const chosen = items.filter(({ id }) => ids.includes(id));
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <MultiSelect className="as-field" control={control} label={label} items={items} chosen={ids} onChoose={onChange}>
          <span className={`value ${styles.chosen}`}>
            {chosen.length === 0 && <span className="secondary">{none}</span>}
            {chosen.map(({ id, name, color }) => (
              <Tag key={id} name={name} color={color} />
            ))}
          </span>
        </MultiSelect>
      )}
    </Field>
  );
};
