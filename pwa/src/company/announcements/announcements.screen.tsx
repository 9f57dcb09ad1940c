import { type AnnouncementView, announcements } from '@prosa/contracts/schemas';
import ImageIcon from 'lucide-react/icons/image';
import Megaphone from 'lucide-react/icons/megaphone';
import Paperclip from 'lucide-react/icons/paperclip';
import { useDispatch } from 'react-redux';
import type { SagaIterator } from 'redux-saga';
import { fork, put, takeEvery } from 'redux-saga/effects';
import { FileField, FileName } from '../../records/file-field.tsx';
import type { FieldProps, FormProps } from '../../records/record.ts';
import { RecordDialog } from '../../records/record-dialog.tsx';
import { fileNewRecords } from '../../records/record-file.ts';
import { recordScreen } from '../../records/record-screen.tsx';
import { useWords } from '../../records/use-words.ts';
import type { Screen } from '../../shell/feature.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/overlays/select.tsx';
import styles from './announcements.module.css';

const TYPES = '.png,.jpg,.jpeg,image/png,image/jpeg';
const { setFile, removeFile } = announcements.routes;
const calls = { setFile, removeFile };
const priorities = [1, 2, 3] as const;

const Priority = ({ priority }: { priority: number }) => useWords('announcements')(`priority.${priority}`);
const Status = ({ status }: { status: boolean }) => {
  const words = useWords('announcements');
  return <span className={status ? '' : styles.quiet}>{words(status ? 'active' : 'inactive')}</span>;
};
const MediaName = ({ name }: { name: string | null }) => (
  <FileName name={name} none={useWords('announcements')('noMedia')} icon={Paperclip} />
);

const PriorityField = ({ label, error, value, onChange }: FieldProps) => {
  const words = useWords('announcements');
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Select
          label={label}
          control={control}
          items={priorities.map((one) => ({ id: `${one}`, name: words(`priority.${one}`) }))}
          chosen={`${value}`}
          onChoose={(id) => onChange(Number(id))}
        />
      )}
    </Field>
  );
};

const StatusField = ({ label, error, value, onChange }: FieldProps) => {
  const words = useWords('announcements');
  const items = [
    { id: 'active', name: words('active') },
    { id: 'inactive', name: words('inactive') },
  ];
  return (
    <Field label={label} error={error} hint={value ? words('isActive') : undefined}>
      {(control) => (
        <Select
          label={label}
          control={control}
          items={items}
          chosen={value ? 'active' : 'inactive'}
          onChoose={(id) => onChange(id === 'active')}
        />
      )}
    </Field>
  );
};

/** The record's form, with its picture below. */
const AnnouncementDialog = (props: FormProps & { item?: object }) => {
  const dispatch = useDispatch();
  const item = props.item as AnnouncementView | undefined;
  return (
    <RecordDialog
      {...(props as FormProps)}
      below={
        <FileField
          texts="announcements"
          calls={calls}
          item={item}
          icon={ImageIcon}
          accept={TYPES}
          onChanged={() => dispatch(props.records.refreshed())}
        />
      }
    />
  );
};

const made = recordScreen({
  record: announcements,
  icon: Megaphone,
  columns: [
    { field: 'title' },
    { field: 'priority', cell: ({ priority }) => <Priority priority={priority} /> },
    { field: 'mediaName', cell: ({ mediaName }) => <MediaName name={mediaName} />, onPhone: 'nowhere' },
    { field: 'status', cell: ({ status }) => <Status status={status} />, onPhone: 'end' },
  ],
  fields: [
    { field: 'title' },
    { field: 'text', as: 'area' },
    { field: 'priority', as: PriorityField },
    { field: 'status', as: StatusField },
  ],
  dialog: AnnouncementDialog as never,
  confirms: true,
});
const { records } = made.parts;

/** A new announcement gets the picture that was chosen with it. What is not active is pushed to nobody: the list asks again. */
function* watchAnnouncements(): SagaIterator {
  if (made.saga) yield fork(made.saga);
  const refresh = function* (): SagaIterator {
    yield put(records.refreshed());
  };
  yield fork(fileNewRecords, calls, records, refresh);
  yield takeEvery([records.change.succeeded, records.remove.succeeded], refresh);
}

export const screen: Screen = { ...made, saga: watchAnnouncements };
