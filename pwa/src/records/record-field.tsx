import { type Control, useController } from 'react-hook-form';
import { Switch } from '../ui/fields/choices.tsx';
import { Field } from '../ui/fields/field.tsx';
import { TextArea, TextInput } from '../ui/fields/text-input.tsx';
import { ColorField } from './color-field.tsx';
import type { FormField } from './record.ts';
import type { Values } from './record-list.ts';

type Props = {
  name: string;
  as: NonNullable<FormField<object>['as']>;
  label: string;
  hint: string | undefined;
  error: string | undefined;
  isFirst: boolean;
  control: Control<Values>;
  onChanged: () => void;
};

/** A field of a record's form, by its definition. */
export const RecordField = ({ name, as, label, hint, error, isFirst, control, onChanged }: Props) => {
  const { field } = useController({ name, control });
  const set = (value: unknown) => {
    field.onChange(value);
    onChanged();
  };
  if (as === 'color') return <ColorField label={label} error={error} chosen={String(field.value)} onChoose={set} />;
  if (as === 'switch')
    return (
      <Switch checked={field.value === true} onChange={set}>
        {label}
      </Switch>
    );
  if (typeof as !== 'string') {
    const Own = as;
    return <Own {...{ name, label, error }} value={field.value} onChange={set} onBlur={field.onBlur} ref={field.ref} />;
  }
  const Input = as === 'area' ? TextArea : TextInput;
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <Input
          {...control}
          ref={field.ref}
          name={name}
          value={String(field.value ?? '')}
          autoComplete="off"
          {...(as === 'area' ? { rows: 5 } : { autoFocus: isFirst, type: as === 'email' ? 'email' : 'text' })}
          onBlur={field.onBlur}
          onChange={({ target }: { target: { value: string } }) => set(target.value)}
        />
      )}
    </Field>
  );
};
