import { Field } from '../../ui/fields/field.tsx';
import { type Choice, Select } from '../../ui/overlays/select.tsx';

const ALL = 'all';
type Props = { label: string; all: string; items: Choice[]; chosen: string; onChoose: (id: string) => void };

/** The choice of one, or of all of them (''). */
export const OneOrAll = ({ label, all, items, chosen, onChoose }: Props) => (
  <Field label={label}>
    {(control) => (
      <Select
        label={label}
        control={control}
        items={[{ id: ALL, name: all }, ...items]}
        chosen={chosen || ALL}
        onChoose={(id) => onChoose(id === ALL ? '' : id)}
      />
    )}
  </Field>
);
