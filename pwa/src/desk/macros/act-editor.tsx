import { type MacroAct, macroReturns, servesTickets } from '@prosa/contracts';
import { type RefObject, useRef } from 'react';
import { queues } from '../../flows/queues/queues.slice.ts';
import { users } from '../../people/users/users.slice.ts';
import { useWords } from '../../records/use-words.ts';
import { Field } from '../../ui/fields/field.tsx';
import { inserted } from '../../ui/fields/inserted.ts';
import { TextArea, TextInput } from '../../ui/fields/text-input.tsx';
import { Variables } from '../../ui/fields/variables.tsx';
import { useAutoFocus, useFocusIn } from '../../ui/hooks/use-auto-focus.ts';
import { ChipsField } from '../../ui/overlays/chips-field.tsx';
import { type Choice, Select } from '../../ui/overlays/select.tsx';
import { quickReplies } from '../quick-messages/quick-messages.slice.ts';
import { labelsOf, tags } from '../tags/tags.slice.ts';
import { weekdayName } from './act-words.ts';
import styles from './acts-field.module.css';
import { askedIn, ownVariables } from './macros.model.ts';

type Of<Kind extends MacroAct['do']> = {
  act: Extract<MacroAct, { do: Kind }>;
  label: string;
  error: string | undefined;
  onChange: (act: MacroAct) => void;
};

/** The fields of an act; the first one has the focus. */
export const ActEditor = ({ act, ...rest }: Of<MacroAct['do']>) => {
  switch (act.do) {
    case 'message':
    case 'observation':
      return <TextEditor act={act} {...rest} />;
    case 'tags':
      return <TagsEditor act={act} {...rest} />;
    case 'snooze':
      return <SnoozeEditor act={act} {...rest} />;
    case 'reply':
      return <ReplyEditor act={act} {...rest} />;
    case 'queue':
      return <QueueEditor act={act} {...rest} />;
    case 'user':
      return <UserEditor act={act} {...rest} />;
    case 'resolve':
      return null;
  }
};

/** What is typed in double braces and is no variable of the ticket is asked for. */
const useAskedHint = (texts: string[]): string | undefined => {
  const words = useWords('macros');
  const asked = askedIn(texts).map((name) => `{{${name}}}`);
  return asked.length > 0 ? words('askedHint', { variables: asked.join(', ') }) : undefined;
};

const TextEditor = ({ act, label, error, onChange }: Of<'message' | 'observation'>) => {
  const words = useWords('macros');
  const field = useRef<HTMLTextAreaElement>(null);
  useAutoFocus(field);
  return (
    <>
      <Field label={label} error={error} hint={useAskedHint([act.text])}>
        {(control) => (
          <TextArea
            {...control}
            ref={field}
            dir="auto"
            rows={4}
            value={act.text}
            onChange={({ target }) => onChange({ ...act, text: target.value })}
          />
        )}
      </Field>
      <Variables
        label={words('insertVariable')}
        variables={ownVariables.map((one) => ({ text: `{{${one}}}`, about: words(`variables.${one}`) }))}
        onChoose={(text) => {
          field.current?.focus();
          inserted(field.current, text);
        }}
      />
    </>
  );
};

/** Focuses the button that opens a list. */
const useButtonFocus = (): RefObject<HTMLDivElement | null> => {
  const box = useRef<HTMLDivElement>(null);
  useFocusIn(
    () => box.current?.closest('[role="dialog"]') ?? null,
    () => box.current?.querySelector('button'),
  );
  return box;
};

const TagsEditor = ({ act, label, error, onChange }: Of<'tags'>) => {
  const words = useWords('macros');
  const box = useButtonFocus();
  return (
    <div ref={box}>
      <ChipsField
        label={label}
        hint={words('tagsHint')}
        error={error}
        none={words('noTags')}
        items={labelsOf(tags.useAll())}
        chosen={act.tagIds}
        onChoose={(tagIds) => onChange({ ...act, tagIds })}
      />
    </div>
  );
};

type ChoiceProps = Omit<Of<MacroAct['do']>, 'act' | 'onChange'> & {
  items: Choice[];
  chosen: string;
  hint?: string | undefined;
  onChoose: (id: string) => void;
};
const ChoiceEditor = ({ label, error, hint, items, chosen, onChoose }: ChoiceProps) => {
  const box = useButtonFocus();
  return (
    <div ref={box}>
      <Field label={label} error={error} hint={hint}>
        {(control) => <Select label={label} control={control} items={items} chosen={chosen} onChoose={onChoose} />}
      </Field>
    </div>
  );
};

const ReplyEditor = ({ act, onChange, ...rest }: Of<'reply'>) => {
  const all = quickReplies.useAll();
  const chosen = all.find(({ id }) => id === act.quickMessageId);
  return (
    <ChoiceEditor
      {...rest}
      hint={useAskedHint(chosen ? [chosen.message] : [])}
      items={all.map(({ id, shortcode, message }) => ({ id, name: `/${shortcode}`, detail: message }))}
      chosen={act.quickMessageId}
      onChoose={(quickMessageId) => onChange({ ...act, quickMessageId })}
    />
  );
};

const QueueEditor = ({ act, onChange, ...rest }: Of<'queue'>) => (
  <ChoiceEditor
    {...rest}
    hint={useWords('macros')('queueHint')}
    items={queues.useAll().map(({ id, name, color }) => ({ id, name, color }))}
    chosen={act.queueId}
    onChoose={(queueId) => onChange({ ...act, queueId })}
  />
);

const UserEditor = ({ act, onChange, ...rest }: Of<'user'>) => (
  <ChoiceEditor
    {...rest}
    items={users
      .useAll()
      .filter(servesTickets)
      .map(({ id, name }) => ({ id, name: name ?? '' }))}
    chosen={act.userId}
    onChoose={(userId) => onChange({ ...act, userId })}
  />
);

const SnoozeEditor = ({ act, label, error, onChange }: Of<'snooze'>) => {
  const words = useWords('macros');
  const box = useButtonFocus();
  const nameOf = (until: string): string => weekdayName(until, 'long') ?? words(until === 'hour' ? 'inAnHour' : 'tomorrow');
  return (
    <div ref={box} className={styles.when}>
      <Field label={label} error={error}>
        {(control) => (
          <Select
            label={label}
            control={control}
            items={macroReturns.map((id) => ({ id, name: nameOf(id) }))}
            chosen={act.until}
            onChoose={(until) => onChange({ ...act, until: until as typeof act.until })}
          />
        )}
      </Field>
      {act.until !== 'hour' && (
        <Field label={words('time')}>
          {(control) => (
            <TextInput
              {...control}
              type="time"
              value={act.time}
              onChange={({ target }) => target.value !== '' && onChange({ ...act, time: target.value.slice(0, 5) })}
            />
          )}
        </Field>
      )}
    </div>
  );
};
