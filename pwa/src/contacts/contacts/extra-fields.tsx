import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import { type Control, type FieldErrors, type UseFormRegister, useFieldArray, useWatch } from 'react-hook-form';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Button, IconButton } from '../../ui/marks/button.tsx';
import styles from './contact-dialog.module.css';
import type { ContactForm } from './contacts.commands.ts';

type Props = {
  control: Control<ContactForm>;
  register: UseFormRegister<ContactForm>;
  errors: FieldErrors<ContactForm>;
  onChanged: () => void;
};

/** The extra fields of a contact: pairs of a name and a value. */
export const ExtraFields = (props: Props) => {
  const { control, onChanged } = props;
  const { t } = useTexts('contacts');
  const add = useRef<HTMLButtonElement>(null);
  // A row has an `id` of its own, assigned by Prosa, so React Hook Form uses the property `key`.
  const rows = useFieldArray({ control, name: 'extraInfo', keyName: 'key' });
  const handleRemove = (at: number) => {
    rows.remove(at);
    onChanged();
    add.current?.focus();
  };
  return (
    <fieldset className={styles.extras}>
      <legend className="label">{t('extras')}</legend>
      {rows.fields.map(({ key }, at) => (
        <ExtraRow key={key} {...props} at={at} onRemove={() => handleRemove(at)} />
      ))}
      <Button
        kind="quiet"
        icon={Plus}
        className={styles.addLine!}
        ref={add}
        onClick={() => rows.append({ name: '', value: '' }, { shouldFocus: false })}
      >
        {t('addExtra')}
      </Button>
    </fieldset>
  );
};

const ExtraRow = ({ control, register, errors, onChanged, at, onRemove }: Props & { at: number; onRemove: () => void }) => {
  const { t } = useTexts('contacts');
  const [name = '', value = ''] = useWatch({ control, name: [`extraInfo.${at}.name`, `extraInfo.${at}.value`] });
  const [isNew] = useState(name === '' && value === '');
  const wrong = errors.extraInfo?.[at];
  return (
    <div className={styles.extraRow}>
      <TextInput
        aria-label={t('extraName')}
        placeholder={t('extraNameShort')}
        autoFocus={isNew}
        aria-invalid={wrong?.name ? true : undefined}
        {...register(`extraInfo.${at}.name`, { onChange: onChanged })}
      />
      <TextInput
        aria-label={t('extraValue', { name })}
        placeholder={t('extraValueShort')}
        aria-invalid={wrong?.value ? true : undefined}
        {...register(`extraInfo.${at}.value`, { onChange: onChanged })}
      />
      <IconButton icon={X} smallIcon label={t('removeExtra', { name })} onClick={onRemove} />
      {wrong && (
        <p className="error" role="alert">
          {wrong.name?.message ?? wrong.value?.message}
        </p>
      )}
    </div>
  );
};
