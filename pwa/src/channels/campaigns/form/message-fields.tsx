import { type CampaignVariable, confirmationSlots, limits, messageSlots, recipientVariables } from '@prosa/contracts';
import { createContext, type ReactNode, type Ref, type RefObject, useContext, useEffect, useRef } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useDispatch, useSelector } from 'react-redux';
import type { FieldProps } from '../../../records/record.ts';
import type { Values } from '../../../records/record-list.ts';
import { useWords } from '../../../records/use-words.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-input.tsx';
import { Variables } from '../../../ui/fields/variables.tsx';
import { Tabs } from '../../../ui/marks/tabs.tsx';
import { VisuallyHidden } from '../../../ui/marks/visually-hidden.tsx';
import { campaignSettings } from '../state/campaign-settings.slice.ts';
import styles from './form.module.css';

/** The number of a message, from 1 on. */
export type Slot = 1 | 2 | 3 | 4 | 5;
export const slots: readonly Slot[] = [1, 2, 3, 4, 5];

/** Puts a text into the field that had the focus last. */
type Insert = (text: string) => void;
const InsertContext = createContext<RefObject<Insert | null>>({ current: null });

/** A message of a campaign: where it was left, variables are inserted. */
export const MessageField = ({ name, label, error, value, onChange, onBlur, ref }: FieldProps) => {
  const own = useRef<HTMLTextAreaElement>(null);
  const place = useContext(InsertContext);
  const isMessage = name.startsWith('message');
  const insert = (text: string) => {
    const field = own.current;
    if (!field) return;
    field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
    onChange(field.value);
    field.focus();
  };
  const newest = useRef(insert);
  newest.current = insert;
  const take = () => {
    place.current = (text) => newest.current(text);
  };
  // Before any field had the focus, variables go into the message.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each field
  useEffect(() => {
    if (isMessage) take();
  }, []);
  return (
    <Field label={label} error={error}>
      {(control) => (
        <TextArea
          {...control}
          ref={(element) => {
            own.current = element;
            const outer = ref as Ref<HTMLTextAreaElement>;
            if (typeof outer === 'function') outer(element);
          }}
          name={name}
          dir="auto"
          rows={isMessage ? 4 : 2}
          maxLength={limits.automaticTextMax}
          value={String(value ?? '')}
          onFocus={take}
          onBlur={onBlur}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
};

type Props = {
  field: (name: string) => ReactNode;
  control: Control<Values>;
  slot: Slot;
  onSlot: (slot: Slot) => void;
  /** A template asks for the confirmation, so the messages have none of their own. */
  isByTemplate: boolean;
};

/** The five messages of which each contact gets one, each with its request for confirmation. */
export const MessageFields = ({ field, control, slot, onSlot, isByTemplate }: Props) => {
  const words = useWords('campaigns');
  const insert = useRef<Insert>(null);
  const texts = useWatch({ control, name: messageSlots as unknown as string[] }) as unknown as string[];
  const tabs = slots.map((nth) => ({
    id: `${nth}`,
    label: (
      <>
        {nth === slot ? words('message', { nth }) : <SlotNumber nth={nth} />}
        {texts[nth - 1]?.trim() === '' && <span className="count">{words('empty1')}</span>}
      </>
    ),
  }));
  return (
    <InsertContext value={insert}>
      <section className={styles.messages}>
        <Tabs
          label={words('messages')}
          idPrefix="campaign-message"
          items={tabs}
          chosen={`${slot}`}
          onChoose={(id) => onSlot(Number(id) as Slot)}
        />
        <div className={styles.message} role="tabpanel" aria-labelledby={`campaign-message-${slot}`} key={slot}>
          {!isByTemplate && field(confirmationSlots[slot - 1]!)}
          {field(messageSlots[slot - 1]!)}
          <MessageVariables onChoose={(text) => insert.current?.(text)} />
        </div>
      </section>
    </InsertContext>
  );
};

const SlotNumber = ({ nth }: { nth: Slot }) => {
  const words = useWords('campaigns');
  return (
    <>
      <span aria-hidden="true">{nth}</span>
      <VisuallyHidden>{words('message', { nth })}</VisuallyHidden>
    </>
  );
};

/** The company's own variables; none until they are known. */
export const useVariables = (): readonly CampaignVariable[] => {
  const dispatch = useDispatch();
  const { settings } = useSelector(campaignSettings.selectState);
  useEffect(() => void dispatch(campaignSettings.wanted()), [dispatch]);
  return settings?.variables ?? [];
};

/** The variables of a campaign. */
export const MessageVariables = ({ onChoose }: { onChoose: (text: string) => void }) => {
  const words = useWords('campaigns');
  const own = useVariables();
  const all = [
    ...recipientVariables.map((name) => ({ name, about: words(`variables.${name}`) })),
    ...own.map(({ key, value }) => ({ name: key, about: value })),
  ].map(({ name, about }) => ({ text: `{${name}}`, about }));
  return (
    <Variables label={words('insertVariable')} variables={all} onChoose={onChoose}>
      <span className="hint">{words('withoutValue')}</span>
    </Variables>
  );
};
