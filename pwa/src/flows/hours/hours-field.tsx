import { limits, type QueueView } from '@prosa/contracts';
import Copy from 'lucide-react/icons/copy';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useId, useState } from 'react';
import { useWords } from '../../records/use-words.ts';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { IconButton, TextButton } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { faultOf, masked, weekdays } from './hours.ts';
import styles from './hours-field.module.css';

type Range = QueueView['schedules'][number];
type Props = {
  label: string;
  hint?: string;
  error: string | undefined;
  value: readonly Range[];
  onChange: (value: Range[]) => void;
};

/** The opening hours of a week: for each weekday its ranges, one below the other; none, or one whose start is its end, is closed. */
export const HoursField = ({ label, hint, error, value, onChange }: Props) => {
  const words = useWords('hours');
  const id = useId();
  const put = (at: number, changes: Partial<Range>) =>
    onChange(value.map((range, n) => (n === at ? { ...range, ...changes } : range)));
  const add = (weekdayEn: Range['weekdayEn']) =>
    onChange(sorted([...value, { weekdayEn, weekday: words(`weekdays.${weekdayEn}`), startTime: '', endTime: '' }]));
  const repeat = () => {
    const mondays = value.filter(({ weekdayEn }) => weekdayEn === 'monday');
    const repeated = weekdays
      .slice(1, 5)
      .flatMap((weekdayEn) => mondays.map((range) => ({ ...range, weekdayEn, weekday: words(`weekdays.${weekdayEn}`) })));
    onChange(sorted([...value.filter(({ weekdayEn }) => !weekdays.slice(1, 5).includes(weekdayEn)), ...repeated]));
  };
  return (
    <fieldset className="field" aria-describedby={hint && `${id}-hint`}>
      <legend className="label">{label}</legend>
      {weekdays.map((weekdayEn) => {
        const name = words(`weekdays.${weekdayEn}`);
        const ranges = value.map((range, at) => ({ range, at })).filter(({ range }) => range.weekdayEn === weekdayEn);
        return (
          <div key={weekdayEn} className={styles.day}>
            <span className={styles.name}>{name}</span>
            <div className={styles.ranges}>
              {ranges.length === 0 && <span className="secondary">{words(value.length === 0 ? 'always' : 'closed')}</span>}
              {ranges.map(({ range, at }, nth) => (
                <RangeRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: ranges have no other identity
                  key={nth}
                  range={range}
                  name={ranges.length > 1 ? `${name} ${nth + 1}` : name}
                  shows={error !== undefined}
                  onChange={(changes) => put(at, changes)}
                  {...(ranges.length > 1 && { onRemove: () => onChange(value.filter((_, n) => n !== at)) })}
                />
              ))}
            </div>
            <IconButton
              icon={Plus}
              smallIcon
              label={words('addRange', { day: name })}
              disabled={value.length >= limits.schedules}
              onClick={() => add(weekdayEn)}
            />
          </div>
        );
      })}
      <p className={styles.repeat}>
        <TextButton onClick={repeat}>
          <Icon of={Copy} size="tiny" /> {words('repeat')}
        </TextButton>
      </p>
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  );
};

type RowProps = {
  range: Range;
  name: string;
  /** Faults are shown also where nothing was typed. */
  shows: boolean;
  onChange: (changes: Partial<Range>) => void;
  onRemove?: () => void;
};

const RangeRow = ({ range, name, shows, onChange, onRemove }: RowProps) => {
  const words = useWords('hours');
  const id = useId();
  const [isLeft, setLeft] = useState({ startTime: false, endTime: false });
  const fault = faultOf(range);
  const isShown = fault && (shows || isLeft[fault.field]);
  const time = (field: 'startTime' | 'endTime') => (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      placeholder="00:00"
      maxLength={5}
      aria-label={words(field, { day: name })}
      value={range[field]}
      {...(isShown && fault.field === field && { 'aria-invalid': true, 'aria-describedby': id })}
      onChange={({ target }) => onChange({ [field]: masked(target.value) })}
      onBlur={() => setLeft((before) => ({ ...before, [field]: true }))}
    />
  );
  return (
    <div className={styles.range}>
      {time('startTime')}
      <span className="secondary">{words('until')}</span>
      {time('endTime')}
      {!fault && range.startTime === range.endTime && <span className="secondary">{words('closed')}</span>}
      {onRemove && <IconButton icon={X} smallIcon label={words('removeRange', { day: name })} onClick={onRemove} />}
      {isShown && (
        <p id={id} className={`error ${styles.fault}`} role="alert">
          {words(`faults.${fault.why}`)}
        </p>
      )}
    </div>
  );
};

/** By weekday; the ranges of one stay in the order in which they were added. */
const sorted = (ranges: Range[]): Range[] =>
  ranges.toSorted((a, b) => weekdays.indexOf(a.weekdayEn) - weekdays.indexOf(b.weekdayEn));
