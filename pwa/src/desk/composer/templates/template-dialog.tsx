import { type MessageTemplate, messageRoutes, newId, type TicketView } from '@prosa/contracts';
import { useRef, useState } from 'react';
import { titleOf } from '../../../contacts/contacts/titles.ts';
import { api } from '../../../kernel/calls/client.ts';
import { errorText } from '../../../kernel/calls/error-text.ts';
import { useRequest } from '../../../kernel/calls/use-request.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { useReturnFocus } from '../../../ui/hooks/use-return-focus.ts';
import { Button } from '../../../ui/marks/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { TemplateChoice } from './template-choice.tsx';
import { TemplatePreview } from './template-preview.tsx';

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
          <TemplatePreview template={template} values={values} />
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
        <TemplateChoice
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
