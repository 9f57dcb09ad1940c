import { zodResolver } from '@hookform/resolvers/zod';
import { isBlank, limits, ObservationForm } from '@prosa/contracts/schemas';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { formatCount } from '../../kernel/i18n/format.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextArea } from '../../ui/fields/text-input.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import styles from './observation-dialog.module.css';
import { useDraft } from './use-draft.ts';
import { useSend } from './use-send.ts';

const ROWS = 10;
type Form = z.output<typeof ObservationForm>;

/** Writes an observation, which only the team sees. It is sent like a message, and its draft is kept. */
export const ObservationDialog = ({ ticketId, onClose }: { ticketId: string; onClose: () => void }) => {
  const { t } = useTexts('composer');
  const [draft, setDraft] = useDraft('note', ticketId);
  const { send } = useSend(ticketId);
  const { register, formState, handleSubmit, getValues, setValue } = useForm<Form>({
    resolver: zodResolver(ObservationForm),
    defaultValues: { body: draft },
  });
  // Another tab may write it, or send it.
  useEffect(() => {
    if (getValues('body') !== draft) setValue('body', draft);
  }, [draft, getValues, setValue]);
  const [isBusy, setBusy] = useState(false);
  const observe = ({ body }: Form) => {
    setBusy(true);
    // As every form; what closes the dialog meanwhile does not hold it up.
    setTimeout(() => {
      send({ body: body.trim(), isObservation: true, signature: null, quoted: null });
      setDraft('');
      onClose();
    }, limits.submitDelayMs);
  };
  const wrong = formState.errors.body;
  const tooMany = draft.length - limits.messageMax;
  const error =
    tooMany > 0
      ? t('tooLong', { count: tooMany, max: formatCount(limits.messageMax) })
      : isBlank(draft)
        ? t('noteEmpty')
        : t('noteShort');
  return (
    <FormDialog
      title={t('note')}
      about={t('noteTeamOnly')}
      act={t('sendNote')}
      busy={isBusy}
      onSubmit={() => void handleSubmit(observe)()}
      onClose={onClose}
    >
      <Field label={t('noteText')} error={wrong && error}>
        {(control) => (
          <TextArea
            {...control}
            {...register('body', { onChange: ({ target }) => setDraft(target.value) })}
            className={styles.text}
            rows={ROWS}
            dir="auto"
            autoFocus
            placeholder={t('notePlaceholder')}
          />
        )}
      </Field>
    </FormDialog>
  );
};
