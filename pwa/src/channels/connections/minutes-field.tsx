import type { FieldProps } from '../../records/record.ts';
import { useWords } from '../../records/use-words.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';

/** A whole number of minutes. What is no number stays as it was typed, and the schema refuses it. */
export const MinutesField = ({ name, label, error, value, onChange, onBlur, ref }: FieldProps) => {
  const words = useWords('connections');
  return (
    <Field label={label} error={error} hint={words(`hints.${name}`)}>
      {(control) => (
        <TextInput
          {...control}
          ref={ref}
          name={name}
          inputMode="numeric"
          autoComplete="off"
          value={String(value ?? '')}
          onBlur={onBlur}
          onChange={({ target }) => onChange(/^\d+$/.test(target.value) ? Number(target.value) : target.value)}
        />
      )}
    </Field>
  );
};
