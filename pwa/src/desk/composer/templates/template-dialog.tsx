import { type MessageTemplate, messageRoutes, newId, type TicketView } from '@prosa/contracts';
import { filledTemplate } from '@prosa/contracts/channels';
import Search from 'lucide-react/icons/search';
import { useRef, useState } from 'react';
import { titleOf } from '../../../contacts/contacts/titles.ts';
import { api } from '../../../kernel/calls/client.ts';
import { useRequest } from '../../../kernel/calls/use-request.ts';
import { errorText } from '../../../kernel/i18n/error-text.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { useIsPhone } from '../../../ui/hooks/use-media.ts';
import { useNearEnd } from '../../../ui/hooks/use-near-end.ts';
import { useReturnFocus } from '../../../ui/hooks/use-return-focus.ts';
import { Button, TextButton } from '../../../ui/marks/button.tsx';
import { SkeletonRows } from '../../../ui/marks/states.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import styles from './template-dialog.module.css';
import { useTemplates } from './use-templates.ts';

type Props = { ticket: TicketView; onClose: () => void };

/** Chooses an approved template, shows it as the customer reads it with the values that are typed, and sends it. */
export const TemplateDialog = ({ ticket, onClose }: Props) => {
  useReturnFocus();
  const { t } = useTexts('composer');
  const [template, setTemplate] = useState<MessageTemplate | null>(null);
  const [values, setValues] = useState<string[]>([]);
  const [isAsked, setAsked] = useState(false);
  const { isBusy, failure, send, forget } = useRequest();
  /** The idempotency key of one choice with its values: a repeat sends it once. */
  const key = useRef(newId());
  const change = (next: MessageTemplate | null, typed: string[]) => {
    setTemplate(next);
    setValues(typed);
    setAsked(false);
    if (failure) forget();
    key.current = newId();
  };
  const isComplete = values.every((value) => value.trim() !== '');
  const handleSubmit = () => {
    if (!template) return;
    setAsked(true);
    if (!isComplete) return;
    const { name, language } = template;
    const request = { params: { ticketId: ticket.id }, body: { template: { name, language, values } } };
    void send(() => api.call(messageRoutes.send, { ...request, idempotencyKey: key.current }), onClose);
  };
  const wrongOf = (nth: number): string | undefined => {
    if (failure?.fields[`template.values.${nth}`]) return t('template.wrong');
    return isAsked && values[nth]?.trim() === '' ? t('template.required') : undefined;
  };
  const refusal = failure && Object.keys(failure.fields).length === 0 ? errorText(failure) : null;
  return (
    <Dialog
      title={
        <>
          {t('template.title')}
          <span className="sub truncate">{t('filesTo', { name: titleOf(ticket) })}</span>
        </>
      }
      isOpen
      keeps={values.some(Boolean)}
      size="medium"
      onClose={onClose}
      onSubmit={handleSubmit}
      refusal={refusal}
      footer={
        template && (
          <>
            <Button onClick={() => change(null, [])}>{t('template.other')}</Button>
            <Button kind="primary" type="submit" steady={`template ${ticket.id}`} busy={isBusy}>
              {t('send')}
            </Button>
          </>
        )
      }
    >
      {template ? (
        <div className="form">
          <Preview template={template} values={values} />
          {values.map((value, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a value has only its number
            <Field key={nth} label={t('template.value', { nth: nth + 1 })} error={wrongOf(nth)}>
              {(control) => (
                <TextInput
                  {...control}
                  autoFocus={nth === 0}
                  dir="auto"
                  maxLength={1_024}
                  value={value}
                  onChange={({ target }) => change(template, values.with(nth, target.value))}
                />
              )}
            </Field>
          ))}
        </div>
      ) : (
        <Choice
          connectionId={ticket.whatsappId}
          onChoose={(one) =>
            change(
              one,
              Array.from({ length: one.values }, () => ''),
            )
          }
        />
      )}
    </Dialog>
  );
};

/** The message as the customer will see it. */
const Preview = ({ template, values }: { template: MessageTemplate; values: string[] }) => {
  const { t } = useTexts('composer');
  return (
    <section className={styles.preview} aria-label={t('template.preview')}>
      <p dir="auto">{filledTemplate(template, values)}</p>
      {template.buttons.length > 0 && (
        <ul className={styles.buttons}>
          {template.buttons.map((button) => (
            <li key={button}>{button}</li>
          ))}
        </ul>
      )}
    </section>
  );
};

const Choice = ({ connectionId, onChoose }: { connectionId: string; onChoose: (template: MessageTemplate) => void }) => {
  const { t } = useTexts('composer');
  const isPhone = useIsPhone();
  const [query, setQuery] = useState('');
  const found = useTemplates(connectionId, query);
  const list = useNearEnd(found.more);
  return (
    <div className="form">
      <Field label={t('template.search')}>
        {(control) => (
          <TextInput
            {...control}
            icon={Search}
            autoFocus={!isPhone}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        )}
      </Field>
      <div className={styles.list} ref={list} aria-busy={found.status === 'loading'}>
        <ul aria-label={t('template.list')}>
          {found.templates.map((template) => (
            <li key={`${template.language} ${template.name}`}>
              <button type="button" className={styles.choice} onClick={() => onChoose(template)}>
                <span className={styles.name}>
                  <b className="truncate">{template.name.replaceAll('_', ' ')}</b>
                  <small>{template.language.replace('_', '-')}</small>
                </span>
                <span className={styles.words} dir="auto">
                  {template.text}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <State found={found} query={query} />
      </div>
    </div>
  );
};

const State = ({ found, query }: { found: ReturnType<typeof useTemplates>; query: string }) => {
  const { t } = useTexts('composer');
  if (found.failure)
    return (
      <p className="none" role="alert">
        {errorText(found.failure)} <TextButton onClick={found.again}>{t('again')}</TextButton>
      </p>
    );
  if (found.status === 'loading') return <SkeletonRows rows={found.templates.length > 0 ? 1 : 4} label={t('template.loading')} />;
  if (found.templates.length > 0) return null;
  return (
    <p className="none" role="status">
      {query.trim() === '' ? t('template.none') : t('template.noMatch', { query: query.trim() })}
    </p>
  );
};
