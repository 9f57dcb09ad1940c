import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/overlays/select.tsx';
import type { QueueChoice } from '../state/tickets.selectors.ts';

type Props = {
  queues: QueueChoice[];
  chosen: string | null;
  onChoose: (id: string) => void;
  /** The form was submitted without a required queue. */
  isMissing: boolean;
  isOptional?: boolean;
};

export const QueueField = ({ queues, chosen, onChoose, isMissing, isOptional = false }: Props) => {
  const { t } = useTexts('tickets');
  return (
    <Field
      label={t('queue')}
      {...(isOptional ? { note: t('optional') } : {})}
      error={isMissing ? t('chooseQueueError') : undefined}
    >
      {(control) => (
        <Select
          control={control}
          label={t('queue')}
          items={queues}
          chosen={chosen}
          onChoose={onChoose}
          placeholder={t('chooseQueue')}
        />
      )}
    </Field>
  );
};
