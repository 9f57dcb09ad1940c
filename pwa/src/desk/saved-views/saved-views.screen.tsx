import { GREY, type SavedView, savedViews, viewChips } from '@prosa/contracts/schemas';
import Bookmark from 'lucide-react/icons/bookmark';
import { useSelector } from 'react-redux';
import type { SagaIterator } from 'redux-saga';
import { fork, put, takeEvery } from 'redux-saga/effects';
import { queues } from '../../flows/queues/queues.slice.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import { users } from '../../people/users/users.slice.ts';
import type { FieldProps, FormField, FormProps } from '../../records/record.ts';
import { RecordDialog } from '../../records/record-dialog.tsx';
import { recordScreen } from '../../records/record-screen.tsx';
import { useWords } from '../../records/use-words.ts';
import type { Screen } from '../../shell/feature.ts';
import { shownPath } from '../../shell/navigation.ts';
import { Checkbox } from '../../ui/fields/choices.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { ChipsField } from '../../ui/overlays/chips-field.tsx';
import { Select } from '../../ui/overlays/select.tsx';
import { labelsOf, tags } from '../tags/tags.slice.ts';
import { NO_QUEUE } from '../tickets/state/tickets.filters.ts';
import { type Content, lists } from './saved-views.model.ts';
import { viewChosen } from './saved-views.saga.ts';
import { mayChange } from './saved-views.slice.ts';
import styles from './views.module.css';

const calls = { queues, tags, users };
const stateTexts = { open: 'serving', pending: 'waiting', closed: 'tabClosed' } as const;

const Whose = ({ userId }: Pick<SavedView, 'userId'>) => <>{useWords('saved-views')(userId ? 'own' : 'shared')}</>;

/** The lists of a view, by the names of their tabs. */
const States = ({ states }: Pick<SavedView, 'states'>) => {
  const { t } = useTexts('tickets');
  return <>{lists.flatMap((list) => (states.includes(list) ? t(stateTexts[list]) : [])).join(', ')}</>;
};

/** By what it narrows them. */
const Filters = ({ queueIds, tagIds, attendantId, chip }: Pick<SavedView, 'queueIds' | 'tagIds' | 'attendantId' | 'chip'>) => {
  const words = useWords('saved-views');
  const { t } = useTexts('tickets');
  const queueName = nameIn(calls.queues.useAll());
  const tagName = nameIn(calls.tags.useAll());
  const userName = nameIn(calls.users.useAll());
  const names = [
    ...(queueIds ?? []).map((id) => (id === NO_QUEUE ? t('noQueue') : queueName(id))),
    ...tagIds.map(tagName),
    ...(attendantId === null ? [] : [userName(attendantId)]),
    ...(chip === null ? [] : [t(`chip-${chip}`)]),
  ].filter((name) => name !== null);
  return <>{names.length > 0 ? names.join(' · ') : words('everything')}</>;
};

/** The name of a record; null if it is gone. */
const nameIn = (all: readonly { id: string; name: string | null }[]) => {
  const names = new Map(all.map(({ id, name }) => [id, name]));
  return (id: string): string | null => names.get(id) ?? null;
};

const WhoseField = ({ label, value, onChange }: FieldProps) => {
  const words = useWords('saved-views');
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

const StatesField = ({ label, error, value, onChange }: FieldProps) => {
  const { t } = useTexts('tickets');
  const chosen = value as SavedView['states'];
  return (
    <fieldset className={`field ${styles.whose}`}>
      <legend className="label">{label}</legend>
      <div className={styles.states}>
        {lists.map((list) => (
          <Checkbox
            key={list}
            checked={chosen.includes(list)}
            onChange={(isOn) => onChange(lists.filter((one) => (one === list ? isOn : chosen.includes(one))))}
          >
            {t(stateTexts[list])}
          </Checkbox>
        ))}
      </div>
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
};

const QueuesField = ({ label, error, value, onChange }: FieldProps) => {
  const words = useWords('saved-views');
  const { t } = useTexts('tickets');
  const items = [...calls.queues.useAll(), { id: NO_QUEUE, name: t('noQueue'), color: GREY }];
  return (
    <ChipsField
      label={label}
      error={error}
      none={words('allQueues')}
      items={items}
      chosen={(value as string[] | null) ?? []}
      onChoose={(ids) => onChange(ids.length === 0 ? null : ids)}
    />
  );
};

const TagsField = ({ label, error, value, onChange }: FieldProps) => {
  const words = useWords('saved-views');
  const items = labelsOf(calls.tags.useAll());
  return (
    <ChipsField
      label={label}
      error={error}
      none={words('allTags')}
      items={items}
      chosen={value as string[]}
      onChoose={onChange}
    />
  );
};

/** Means "everybody" and "everything" among what is offered. */
const ALL = 'all';

const AttendantField = ({ label, error, value, onChange }: FieldProps) => {
  const words = useWords('saved-views');
  const items = calls.users.useAll().map(({ id, name }) => ({ id, name: name ?? '' }));
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Select
          label={label}
          control={control}
          items={[{ id: ALL, name: words('anybody') }, ...items]}
          chosen={(value as string | null) ?? ALL}
          onChoose={(id) => onChange(id === ALL ? null : id)}
        />
      )}
    </Field>
  );
};

const ChipField = ({ label, error, value, onChange }: FieldProps) => {
  const words = useWords('saved-views');
  const { t } = useTexts('tickets');
  const items = viewChips.map((id) => ({ id, name: t(`chip-${id}`) }));
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Select
          label={label}
          control={control}
          items={[{ id: ALL, name: words('wholeList') }, ...items]}
          chosen={(value as string | null) ?? ALL}
          onChoose={(id) => onChange(id === ALL ? null : id)}
        />
      )}
    </Field>
  );
};

const fields: FormField<SavedView>[] = [
  { field: 'name' },
  { field: 'userId', as: WhoseField },
  { field: 'states', as: StatesField },
  { field: 'queueIds', as: QueuesField },
  { field: 'tagIds', as: TagsField },
  { field: 'attendantId', as: AttendantField },
  { field: 'chip', as: ChipField },
];

/** The record's form. A new one is its author's own; only administrators choose whose it is. */
const Form = (props: FormProps & { item?: SavedView; begins?: Content }) => {
  const me = useSelector(selectMe);
  const isAdmin = me?.profile === 'admin';
  const of = { userId: me?.id ?? null, states: ['open'], queueIds: null, tagIds: [], attendantId: null, chip: null };
  return (
    <RecordDialog
      {...(props as FormProps)}
      begins={{ ...of, ...props.begins }}
      arranged="form"
      arrange={(field) => fields.map((one) => (one.field === 'userId' && !isAdmin ? null : field(one.field)))}
    />
  );
};

const made = recordScreen({
  record: savedViews,
  icon: Bookmark,
  columns: [
    { field: 'name' },
    { field: 'states', cell: ({ states }) => <States states={states} /> },
    { field: 'queueIds', cell: (view) => <Filters {...view} />, isWide: true },
    { field: 'userId', cell: ({ userId }) => <Whose userId={userId} />, onPhone: 'end' },
  ],
  fields,
  dialog: Form as never,
  mayAct: (_, item, me) => mayChange(item, me),
  confirms: true,
});

/** The form outside of its screen: what it makes is shown at once. */
export const ViewDialog = ({ begins, onClose }: { begins: Content; onClose: () => void }) => {
  const words = useWords('saved-views');
  return <Form {...made.parts} words={words} begins={begins} onClose={onClose} />;
};

/** A view that is made beside the lists is shown there. */
function* watchScreen(): SagaIterator {
  if (made.saga) yield fork(made.saga);
  yield takeEvery(made.parts.records.create.succeeded, function* ({ payload }): SagaIterator {
    if (shownPath().startsWith('/tickets')) yield put(viewChosen(String((payload as { id: string }).id)));
  });
}

export const screen: Screen = { ...made, saga: watchScreen };
