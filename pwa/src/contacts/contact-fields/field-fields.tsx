import { contactFieldTypes } from '@prosa/contracts/schemas';
import type { FieldProps } from '../../records/record.ts';
import { useWords } from '../../records/use-words.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Select } from '../../ui/overlays/select.tsx';

/** The type of a field's values. */
export const TypeField = ({ label, error, value, onChange }: FieldProps) => {
  const words = useWords('contact-fields');
  return (
    <Field label={label} error={error} hint={words('typeHint')}>
      {(control) => (
        <Select
          control={control}
          label={label}
          items={contactFieldTypes.map((id) => ({ id, name: words(`types.${id}`) }))}
          chosen={String(value)}
          onChoose={onChange}
        />
      )}
    </Field>
  );
};

/** The place of a field among the others. What is no number stays as it was typed, and the schema refuses it. */
export const PlaceField = ({ name, label, error, value, onChange, onBlur, ref }: FieldProps) => {
  const words = useWords('contact-fields');
  return (
    <Field label={label} error={error} hint={words('placeHint')}>
      {(control) => (
        <TextInput
          {...control}
          ref={ref}
          name={name}
          inputMode="numeric"
          autoComplete="off"
          value={String(value ?? '')}
          onBlur={onBlur}
          onChange={({ target }) => onChange(/^\d+$/.test(target.value.trim()) ? Number(target.value) : target.value)}
        />
      )}
    </Field>
  );
};
