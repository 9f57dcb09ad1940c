import { DashboardFilter, periodRefusals } from '@prosa/contracts/schemas';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectZone } from '../../people/sessions/sessions.slice.ts';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FilterForm, FilterKind } from '../../ui/fields/filter-form.tsx';
import { Select } from '../../ui/overlays/select.tsx';
import { monthOf, today } from './days.ts';

/** The periods that are offered, in days up to today; 0 is none. */
const PERIODS = [0, 1, 3, 7, 15, 30, 60, 90] as const;
type Kind = 'date' | 'period';
type Day = 'date_from' | 'date_to';
type Faults = Partial<Record<Day | 'days', string>>;

type Props = { busy: boolean; onFilter: (filter: DashboardFilter) => void };

/** The choice of a period, by days or by their number. Nothing is fetched before the button is pressed. */
export const PeriodFilter = ({ busy, onFilter }: Props) => {
  const { t } = useTexts('dashboard');
  const zone = useSelector(selectZone);
  const [kind, setKind] = useState<Kind>('date');
  const [dates, setDates] = useState(() => thisMonth(zone));
  const [days, setDays] = useState('0');
  const [faults, setFaults] = useState<Faults>({});

  const handleFilter = () => {
    const filter: DashboardFilter = kind === 'date' ? dates : { days };
    const checked = DashboardFilter.safeParse(filter);
    setFaults(checked.success ? {} : faultsOf(checked.error.issues, kind));
    if (checked.success) onFilter(filter);
  };
  const textOf = (message: string | undefined): string | undefined =>
    message === undefined
      ? undefined
      : t(message === periodRefusals.none ? 'noPeriod' : message === periodRefusals.order ? 'reversed' : 'badDate');
  const choose = (next: Kind) => {
    setKind(next);
    setFaults({});
  };
  const day = (name: Day) => (
    <Field label={t(name)} error={textOf(faults[name])}>
      {(control) => (
        <DateInput {...control} value={dates[name]} onChange={(value) => setDates((now) => ({ ...now, [name]: value }))} />
      )}
    </Field>
  );
  const periods = PERIODS.map((count) => ({ id: String(count), name: t(`periods.${count}`) }));
  return (
    <FilterForm label={t('filter')} apply={t('apply')} busy={busy} faults={faults} onFilter={handleFilter}>
      <FilterKind
        label={t('kind')}
        items={(['date', 'period'] as const).map((id) => ({ id, label: t(`kinds.${id}`) }))}
        chosen={kind}
        onChoose={choose}
      />
      {kind === 'date' ? (
        <>
          {day('date_from')}
          {day('date_to')}
        </>
      ) : (
        <Field label={t('days')} error={textOf(faults.days)}>
          {(control) => <Select label={t('days')} control={control} items={periods} chosen={days} onChoose={setDays} />}
        </Field>
      )}
    </FilterForm>
  );
};

/** The days that the screen begins with. */
export const thisMonth = (zone: string | undefined): Record<Day, string> => {
  const day = today(zone);
  return { date_from: monthOf(day), date_to: day };
};

/** Each field's first fault. Without any day, the first field of the form has it. */
const faultsOf = (issues: readonly { path: PropertyKey[]; message: string }[], kind: Kind): Faults =>
  Object.fromEntries(
    issues
      .map(({ path: [field], message }) => [kind === 'date' && field === 'days' ? 'date_from' : String(field), message])
      .reverse(),
  );
