import type { ChannelName } from '@prosa/contracts';
import { newId } from '@prosa/contracts';
import { connections as definition } from '@prosa/contracts/schemas';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { errorText } from '../i18n/error-text.ts';
import { api } from '../kernel/client.ts';
import { notified } from '../kernel/toasts.slice.ts';
import { useRequest } from '../kernel/use-request.ts';
import { useWords } from '../records/use-words.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { connections } from './connections.slice.ts';

type Values = { facebookUserId: string; facebookUserToken: string };
const names = ['facebookUserId', 'facebookUserToken'] as const;
/** Pages whose subscriptions are asked for take the channel a while. */
const TIMEOUT_MS = 60_000;

type Props = { kind: Extract<ChannelName, 'facebook' | 'instagram'>; onClose: () => void };

/** Connects the pages or accounts of a person, by their sign-in with Meta. The token is kept nowhere here. */
export const PagesDialog = ({ kind, onClose }: Props) => {
  const words = useWords('connections');
  const dispatch = useDispatch();
  const [values, setValues] = useState<Values>({ facebookUserId: '', facebookUserToken: '' });
  const [isAsked, setAsked] = useState(false);
  const key = useRef(newId());
  const { isBusy, failure, send, forget } = useRequest();
  const handleSubmit = () => {
    setAsked(true);
    if (names.some((name) => values[name].trim() === '')) return;
    const request = { body: { ...values, kind }, idempotencyKey: key.current, timeout: TIMEOUT_MS };
    void send(
      () => api.call(definition.routes.connectPages, request),
      ({ data: { connections: made, left } }) => {
        dispatch(connections.wanted());
        dispatch(notified({ kind: 'ok', text: words('pagesConnected', { count: made.length }) }));
        if (left.length > 0) {
          const pages = left.map(({ name }) => name).join(', ');
          dispatch(
            notified({
              kind: 'warn',
              text: words('pagesLeft', { pages, reason: errorText({ code: left[0]!.code, details: {} }) }),
            }),
          );
        }
        onClose();
      },
    );
  };
  const change = (name: keyof Values, value: string) => {
    setValues({ ...values, [name]: value });
    setAsked(false);
    if (failure) forget();
    key.current = newId();
  };
  const wrongOf = (name: keyof Values): string | undefined => {
    const wrong = failure?.fields[name] ?? (isAsked && values[name].trim() === '' ? 'lacks' : undefined);
    return wrong && words(`wrong.${wrong}`);
  };
  const isAtField = failure !== null && names.some((name) => failure.fields[name] !== undefined);
  return (
    <FormDialog
      title={words('addTo', { channel: words(`channels.${kind}`) })}
      about={words('pagesAbout')}
      act={words('connect')}
      busy={isBusy}
      refusal={failure && !isAtField ? errorText(failure) : null}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      {names.map((name, at) => (
        <Field key={name} label={words(`fields.${name}`)} hint={words(`hints.${name}`)} error={wrongOf(name)}>
          {(control) => (
            <TextInput
              {...control}
              autoFocus={at === 0}
              autoComplete="off"
              type={name === 'facebookUserToken' ? 'password' : 'text'}
              value={values[name]}
              onChange={({ target }) => change(name, target.value)}
            />
          )}
        </Field>
      ))}
    </FormDialog>
  );
};
