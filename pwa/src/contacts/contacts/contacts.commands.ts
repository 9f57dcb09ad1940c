import { contactRoutes, limits } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { put } from 'redux-saga/effects';
import { createCommand } from '../../kernel/calls/command.saga.ts';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { textOf } from '../../kernel/i18n/dictionary.ts';

/** The fields that the contact form sends. */
export type ContactForm = {
  name: string;
  number: string;
  email: string | null;
  extraInfo: { id?: string; name: string; value: string }[];
  /** Values of the company's fields: those that change. */
  fields?: { fieldId: string; value: string }[];
};

function* tellSaved(): SagaIterator {
  yield put(notified({ kind: 'ok', text: textOf('contacts', 'saved') }));
}

/** Creates a contact. `ref` lets the caller recognize the created contact. The form shows a refusal. */
export const createContact = createCommand({
  type: 'contacts/create',
  route: contactRoutes.create,
  delayMs: limits.submitDelayMs,
  request: ({ form }: { form: ContactForm; ref: string }) => ({ body: form }),
  onDone: tellSaved,
});

/** The contact wants campaigns again. */
export const endOptOut = createCommand({
  type: 'contacts/endOptOut',
  route: contactRoutes.endOptOut,
  by: ({ id }: { id: string }) => id,
  request: ({ id }) => ({ params: { id } }),
  *onDone(): SagaIterator {
    yield put(notified({ kind: 'ok', text: textOf('contacts', 'optedIn') }));
  },
});

export const changeContact = createCommand({
  type: 'contacts/change',
  route: contactRoutes.change,
  delayMs: limits.submitDelayMs,
  // What changes by itself does not wait for what else is being changed.
  by: ({ id, part }: { id: string; form: Partial<ContactForm>; part?: string | undefined }) => (part ? `${id} ${part}` : id),
  request: ({ id, form }) => ({ params: { id }, body: form }),
  onDone: tellSaved,
});
