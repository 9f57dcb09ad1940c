import type { TicketView } from '@prosa/contracts';
import { useState } from 'react';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { MultiSelect } from '../../../ui/overlays/select.tsx';
import { labelsOf, tags } from '../../tags/tags.slice.ts';
import { bulkTickets } from '../state/tickets.bulk.ts';
import { manyOf } from './many.ts';
import { useFormAct } from './use-form-act.ts';

/** Adds tags to several tickets, beside the tags that each one has. */
export const BulkTagDialog = ({ tickets, onClose }: { tickets: TicketView[]; onClose: () => void }) => {
  const { t } = useTexts('tickets');
  const labels = labelsOf(tags.useAll());
  const [tagIds, setTagIds] = useState<string[]>([]);
  const payload = { tickets: manyOf(tickets), act: { name: 'tag' as const, tagIds } };
  const { isAsked, isBusy, refusal, submit, again } = useFormAct(bulkTickets, payload, tagIds.length > 0, onClose);
  const choose = (ids: string[]) => {
    setTagIds(ids);
    again();
  };
  const names = labels.filter(({ id }) => tagIds.includes(id)).map(({ name }) => name);
  return (
    <FormDialog
      title={t('bulkTagTitle')}
      about={t('ticketsCount', { count: tickets.length })}
      act={t('bulkTagIt')}
      busy={isBusy}
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('tags')} hint={t('bulkTagHint')} error={isAsked && tagIds.length === 0 ? t('chooseTagError') : undefined}>
        {(control) => (
          <MultiSelect
            control={control}
            className="as-field"
            label={t('tags')}
            items={labels.map(({ id, name, color }) => ({ id, name, color }))}
            chosen={tagIds}
            onChoose={choose}
          >
            <span className={names.length > 0 ? 'value truncate' : 'value secondary'}>{names.join(', ') || t('chooseTags')}</span>
          </MultiSelect>
        )}
      </Field>
    </FormDialog>
  );
};
