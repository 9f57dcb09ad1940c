import { type ContactView, contactRoutes, newId } from '@prosa/contracts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { errorText } from '../i18n/error-text.ts';
import { dismissed, selectAct } from '../kernel/commands.slice.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { type ContactForm, changeContact, createContact } from './contacts.commands.ts';
import { selectMade } from './contacts.slice.ts';
import { ExtraFields } from './extra-fields.tsx';
import { errorsOf } from './form-errors.ts';

type Props = {
  /** Left out: a new one. */
  contact?: ContactView;
  /** What a new one begins with. */
  name?: string;
  onClose: () => void;
  /** The new one is there. */
  onMade?: (contact: ContactView) => void;
};

const formOf = (contact: ContactView | undefined, name = ''): ContactForm => ({
  name: contact?.name ?? name,
  number: contact?.number ?? '',
  email: contact?.email ?? '',
  extraInfo: contact?.extraInfo ?? [],
});

/** Name, number, e-mail and what else is known of a contact. Fields are checked on leaving them; closing asks before losing words. */
export const ContactDialog = ({ contact, name, onClose, onMade }: Props) => {
  useReturnFocus();
  const { t } = useTranslation('contacts');
  const dispatch = useDispatch();
  const [form, setForm] = useState(() => formOf(contact, name));
  const [left, setLeft] = useState<string[]>([]);
  const [isAsking, setAsking] = useState(false);
  const begun = useRef(JSON.stringify(form));
  const [ref] = useState(newId);
  const body: ContactForm = {
    ...form,
    extraInfo: form.extraInfo.filter((row) => row.name.trim() !== '' || row.value.trim() !== ''),
  };
  const actName = contact ? changeContact.act({ id: contact.id, form: body }) : createContact.act({ form: body, ref });
  const act = useSelector(selectAct(actName));
  const made = useSelector(selectMade);
  const isBusy = act?.status === 'running';

  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !act) onClose();
    wasBusy.current = isBusy;
  }, [act, isBusy, onClose]);
  useEffect(() => {
    if (made?.ref === ref) onMade?.(made.contact);
  }, [made, ref, onMade]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed once is forgotten when the dialog goes
  useEffect(() => () => void dispatch(dismissed({ act: actName })), []);

  const wrong = errorsOf(contactRoutes.create.body, body);
  const refused = act?.failure?.fields ?? {};
  const isTaken = act?.failure?.code === 'ERR_DUPLICATED_CONTACT';
  const errorOf = (field: 'name' | 'number' | 'email'): string | undefined =>
    (left.includes(field) ? wrong[field] : undefined) ??
    refused[field] ??
    (field === 'number' && isTaken && act?.failure ? errorText(act.failure) : undefined);
  const change = (part: Partial<ContactForm>) => {
    setForm({ ...form, ...part });
    if (act?.status === 'failed') dispatch(dismissed({ act: actName }));
  };
  const leave = (field: string) => setLeft((fields) => [...fields, field]);

  const handleSubmit = () => {
    setLeft(['name', 'number', 'email']);
    if (Object.keys(wrong).length > 0) return;
    dispatch(contact ? changeContact.start({ id: contact.id, form: body }) : createContact.start({ form: body, ref }));
  };
  const handleClose = () => (JSON.stringify(form) === begun.current || isAsking ? onClose() : setAsking(true));

  return (
    <Dialog
      title={t(contact ? 'edit' : 'create')}
      isOpen
      keeps
      onClose={handleClose}
      onSubmit={handleSubmit}
      footer={
        isAsking ? (
          <>
            <p className="foot-note">{t('loses')}</p>
            <Button onClick={() => setAsking(false)}>{t('stay')}</Button>
            <Button kind="danger" onClick={onClose}>
              {t('discard')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={handleClose}>{t('cancel')}</Button>
            <Button kind="primary" type="submit" busy={isBusy}>
              {t('save')}
            </Button>
          </>
        )
      }
    >
      <div className="form">
        <Field label={t('name')} error={errorOf('name')}>
          {(control) => (
            <TextInput
              {...control}
              value={form.name}
              autoFocus
              autoComplete="off"
              onBlur={() => leave('name')}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </Field>
        <div className="pair number-mail">
          <Field label={t('number')} error={errorOf('number')}>
            {(control) => (
              <TextInput
                {...control}
                value={form.number}
                inputMode="tel"
                autoComplete="off"
                onBlur={() => leave('number')}
                onChange={({ target }) => change({ number: target.value })}
              />
            )}
          </Field>
          <Field label={t('email')} error={errorOf('email')}>
            {(control) => (
              <TextInput
                {...control}
                value={form.email}
                type="email"
                autoComplete="off"
                onBlur={() => leave('email')}
                onChange={({ target }) => change({ email: target.value })}
              />
            )}
          </Field>
        </div>
        <ExtraFields rows={form.extraInfo} onChange={(extraInfo) => change({ extraInfo })} />
      </div>
    </Dialog>
  );
};
