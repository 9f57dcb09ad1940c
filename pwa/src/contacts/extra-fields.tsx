import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../ui/button.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { ContactForm } from './contacts.commands.ts';

type Rows = ContactForm['extraInfo'];
type Row = Rows[number];

/** What else is known of somebody: pairs of a name and a value. */
export const ExtraFields = ({ rows, onChange }: { rows: Rows; onChange: (rows: Rows) => void }) => {
  const { t } = useTranslation('contacts');
  const add = useRef<HTMLButtonElement>(null);
  const handleRemove = (at: number) => {
    onChange(rows.filter((_, index) => index !== at));
    add.current?.focus();
  };
  return (
    <fieldset className="extras">
      <legend className="label">{t('extras')}</legend>
      {rows.map((row, at) => (
        <ExtraRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a new row has nothing else to be known by
          key={at}
          row={row}
          onChange={(part) => onChange(rows.map((one, index) => (index === at ? { ...one, ...part } : one)))}
          onRemove={() => handleRemove(at)}
        />
      ))}
      <Button
        kind="quiet"
        icon={Plus}
        className="add-line"
        ref={add}
        onClick={() => onChange([...rows, { name: '', value: '' }])}
      >
        {t('addExtra')}
      </Button>
    </fieldset>
  );
};

type RowProps = { row: Row; onChange: (part: Partial<Row>) => void; onRemove: () => void };

const ExtraRow = ({ row, onChange, onRemove }: RowProps) => {
  const { t } = useTranslation('contacts');
  const [isNew] = useState(row.name === '' && row.value === '');
  return (
    <div className="extra-row">
      <TextInput
        aria-label={t('extraName')}
        placeholder={t('extraNameShort')}
        value={row.name}
        autoFocus={isNew}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <TextInput
        aria-label={t('extraValue', { name: row.name })}
        placeholder={t('extraValueShort')}
        value={row.value}
        onChange={({ target }) => onChange({ value: target.value })}
      />
      <IconButton icon={X} smallIcon label={t('removeExtra', { name: row.name })} onClick={onRemove} />
    </div>
  );
};
