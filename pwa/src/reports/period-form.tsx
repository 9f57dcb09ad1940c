import { fields, ReportFilter } from '@prosa/contracts/schemas';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { DateInput } from '../ui/date-input.tsx';
import { Field } from '../ui/field.tsx';
import styles from './reports.module.css';

export type Days = { dateStart: string; dateEnd: string };
type Props = {
  busy: boolean;
  begins: Days;
  onFilter: (days: Days) => void;
  /** Further fields before and after the days. */
  before?: ReactNode;
  after?: ReactNode;
};

/** The choice of a report's days. Nothing is fetched before the button is pressed. */
export const PeriodForm = ({ busy, begins, onFilter, before, after }: Props) => {
  const { t } = useTexts('reports');
  const [days, setDays] = useState(begins);
  const [faults, setFaults] = useState<Partial<Record<keyof Days, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const { error } = ReportFilter.safeParse(days);
    setFaults(Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]).reverse()));
    if (!error) onFilter(days);
  };
  const textOf = (fault: string | undefined) => fault && t(fault === fields.reversed ? 'reversed' : 'badDate');
  const day = (name: keyof Days) => (
    <Field label={t(name)} error={textOf(faults[name])}>
      {(control) => (
        <DateInput {...control} value={days[name]} onChange={(value) => setDays((now) => ({ ...now, [name]: value }))} />
      )}
    </Field>
  );
  return (
    <form className={styles.filter} aria-label={t('filter')} ref={form} onSubmit={handleSubmit} noValidate>
      {before}
      {day('dateStart')}
      {day('dateEnd')}
      {after}
      <div className={styles.apply}>
        <Button kind="primary" type="submit" busy={busy}>
          {t('apply')}
        </Button>
      </div>
    </form>
  );
};
