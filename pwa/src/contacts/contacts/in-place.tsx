import { contactForm } from '@prosa/contracts/schemas';
import { type InputHTMLAttributes, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useAct } from '../../kernel/calls/use-act.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectMay } from '../../people/sessions/sessions.slice.ts';
import { Fault } from '../../ui/fields/fault.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { useIsPhone } from '../../ui/hooks/use-media.ts';
import { Kbd } from '../../ui/marks/kbd.tsx';
import { type ContactForm, changeContact } from './contacts.commands.ts';
import styles from './in-place.module.css';

/** Which of a contact's values is a field now. */
export type Places = {
  open: string | null;
  /** Opens one, unless another has unsaved text: that gets the focus. */
  edit: (place: string) => void;
  leave: () => void;
};

/** The state of a contact's values, one of which can be changed at a time. What was begun for another contact is left. */
export const usePlaces = (contactId: string): Places => {
  const [opened, setOpened] = useState<{ contactId: string; place: string } | null>(null);
  const open = opened?.contactId === contactId ? opened.place : null;
  if (opened && open === null) setOpened(null);
  return {
    open,
    edit: (place) =>
      open === null ? setOpened({ contactId, place }) : document.querySelector<HTMLElement>('[data-in-place] .input')?.focus(),
    leave: () => setOpened(null),
  };
};

/**
 * Saves a change of a contact, once what it sends is valid; `error`: why it is not, or why it was refused. `part`: what changes by itself,
 * whatever else is open.
 */
export const useSaved = (contactId: string, onSaved: () => void, part?: string) => {
  const dispatch = useDispatch();
  const [fault, setFault] = useState<string | null>(null);
  const { isBusy, failure, forget } = useAct(changeContact.act({ id: contactId, form: {}, part }), onSaved);
  const refusal = failure && (Object.values(failure.fields)[0] ?? errorText(failure));
  return {
    isBusy,
    error: fault ?? refusal ?? undefined,
    /** What was written is changed. */
    again: () => {
      setFault(null);
      if (failure) forget();
    },
    save: (form: Partial<ContactForm>, found: string | null = null) => {
      const wrong = found ?? contactForm.partial().safeParse(form).error?.issues[0]?.message ?? null;
      setFault(wrong);
      if (wrong === null && !isBusy) dispatch(changeContact.start({ id: contactId, form, part }));
    },
  };
};

type Props = {
  contactId: string;
  places: Places;
  /** Names it among the contact's values. */
  place: string;
  label: string;
  value: string;
  /** The value as it is written; default: as it is shown. */
  written?: string;
  /** What stands in place of an empty value. */
  empty: string;
  /** How it is written. */
  hint?: string;
  /** What was typed, with the marks that belong to it. */
  typed?: (text: string) => string;
  /** Why a text is no value; null: it is one, as far as this place knows. */
  faultOf?: (text: string) => string | null;
  /** What a text changes. */
  changeOf: (text: string) => Partial<ContactForm>;
  input?: InputHTMLAttributes<HTMLInputElement>;
};

/** A value of a contact, for who may not change contacts. */
export const ReadValue = ({ value }: { value: string }) => <span dir="auto">{value === '' ? '–' : value}</span>;

/** A value of a contact as a button, which becomes its field: Enter saves, Escape leaves. Who may not change contacts reads it. */
export const InPlace = (props: Props) => {
  const { places, place, label, value, empty } = props;
  const { t } = useTexts('contacts');
  const button = useRef<HTMLButtonElement>(null);
  const mayWrite = useSelector(selectMay('contacts:write'));
  const isOpen = places.open === place;
  const wasOpen = useRef(false);
  useEffect(() => {
    // The field had the focus when it was left by a key.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!mayWrite) return <ReadValue value={value} />;
  if (isOpen) return <OpenPlace {...props} />;
  return (
    <button
      type="button"
      ref={button}
      className={`${styles.value} ${value === '' ? styles.empty : ''}`}
      title={t('changeOne', { name: label })}
      onClick={() => places.edit(place)}
    >
      {value === '' ? empty : value}
    </button>
  );
};

const OpenPlace = ({ contactId, places, label, value, hint, changeOf, input, ...of }: Props) => {
  const { written = value, typed = (text) => text, faultOf = () => null } = of;
  const id = useId();
  const [text, setText] = useState(written);
  const { isBusy, error, again, save } = useSaved(contactId, places.leave);
  const isSame = text.trim() === written;
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Enter' && !isSame) save(changeOf(text.trim()), faultOf(text.trim()));
    else if (!isBusy) places.leave();
  };
  return (
    <span className={styles.open} data-in-place="">
      <TextInput
        {...input}
        autoFocus
        autoComplete="off"
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : `${id}-hint`}
        aria-busy={isBusy || undefined}
        readOnly={isBusy}
        value={text}
        onChange={({ target }) => {
          setText(typed(target.value));
          again();
        }}
        onKeyDown={handleKey}
        onBlur={() => isSame && places.leave()}
      />
      {error && <Fault id={`${id}-error`}>{error}</Fault>}
      {!error && <SaveHint id={`${id}-hint`} format={hint} />}
    </span>
  );
};

/** How a value is written, and the key that saves it. */
export const SaveHint = ({ id, format }: { id?: string; format?: string | undefined }) => {
  const { t } = useTexts('contacts');
  const isPhone = useIsPhone();
  if (isPhone && !format) return null;
  return (
    <span className={styles.hint} id={id}>
      {format}
      {format && !isPhone && ' · '}
      {!isPhone && (
        <>
          <Kbd>Enter</Kbd> {t('enterSaves')}
        </>
      )}
    </span>
  );
};
