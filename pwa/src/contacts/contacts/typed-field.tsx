import { type ContactFieldView, type ContactView, choicesOf } from '@prosa/contracts/schemas';
import { useSelector } from 'react-redux';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectMay } from '../../people/sessions/sessions.slice.ts';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { Fault } from '../../ui/fields/fault.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { MenuButton } from '../../ui/overlays/menu.tsx';
import { Select } from '../../ui/overlays/select.tsx';
import styles from './in-place.module.css';
import { InPlace, type Places, ReadValue, useSaved } from './in-place.tsx';
import { readWritten, shownValue, typedValue, writtenValue } from './typed-values.ts';

/** A contact's value of a field; '' for none. An earlier copy on this device may have none at all. */
export const storedValue = ({ fields }: Pick<ContactView, 'fields'>, fieldId: string): string =>
  fields?.find((one) => one.fieldId === fieldId)?.value ?? '';

type Props = { contact: ContactView; places: Places; field: ContactFieldView };

/** The value of one of the company's fields, changed where it stands. */
export const TypedInPlace = ({ contact, places, field }: Props) => {
  const { t } = useTexts('contacts');
  const { id, name, type } = field;
  const value = storedValue(contact, id);
  if (type === 'choice') return <ChoiceInPlace {...{ contact, places, field }} />;
  return (
    <InPlace
      contactId={contact.id}
      places={places}
      place={id}
      label={name}
      value={shownValue(field, value)}
      written={writtenValue(field, value)}
      empty={t('addValue', { name: type === 'cpf' || type === 'cnpj' ? type.toUpperCase() : name })}
      {...(type === 'date' && { hint: t('datePattern') })}
      typed={(text) => typedValue(field, text)}
      faultOf={(text) => readWritten(field, text).fault ?? null}
      changeOf={(text) => ({ fields: [{ fieldId: id, value: readWritten(field, text).value ?? '' }] })}
      input={type === 'text' ? {} : { inputMode: type === 'number' ? 'decimal' : type === 'cnpj' ? 'text' : 'numeric' }}
    />
  );
};

/** A choice opens the list of what there is to choose. */
const ChoiceInPlace = ({ contact, field }: Props) => {
  const { t } = useTexts('contacts');
  const { isBusy, error, save } = useSaved(contact.id, () => undefined, field.id);
  const { id, name } = field;
  const value = storedValue(contact, id);
  const mayWrite = useSelector(selectMay('contacts:write'));
  if (!mayWrite) return <ReadValue value={value} />;
  const choose = (chosen: string) => chosen !== value && save({ fields: [{ fieldId: id, value: chosen }] });
  const entries = choicesOf(field).map((choice) => ({
    id: choice,
    label: choice,
    checked: choice === value,
    run: () => void choose(choice),
  }));
  const none = { id: 'none', label: t('noValue'), run: () => void choose('') };
  return (
    <>
      <MenuButton label={name} placement="bottom-start" entries={value === '' ? entries : [...entries, 'separator', none]}>
        {(trigger) => (
          <button
            type="button"
            {...trigger}
            className={`${styles.value} ${value === '' ? styles.empty : ''}`}
            title={t('changeOne', { name })}
            aria-busy={isBusy || undefined}
          >
            {value === '' ? t('addValue', { name }) : value}
          </button>
        )}
      </MenuButton>
      {error && <Fault>{error}</Fault>}
    </>
  );
};

/** What is written in the fields of a form, by their ids. */
export type Written = Readonly<Record<string, string>>;
type InputsProps = {
  fields: readonly ContactFieldView[];
  written: Written;
  faults: Written;
  onChange: (fieldId: string, text: string) => void;
};

/** The company's fields in the form of a contact. */
export const TypedInputs = ({ fields, written, faults, onChange }: InputsProps) =>
  fields.map((field) => (
    <TypedInput
      key={field.id}
      field={field}
      text={written[field.id] ?? ''}
      error={faults[field.id]}
      onChange={(text) => onChange(field.id, text)}
    />
  ));

type InputProps = { field: ContactFieldView; text: string; error: string | undefined; onChange: (text: string) => void };

const NONE = 'none';

/** `text` as it is written; of a day as `yyyy-MM-dd`. */
const TypedInput = ({ field, text, error, onChange }: InputProps) => {
  const { t } = useTexts('contacts');
  const { name, type } = field;
  return (
    <Field label={name} error={error}>
      {(control) => {
        if (type === 'date') return <DateInput {...control} value={text} onChange={onChange} />;
        if (type === 'choice')
          return (
            <Select
              control={control}
              label={name}
              items={[
                { id: NONE, name: t('noValue') },
                ...choicesOf(field).map((choice) => ({ id: ` ${choice}`, name: choice })),
              ]}
              chosen={text === '' ? NONE : ` ${text}`}
              onChoose={(id) => onChange(id === NONE ? '' : id.slice(1))}
            />
          );
        return (
          <TextInput
            {...control}
            autoComplete="off"
            inputMode={type === 'number' ? 'decimal' : type === 'cpf' ? 'numeric' : 'text'}
            value={text}
            onChange={({ target }) => onChange(target.value)}
          />
        );
      }}
    </Field>
  );
};
