import { type QuickMessageView, quickMessages } from '@prosa/contracts/schemas';
import Paperclip from 'lucide-react/icons/paperclip';
import Zap from 'lucide-react/icons/zap';
import { type Ref, useRef } from 'react';
import { useSelector } from 'react-redux';
import type { SagaIterator } from 'redux-saga';
import { fork } from 'redux-saga/effects';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import { FileField, FileName } from '../../records/file-field.tsx';
import type { FieldProps, FormProps } from '../../records/record.ts';
import { RecordDialog } from '../../records/record-dialog.tsx';
import { fileNewRecords } from '../../records/record-file.ts';
import { recordScreen } from '../../records/record-screen.tsx';
import { useWords } from '../../records/use-words.ts';
import type { Screen } from '../../shell/feature.ts';
import { Field } from '../../ui/fields/field.tsx';
import { inserted } from '../../ui/fields/inserted.ts';
import { TextArea } from '../../ui/fields/text-input.tsx';
import { Variables } from '../../ui/fields/variables.tsx';
import { Select } from '../../ui/overlays/select.tsx';

const calls = quickMessages.routes;

const Whose = ({ userId }: { userId: string | null | undefined }) => <>{useWords('quick-messages')(userId ? 'own' : 'shared')}</>;

/** The choice of who may use it: the user alone, or everybody. */
const WhoseField = ({ label, error, value, onChange }: FieldProps) => {
  const words = useWords('quick-messages');
  const me = useSelector(selectMe);
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Select
          label={label}
          control={control}
          items={[
            { id: 'own', name: words('own') },
            { id: 'shared', name: words('shared') },
          ]}
          chosen={value ? 'own' : 'shared'}
          onChoose={(id) => onChange(id === 'own' ? (me?.id ?? null) : null)}
        />
      )}
    </Field>
  );
};

/** What the composer fills in when the reply is chosen; the words as they are written in Portuguese. */
const variables = ['nome', 'protocolo', 'saudacao'] as const;

/** Its text: where it was left, variables are inserted. */
const MessageField = ({ name, label, error, value, onChange, onBlur, ref }: FieldProps) => {
  const words = useWords('quick-messages');
  const field = useRef<HTMLTextAreaElement>(null);
  const own = (element: HTMLTextAreaElement | null) => {
    field.current = element;
    const outer = ref as Ref<HTMLTextAreaElement>;
    if (typeof outer === 'function') outer(element);
  };
  return (
    <div>
      <Field label={label} error={error}>
        {(control) => (
          <TextArea
            {...control}
            ref={own}
            name={name}
            dir="auto"
            rows={5}
            value={String(value ?? '')}
            onBlur={onBlur}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      <Variables
        label={words('insertVariable')}
        variables={variables.map((one) => ({ text: `{{${one}}}`, about: words(`variables.${one}`) }))}
        onChoose={(text) => {
          field.current?.focus();
          inserted(field.current, text);
        }}
      />
    </div>
  );
};

/** The record's form, with its file below. A new one is its author's own, an administrator's the whole team's. */
const QuickMessageDialog = (props: FormProps & { item?: object }) => {
  const me = useSelector(selectMe);
  const item = props.item as QuickMessageView | undefined;
  return (
    <RecordDialog
      {...(props as FormProps)}
      begins={{ userId: me?.profile === 'admin' ? null : (me?.id ?? null) }}
      below={<FileField texts="quick-messages" calls={calls} item={item} icon={Paperclip} />}
    />
  );
};

const made = recordScreen({
  record: quickMessages,
  icon: Zap,
  columns: [
    { field: 'shortcode' },
    { field: 'message', isWide: true },
    { field: 'mediaName', cell: ({ mediaName }) => <FileName name={mediaName} none="–" icon={Paperclip} />, onPhone: 'nowhere' },
    { field: 'userId', cell: ({ userId }) => <Whose userId={userId} />, onPhone: 'end' },
  ],
  fields: [{ field: 'shortcode' }, { field: 'message', as: MessageField }, { field: 'userId', as: WhoseField }],
  dialog: QuickMessageDialog as never,
  confirms: true,
});

function* watchQuickMessages(): SagaIterator {
  if (made.saga) yield fork(made.saga);
  yield fork(fileNewRecords, calls, made.parts.records);
}

export const screen: Screen = { ...made, saga: watchQuickMessages };
