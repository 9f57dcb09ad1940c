import { isBlank, limits } from '@prosa/contracts';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { formatCount } from '../../../kernel/i18n/format.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-input.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { selectOutbox, sendEdited } from '../state/messages.slice.ts';

const ROWS = 5;

/** Edits a message that waits or was refused. It keeps its place in the outbox; if it is sent meanwhile, a toast says so. */
export const EditDialog = ({ outgoingKey, onClose }: { outgoingKey: string; onClose: () => void }) => {
  const { t } = useTexts('messages');
  const dispatch = useDispatch();
  const outgoing = useSelector(selectOutbox).find(({ key }) => key === outgoingKey);
  const [text, setText] = useState(outgoing?.body ?? '');
  const [isRefused, setRefused] = useState(false);
  const body = text.trim();
  const max = limits.messageMax;
  const error =
    body.length > max ? t('editTooLong', { max: formatCount(max) }) : isBlank(body) && !outgoing?.file ? t('editEmpty') : null;
  const save = () => {
    if (error) return setRefused(true);
    dispatch(sendEdited({ key: outgoingKey, body }));
    onClose();
  };
  return (
    <FormDialog title={t('editTitle')} act={t('editSave')} busy={false} onSubmit={save} onClose={onClose}>
      <Field label={t('editText')} error={isRefused ? (error ?? undefined) : undefined}>
        {(control) => (
          <TextArea {...control} autoFocus rows={ROWS} dir="auto" value={text} onChange={({ target }) => setText(target.value)} />
        )}
      </Field>
    </FormDialog>
  );
};
