import { zodResolver } from '@hookform/resolvers/zod';
import { type ContactView, contactForm, countryOf, type ErrorCode, isAddress, newId, readNumber } from '@prosa/contracts/schemas';
import { type InputHTMLAttributes, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useDispatch, useSelector } from 'react-redux';
import type { z } from 'zod';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useAct } from '../../kernel/calls/use-act.ts';
import { textOf } from '../../kernel/i18n/dictionary.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useOthersChanges } from '../../kernel/use-others-changes.ts';
import { selectSetting } from '../../people/sessions/sessions.slice.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { useReturnFocus } from '../../ui/hooks/use-return-focus.ts';
import { Button } from '../../ui/marks/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './contact-dialog.module.css';
import { contactFields } from './contact-fields.slice.ts';
import { type ContactForm, changeContact, createContact } from './contacts.commands.ts';
import { selectMade } from './contacts.slice.ts';
import { ExtraFields } from './extra-fields.tsx';
import { TypedInputs } from './typed-field.tsx';
import { useTypedForm } from './use-typed-form.ts';

type Props = {
  /** Absent for a new contact. */
  contact?: ContactView;
  /** Initial values of a new contact. */
  name?: string;
  number?: string;
  onClose: () => void;
  /** Called when the new contact has been created. */
  onMade?: (contact: ContactView) => void;
};

/** The company's fields are checked by their types (`useTypedForm`). */
const untypedForm = contactForm.omit({ fields: true });
const fields = ['name', 'number', 'email'] as const;
type FieldName = (typeof fields)[number];
/** Refusals of the number, shown at its field. */
const numberRefusals: ReadonlySet<string> = new Set<ErrorCode>([
  'ERR_DUPLICATED_CONTACT',
  'ERR_WAPP_INVALID_CONTACT',
  'ERR_CHECK_NUMBER',
]);

/** The request body of a form, without empty rows of extra fields. */
const bodyOf = (form: ContactForm): ContactForm => ({
  ...form,
  extraInfo: form.extraInfo.filter((row) => row.name.trim() !== '' || row.value.trim() !== ''),
});

/** The changes of a form: a colleague may have changed the rest meanwhile. */
const changesOf = (form: ContactForm, begun: ContactForm): Partial<ContactForm> => {
  const [now, before] = [bodyOf(form), bodyOf(begun)];
  const fields = (Object.keys(now) as (keyof ContactForm)[]).filter(
    (field) => JSON.stringify(now[field] || null) !== JSON.stringify(before[field] || null),
  );
  return Object.fromEntries(fields.map((field) => [field, now[field]]));
};

/** A number that without its plus would be read as one of the company's country has it; of an address nobody reads anything. */
const writtenIn = (number: string, country: string | undefined): string => {
  if (isAddress(number)) return textOf('contacts', 'noNumber');
  const read = readNumber(number, countryOf(country)).number;
  return read === undefined || read === number ? number : `+${number}`;
};

const formOf = (contact: ContactView | undefined, country: string | undefined, name = '', number = ''): ContactForm => ({
  name: contact?.name ?? name,
  number: contact?.number ? writtenIn(contact.number, country) : number,
  email: contact?.email ?? '',
  extraInfo: contact?.extraInfo ?? [],
});

/**
 * The form for a contact's name, number, e-mail and extra fields. Fields are validated on blur; closing with unsaved changes asks first.
 */
export const ContactDialog = ({ contact, name, number, onClose, onMade }: Props) => {
  useReturnFocus();
  const { t } = useTexts('contacts');
  const dispatch = useDispatch();
  const country = useSelector(selectSetting('country'));
  const [first] = useState(() => formOf(contact, country, name, number));
  const form = useForm<ContactForm>({
    resolver: zodResolver(untypedForm as unknown as z.ZodType<ContactForm, ContactForm>),
    defaultValues: first,
    mode: 'onTouched',
    shouldFocusError: false, // the dialog focuses the first error itself
  });
  const { control, register, getValues, handleSubmit } = form;
  const { errors } = form.formState;
  // The list of further information stays whole as it was opened.
  const begun = contact ? { ...formOf(contact, country), extraInfo: first.extraInfo } : first;
  const { extraInfo: _, ...lines } = begun;
  const others = useOthersChanges(form, lines);
  const definitions = contactFields.useAll();
  const typed = useTypedForm(definitions, contact);
  const [isAsking, setAsking] = useState(false);
  const [ref] = useState(newId);
  const actName = contact ? changeContact.act({ id: contact.id, form: {} }) : createContact.act({ form: begun, ref });
  const { isBusy, failure, forget } = useAct(actName, onClose);
  const made = useSelector(selectMade);

  useEffect(() => {
    if (made?.ref === ref) onMade?.(made.contact);
  }, [made, ref, onMade]);

  const refused = failure?.fields ?? {};
  const errorOf = (field: FieldName): string | undefined =>
    errors[field]?.message ??
    (refused[field] === 'number-rounded' ? t('rounded') : refused[field]) ??
    (field === 'number' && failure && numberRefusals.has(failure.code) ? errorText(failure) : undefined);
  /** Whether a field shows the failure; if not, `refusal` does. */
  const isShownAtField = fields.some((field) => errorOf(field) !== undefined) || typed.isRefused(refused);
  const refusal = failure && !isShownAtField ? errorText(failure) : null;
  const handleChanged = () => failure && forget();
  const field = (name: FieldName, more: InputHTMLAttributes<HTMLInputElement>) => {
    const onChange = () => {
      others.seen(name);
      handleChanged();
    };
    return (
      <Field label={t(name)} error={errorOf(name) ?? (others.fields.has(name) ? t('changed') : undefined)}>
        {(control) => <TextInput {...control} {...more} autoComplete="off" {...register(name, { onChange })} />}
      </Field>
    );
  };

  const send = (written: ContactForm) => {
    const values = typed.read();
    if (values === null) return;
    const typedPart = values.length > 0 && { fields: values };
    if (!contact) return void dispatch(createContact.start({ form: { ...bodyOf(written), ...typedPart }, ref }));
    const changes = { ...changesOf(written, begun), ...typedPart };
    if (Object.keys(changes).length === 0) return onClose();
    dispatch(changeContact.start({ id: contact.id, form: changes }));
  };
  const isChanged = () => typed.isChanged || Object.keys(changesOf(getValues(), begun)).length > 0;
  const handleClose = () => (isAsking || !isChanged() ? onClose() : setAsking(true));

  return (
    <Dialog
      title={t(contact ? 'edit' : 'create')}
      isOpen
      keeps
      onClose={handleClose}
      onSubmit={() => void handleSubmit(send)()}
      refusal={refusal}
      footer={
        isAsking ? (
          <Loses onStay={() => setAsking(false)} onDiscard={onClose} />
        ) : (
          <>
            <Button className="way-out" onClick={handleClose}>
              {t('cancel')}
            </Button>
            <Button kind="primary" type="submit" steady="save contact" busy={isBusy}>
              {t('save')}
            </Button>
          </>
        )
      }
    >
      <div className="form">
        {field('name', { autoFocus: true })}
        <div className={`${styles.pair} ${styles.numberMail}`}>
          {field('number', { inputMode: 'tel', readOnly: isAddress(contact?.number ?? '') })}
          {field('email', { type: 'email' })}
        </div>
        <TypedInputs
          fields={definitions}
          written={typed.written}
          faults={typed.faultsWith(refused)}
          onChange={(id, text) => {
            typed.write(id, text);
            handleChanged();
          }}
        />
        <ExtraFields {...{ control, register, errors }} onChanged={handleChanged} />
      </div>
    </Dialog>
  );
};

/** Asks whether to discard what was typed. Enter discards nothing and returns the focus to the previous element. */
const Loses = ({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) => {
  useReturnFocus();
  const { t } = useTexts('contacts');
  return (
    <>
      <p className="foot-note" role="alert">
        {t('loses')}
      </p>
      <Button autoFocus onClick={onStay}>
        {t('stay')}
      </Button>
      <Button kind="danger" steady="discard contact" onClick={onDiscard}>
        {t('discard')}
      </Button>
    </>
  );
};
