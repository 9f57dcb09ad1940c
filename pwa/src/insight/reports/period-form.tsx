import { fields, ReportFilter } from '@prosa/contracts/schemas';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FilterForm } from '../../ui/fields/filter-form.tsx';

export type Days = { dateStart: string; dateEnd: string };
type Props = {
  busy: boolean;
  begins: Days;
  onFilter: (days: Days) => void;
  /** Validates the days; default: any, in order. */
  schema?: z.ZodType;
  /** Further fields before and after the days. */
  before?: ReactNode;
  after?: ReactNode;
};

const FAULTS: Record<string, 'reversed' | 'halfPeriod'> = {
  [fields.reversed]: 'reversed',
  [fields.halfPeriod]: 'halfPeriod',
};

/** The choice of a report's days. */
export const PeriodForm = ({ busy, begins, onFilter, schema = ReportFilter, before, after }: Props) => {
  const { t } = useTexts('reports');
  const [days, setDays] = useState<Days>({ dateStart: begins.dateStart, dateEnd: begins.dateEnd });
  const [faults, setFaults] = useState<Partial<Record<keyof Days, string>>>({});
  const handleFilter = () => {
    const { error } = schema.safeParse(days);
    setFaults(Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]).reverse()));
    if (!error) onFilter(days);
  };
  const textOf = (fault: string | undefined) => fault && t(FAULTS[fault] ?? 'badDate');
  const day = (name: keyof Days) => (
    <Field label={t(name)} error={textOf(faults[name])}>
      {(control) => (
        <DateInput {...control} value={days[name]} onChange={(value) => setDays((now) => ({ ...now, [name]: value }))} />
      )}
    </Field>
  );
  return (
    <FilterForm label={t('filter')} apply={t('apply')} busy={busy} faults={faults} onFilter={handleFilter}>
      {before}
      {day('dateStart')}
      {day('dateEnd')}
      {after}
    </FilterForm>
  );
};
