import { type MacroView, macros } from '@prosa/contracts/schemas';
import ListChecks from 'lucide-react/icons/list-checks';
import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import type { FieldProps, FormField, FormProps } from '../../records/record.ts';
import { RecordDialog } from '../../records/record-dialog.tsx';
import { recordScreen } from '../../records/record-screen.tsx';
import { useWords } from '../../records/use-words.ts';
import type { Screen } from '../../shell/feature.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { ActChips } from './act-chips.tsx';
import { ActsField } from './acts-field.tsx';
import styles from './macros.module.css';
import { useActNames } from './use-act-names.ts';

const Acts = ({ acts }: Pick<MacroView, 'acts'>) => <ActChips acts={acts} names={useActNames(acts)} />;

const Whose = ({ userId }: Pick<MacroView, 'userId'>) => <>{useWords('macros')(userId ? 'own' : 'shared')}</>;

/** Who uses it: the user alone, or everybody. */
const WhoseField = ({ label, value, onChange }: FieldProps) => {
  const words = useWords('macros');
  const me = useSelector(selectMe);
  return (
    <fieldset className={`field ${styles.whose}`}>
      <legend className="label">{label}</legend>
      <div className="segmented">
        <button type="button" aria-pressed={!!value} onClick={() => onChange(me?.id ?? null)}>
          {words('own')}
        </button>
        <button type="button" aria-pressed={!value} onClick={() => onChange(null)}>
          {words('shared')}
        </button>
      </div>
    </fieldset>
  );
};

/** The word behind the composer's slash, which stands before it. */
const ShortcodeField = ({ name, label, error, value, onChange, onBlur, ref }: FieldProps) => (
  <Field label={label} error={error}>
    {(control) => (
      <span className={styles.word}>
        <span aria-hidden="true">/</span>
        <TextInput
          {...control}
          ref={ref}
          name={name}
          autoComplete="off"
          value={String(value ?? '')}
          onBlur={onBlur}
          onChange={({ target }) => onChange(target.value)}
        />
      </span>
    )}
  </Field>
);

const fields: FormField<MacroView>[] = [
  { field: 'name' },
  { field: 'shortcode', as: ShortcodeField },
  { field: 'userId', as: WhoseField },
  { field: 'acts', as: ActsField },
];

/** The record's form. A new one is its author's own. */
const MacroDialog = (props: FormProps & { item?: MacroView }) => {
  const me = useSelector(selectMe);
  return (
    <RecordDialog
      {...(props as FormProps)}
      size="medium"
      begins={{ userId: me?.id ?? null, acts: [] }}
      arranged={styles.form}
      arrange={(field) => (
        <>
          <div className={styles.names}>
            {field('name')}
            {field('shortcode')}
          </div>
          {field('userId')}
          {field('acts')}
        </>
      )}
    />
  );
};

/** The composer's list leads here for a new one. */
const AskedDialog = () => {
  const words = useWords('macros');
  const [params, setParams] = useSearchParams();
  if (!params.has('new')) return null;
  return <MacroDialog {...made.parts} words={words} onClose={() => setParams({}, { replace: true })} />;
};

const made = recordScreen({
  record: macros,
  icon: ListChecks,
  columns: [
    { field: 'name' },
    { field: 'shortcode', cell: ({ shortcode }) => `/${shortcode}` },
    { field: 'acts', cell: ({ acts }) => <Acts acts={acts} />, isWide: true },
    { field: 'userId', cell: ({ userId }) => <Whose userId={userId} />, onPhone: 'end' },
  ],
  fields,
  dialog: MacroDialog,
  above: AskedDialog,
  confirms: true,
});

export const screen: Screen = made;
