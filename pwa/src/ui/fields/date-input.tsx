import Calendar from 'lucide-react/icons/calendar';
import { type InputHTMLAttributes, type Ref, useRef, useState } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { IconButton } from '../marks/button.tsx';
import styles from './date-input.module.css';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'type'> & {
  /** yyyy-MM-dd, or '' for no day. */
  value: string;
  /** Called with a day as yyyy-MM-dd; with a text that is not a day (yet) unchanged, for the form to refuse. */
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
};

/**
 * A day, typed and shown as dd/MM/yyyy like every date of the app: `<input type="date">` follows the browser's language instead. A button
 * opens the browser's calendar.
 */
export const DateInput = ({ value, onChange, className = '', ...rest }: Props) => {
  const { t } = useTexts('ui');
  const [text, setText] = useState(() => shownDay(value));
  const calendar = useRef<HTMLInputElement>(null);
  // The form may have set another day.
  const shown = dayOf(text) === value ? text : shownDay(value);
  const write = (typed: string) => {
    const next = withSlashes(typed);
    setText(next);
    onChange(dayOf(next));
  };
  return (
    <div className={`input-with ${styles.date}`}>
      <input
        inputMode="numeric"
        autoComplete="off"
        placeholder={t('datePattern')}
        maxLength={10}
        {...rest}
        className={`input ${className}`}
        value={shown}
        onChange={({ target }) => write(target.value)}
      />
      <IconButton icon={Calendar} smallIcon label={t('calendar')} onClick={() => calendar.current?.showPicker()} />
      <input
        ref={calendar}
        className={styles.calendar}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        max="9999-12-31"
        value={isDay(value) ? value : ''}
        onChange={({ target }) => write(shownDay(target.value))}
      />
    </div>
  );
};

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const isDay = (text: string): boolean => DAY.test(text);

/** Converts yyyy-MM-dd to dd/MM/yyyy; other texts stay unchanged. */
export const shownDay = (value: string): string => value.replace(DAY, '$3/$2/$1');

/** Converts a typed day ("1/2/2026" too) to yyyy-MM-dd; other texts stay unchanged. */
export const dayOf = (text: string): string => {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : text;
};

/** Adds the slashes as digits are typed, and converts a pasted yyyy-MM-dd. */
export const withSlashes = (typed: string): string =>
  shownDay(typed.trim())
    .replace(/[^\d/]/g, '')
    .replace(/^(\d{2})(\d)/, '$1/$2')
    .replace(/^(\d{1,2}\/\d{2})(\d)/, '$1/$2')
    .slice(0, 10);
