import { contactListItemRoutes, newId } from '@prosa/contracts';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { labelsOf, tags } from '../../../desk/tags/tags.slice.ts';
import { call } from '../../../kernel/calls/client.ts';
import { errorText } from '../../../kernel/calls/error-text.ts';
import { useRequest } from '../../../kernel/calls/use-request.ts';
import { useWords } from '../../../records/use-words.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { ChipsField } from '../../../ui/overlays/chips-field.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { importOpened, importsWanted } from '../../imports/imports.slice.ts';

const LONGEST = 200;

/**
 * Adds contacts of the company to the list: all, or those that a search finds or who had a ticket with a tag. What becomes of them shows as of
 * an import.
 */
export const AddContactsDialog = ({ contactListId, onClose }: { contactListId: string; onClose: () => void }) => {
  const words = useWords('contact-list-items');
  const dispatch = useDispatch();
  const labels = labelsOf(tags.useAll());
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string[]>([]);
  /** A request that is repeated is the same import; with another filter it is another. */
  const [idempotencyKey, setKey] = useState(newId);
  const { isBusy, failure, send, forget } = useRequest();
  const tagIds = chosen.filter((id) => labels.some((label) => label.id === id));
  const searchParam = text.trim();
  const change = (apply: () => void) => {
    apply();
    setKey(newId());
    if (failure) forget();
  };
  const submit = () => {
    const body = { ...(searchParam && { searchParam }), ...(tagIds.length > 0 && { tagIds }) };
    void send(
      () => call(contactListItemRoutes.addContacts, { params: { id: contactListId }, body, idempotencyKey }),
      ({ data }) => {
        onClose();
        dispatch(importOpened(data.id));
        dispatch(importsWanted());
      },
    );
  };
  return (
    <FormDialog
      title={words('addContacts')}
      act={words(searchParam || tagIds.length > 0 ? 'addThese' : 'addAll')}
      busy={isBusy}
      refusal={failure && errorText(failure)}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{words('addHint')}</p>
      <Field label={words('by')}>
        {(control) => (
          <TextInput
            {...control}
            autoFocus
            value={text}
            maxLength={LONGEST}
            onChange={({ target }) => change(() => setText(target.value))}
          />
        )}
      </Field>
      <ChipsField
        label={words('tags')}
        hint={words('tagsHint')}
        none={words('noTags')}
        items={labels}
        chosen={tagIds}
        onChoose={(ids) => change(() => setChosen(ids))}
      />
    </FormDialog>
  );
};
