import { type ContactView, limits } from '@prosa/contracts/schemas';
import Plus from 'lucide-react/icons/plus';
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectMay } from '../../people/sessions/sessions.slice.ts';
import { Fault } from '../../ui/fields/fault.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { useIsPhone } from '../../ui/hooks/use-media.ts';
import { Button } from '../../ui/marks/button.tsx';
import styles from './contact-data.module.css';
import { contactFields } from './contact-fields.slice.ts';
import { InPlace, type Places, SaveHint, useSaved } from './in-place.tsx';
import { TypedInPlace } from './typed-field.tsx';

type Props = { contact: ContactView; places: Places };
type Row = ContactView['extraInfo'][number];

/** What is known of a contact, the company's fields first, each value changed where it stands. */
export const ContactData = ({ contact, places }: Props) => {
  const { t } = useTexts('contacts');
  const add = useRef<HTMLButtonElement>(null);
  const { extraInfo } = contact;
  const fields = contactFields.useAll();
  const mayWrite = useSelector(selectMay('contacts:write'));
  if (!mayWrite && fields.length + extraInfo.length === 0) return null;
  return (
    <section className={styles.data} aria-label={t('data')}>
      <header>
        <h3>{t('data')}</h3>
      </header>
      {fields.length + extraInfo.length > 0 && (
        <dl>
          {fields.map((field) => (
            <div key={field.id}>
              <dt>{field.name}</dt>
              <dd>
                <TypedInPlace {...{ contact, places, field }} />
              </dd>
            </div>
          ))}
          {extraInfo.map((row) => (
            <ExtraRow key={row.id} {...{ contact, places, row, add }} />
          ))}
        </dl>
      )}
      {mayWrite && extraInfo.length < limits.extraInfoMax && <NewExtra {...{ contact, places, add }} />}
    </section>
  );
};

type RowProps = Props & { row: Row; add: RefObject<HTMLButtonElement | null> };

/** A value without text leaves, with its name. */
const ExtraRow = ({ contact, places, row, add }: RowProps) => {
  const { t } = useTexts('contacts');
  useEffect(
    () => () => {
      if (document.activeElement === document.body) add.current?.focus();
    },
    [add],
  );
  const changeOf = (text: string) => ({
    extraInfo: contact.extraInfo.flatMap((one) => (one.id !== row.id ? [one] : text === '' ? [] : [{ ...one, value: text }])),
  });
  return (
    <div>
      <dt>{row.name}</dt>
      <dd>
        <InPlace
          contactId={contact.id}
          places={places}
          place={row.id}
          label={row.name}
          value={row.value}
          empty={t('addValue', { name: row.name })}
          changeOf={changeOf}
        />
      </dd>
    </div>
  );
};

const NEW = 'new';

/** A further information: its name and its value. */
const NewExtra = ({ contact, places, add }: Omit<RowProps, 'row'>) => {
  const { t } = useTexts('contacts');
  const isPhone = useIsPhone();
  const wasOpen = useRef(false);
  const isOpen = places.open === NEW;
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) add.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, add]);
  if (isOpen) return <NewExtraFields contact={contact} places={places} />;
  return (
    <Button kind="quiet" small={!isPhone} icon={Plus} className={styles.add!} ref={add} onClick={() => places.edit(NEW)}>
      {t('addExtra')}
    </Button>
  );
};

const NewExtraFields = ({ contact, places }: Props) => {
  const { t } = useTexts('contacts');
  const id = useId();
  const [{ name, value }, setRow] = useState({ name: '', value: '' });
  const { isBusy, error, again, save } = useSaved(contact.id, places.leave);
  const isEmpty = name.trim() === '' && value.trim() === '';
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    const row = { name: name.trim(), value: value.trim() };
    if (event.key === 'Enter' && !isEmpty) save({ extraInfo: [...contact.extraInfo, row] });
    else if (!isBusy) places.leave();
  };
  const common = {
    autoComplete: 'off',
    readOnly: isBusy,
    'aria-busy': isBusy || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': id,
    onKeyDown: handleKey,
    onBlur: ({ relatedTarget }: FocusEvent) => isEmpty && !relatedTarget?.closest('[data-in-place]') && places.leave(),
  } as const;
  return (
    <div className={styles.fresh} data-in-place="">
      <TextInput
        {...common}
        autoFocus
        aria-label={t('extraName')}
        placeholder={t('extraNameShort')}
        value={name}
        onChange={({ target }) => {
          setRow({ name: target.value, value });
          again();
        }}
      />
      <TextInput
        {...common}
        aria-label={t('extraValue', { name })}
        placeholder={t('extraValueShort')}
        value={value}
        onChange={({ target }) => {
          setRow({ name, value: target.value });
          again();
        }}
      />
      {error ? <Fault id={id}>{error}</Fault> : <SaveHint id={id} />}
    </div>
  );
};
