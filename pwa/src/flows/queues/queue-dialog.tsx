import { areReversed, queues as definition, fields as f, GREY, type QueueView, reversedLimits } from '@prosa/contracts/schemas';
import { createContext, useContext, useMemo, useRef, useState } from 'react';
import { useEver } from '../../kernel/loading/use-ever.ts';
import { ColorField } from '../../records/color-field.tsx';
import type { FieldProps, FormField, FormProps, RecordDefinition } from '../../records/record.ts';
import { RecordDialog } from '../../records/record-dialog.tsx';
import type { Values } from '../../records/record-list.ts';
import { useWords } from '../../records/use-words.ts';
import { Tabs } from '../../ui/marks/tabs.tsx';
import { usualHours } from '../hours/hours.ts';
import { HoursField } from '../hours/hours-field.tsx';
import type { Finishes } from '../menus/menu.context.ts';
import { MenuEditor } from '../menus/menu-editor.tsx';
import { DistributionField } from './distribution-field.tsx';
import { LoadList } from './load-list.tsx';
import styles from './queue-dialog.module.css';
import { queues } from './queues.slice.ts';
import { LimitField, WaitField } from './wait-field.tsx';

/** The queue whose form it is; none for a new one. */
const Own = createContext<string | undefined>(undefined);

/** The palette, without the colours of other queues: each has one of its own. */
const QueueColorField = ({ label, error, value, onChange }: FieldProps) => {
  const words = useWords('queues');
  const own = useContext(Own);
  const all = queues.useAll();
  const taken = useMemo(
    () => new Map(all.filter(({ id }) => id !== own).map(({ color, name }) => [color.toUpperCase(), words('colorOf', { name })])),
    [all, own, words],
  );
  return <ColorField label={label} error={error} chosen={String(value)} taken={taken} onChoose={onChange} />;
};

const SchedulesField = ({ label, error, value, onChange }: FieldProps) => (
  <HoursField
    label={label}
    hint={useWords('queues')('hoursHint')}
    error={error}
    value={value as QueueView['schedules']}
    onChange={onChange}
  />
);

const fields: FormField<QueueView>[] = [
  { field: 'name' },
  { field: 'color', as: QueueColorField },
  { field: 'greetingMessage', as: 'area' },
  { field: 'outOfHoursMessage', as: 'area' },
  { field: 'isDefault', as: 'switch' },
  { field: 'schedules', as: SchedulesField },
  { field: 'distribution', as: DistributionField },
  { field: 'maxPerUser', as: LimitField },
  { field: 'warnAfterMinutes', as: WaitField },
  { field: 'lateAfterMinutes', as: WaitField },
];
type Tab = 'data' | 'turns' | 'menu';
/** The fields of the second part; the others are in the first. */
const inTurns = ['distribution', 'maxPerUser', 'warnAfterMinutes', 'lateAfterMinutes'];
const inData = fields.map(({ field }) => field as string).filter((field) => !inTurns.includes(field));
const form = {
  ...definition,
  fields: definition.fields.extend({ color: f.color.default(GREY), schedules: f.schedules.default(usualHours) }),
};

/** A wait is late after it was near its limit. */
const check = (values: Values): { lateAfterMinutes?: string } =>
  areReversed(values as Pick<QueueView, 'warnAfterMinutes' | 'lateAfterMinutes'>) ? { lateAfterMinutes: reversedLimits } : {};

/** Creates or changes a queue: its data and hours, and once it is there its menu, whose options are saved each by itself. */
export const QueueDialog = (props: FormProps) => {
  const { item } = props;
  const words = useWords('queues');
  const [tab, setTab] = useState<Tab>('data');
  const [count, setCount] = useState<number>();
  const [isUnsaved, setUnsaved] = useState(false);
  const finishes: Finishes = useRef(null);
  const hasMenu = useEver(tab === 'menu');
  /** Saves an option that is begun. One that cannot be saved is shown. */
  const finish = async () => {
    const isDone = (await finishes.current?.()) ?? true;
    if (!isDone) setTab('menu');
    return isDone;
  };
  /** Shows a field that is wrong. */
  const handleFaults = (names: string[]) => {
    const [first] = names.map((name): Tab => (inTurns.includes(name) ? 'turns' : 'data'));
    if (first && !(tab !== 'menu' && names.some((name) => inTurns.includes(name) === (tab === 'turns')))) setTab(first);
  };
  const tabs = [
    { id: 'data' as const, label: words('data') },
    { id: 'turns' as const, label: words('turns') },
    { id: 'menu' as const, label: words('menu'), ...(count !== undefined && { count }) },
  ];
  return (
    <Own value={item?.id}>
      <RecordDialog
        {...props}
        size="wide"
        arrange={(field, control) => (
          <>
            <div className={`form ${styles.fields}`} hidden={tab !== 'data'}>
              {inData.map(field)}
            </div>
            <div className={styles.halves} hidden={tab !== 'turns'}>
              <div className="form">
                {field('distribution')}
                {field('maxPerUser')}
                {item && tab === 'turns' && <LoadList queue={item as unknown as QueueView} control={control} />}
              </div>
              <div className="form">
                {field('warnAfterMinutes')}
                {field('lateAfterMinutes')}
              </div>
            </div>
          </>
        )}
        onFaults={handleFaults}
        isAside={tab === 'menu'}
        isUnsaved={isUnsaved}
        check={check}
        finish={finish}
        above={<Tabs className={styles.tabs!} label={words('parts')} items={tabs} chosen={tab} onChoose={setTab} />}
        below={
          hasMenu && (
            <div hidden={tab !== 'menu'}>
              {item ? (
                <MenuEditor
                  queueId={item.id}
                  greeting={(item as unknown as QueueView).greetingMessage}
                  onCount={setCount}
                  onUnsaved={setUnsaved}
                  finishes={finishes}
                />
              ) : (
                <p className={styles.first}>{words('saveFirst')}</p>
              )}
            </div>
          )
        }
        definition={{ ...props.definition, record: form, fields } as unknown as RecordDefinition}
      />
    </Own>
  );
};
