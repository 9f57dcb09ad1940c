import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../ui/button.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { ContactForm } from './contacts.commands.ts';

type Rows = ContactForm['extraInfo'];

/** What else is known of somebody: pairs of a name and a value. */
export const ExtraFields = ({ rows, onChange }: { rows: Rows; onChange: (rows: Rows) => void }) => {
  const { t } = useTranslation('contacts');
  const setRow = (at: number, part: Partial<Rows[number]>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <fieldset className="extras">
      <legend className="label">{t('extras')}</legend>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a new row has nothing else to be known by
        <div className="extra-row" key={at}>
          <TextInput
            aria-label={t('extraName')}
            placeholder={t('extraNameShort')}
            value={row.name}
            onChange={({ target }) => setRow(at, { name: target.value })}
          />
          <TextInput
            aria-label={t('extraValue', { name: row.name })}
            placeholder={t('extraValueShort')}
            value={row.value}
            onChange={({ target }) => setRow(at, { value: target.value })}
          />
          <IconButton
            icon={X}
            smallIcon
            label={t('removeExtra', { name: row.name })}
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button kind="quiet" icon={Plus} className="add-line" onClick={() => onChange([...rows, { name: '', value: '' }])}>
        {t('addExtra')}
      </Button>
    </fieldset>
  );
};
