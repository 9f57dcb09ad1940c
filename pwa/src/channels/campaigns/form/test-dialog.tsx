import { campaignRoutes, newId } from '@prosa/contracts';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../../kernel/calls/client.ts';
import { errorText } from '../../../kernel/calls/error-text.ts';
import { notified } from '../../../kernel/calls/toasts.slice.ts';
import { useRequest } from '../../../kernel/calls/use-request.ts';
import { useWords } from '../../../records/use-words.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Segmented } from '../../../ui/marks/tabs.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import styles from './form.module.css';
import type { Slot } from './message-fields.tsx';

type Props = {
  id: string;
  slot: Slot;
  /** It asks for a confirmation first. */
  asks: boolean;
  onClose: () => void;
};

/** Sends a message of a campaign to one number, outside of its report: to see it as it arrives. */
export const TestDialog = ({ id, slot, asks, onClose }: Props) => {
  const words = useWords('campaigns');
  const dispatch = useDispatch();
  const [number, setNumber] = useState('');
  const [part, setPart] = useState<'confirmation' | 'message'>(asks ? 'confirmation' : 'message');
  const { isBusy, failure, send, forget } = useRequest();
  /** The idempotency key of what is typed: a repeat sends it once. */
  const key = useRef(newId());
  const change = (act: () => void) => {
    act();
    key.current = newId();
    if (failure) forget();
  };
  const handleSubmit = () => {
    const body = { number, slot, confirmation: part === 'confirmation' };
    const request = { params: { id }, body, idempotencyKey: key.current };
    void send(
      () => api.call(campaignRoutes.test, request),
      () => {
        dispatch(notified({ kind: 'ok', text: words('test.sent') }));
        onClose();
      },
    );
  };
  const wrong = failure?.fields.number;
  /** A field of the campaign that is refused: what would be sent is empty. */
  const isEmpty = Object.keys(failure?.fields ?? {}).some((field) => field !== 'number');
  const refusal = isEmpty ? words('test.empty') : failure && errorText(failure);
  return (
    <FormDialog
      title={words('test.title')}
      act={words('test.send')}
      busy={isBusy}
      refusal={wrong ? null : refusal}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      {asks && (
        <div className={styles.when}>
          <Segmented
            label={words('test.part')}
            items={[
              { id: 'confirmation' as const, label: words('test.confirmation') },
              { id: 'message' as const, label: words('message', { nth: slot }) },
            ]}
            chosen={part}
            onChoose={(next) => change(() => setPart(next))}
          />
        </div>
      )}
      <Field label={words('test.number')} hint={words('test.hint')} error={wrong && words('test.wrong')}>
        {(control) => (
          <TextInput
            {...control}
            autoFocus
            type="tel"
            autoComplete="tel"
            placeholder="55 11 91234-5678"
            value={number}
            onChange={({ target }) => change(() => setNumber(target.value))}
          />
        )}
      </Field>
    </FormDialog>
  );
};
