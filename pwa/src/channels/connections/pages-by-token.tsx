import { newId } from '@prosa/contracts';
import { connections as definition } from '@prosa/contracts/schemas';
import { useRef, useState } from 'react';
import { call } from '../../kernel/calls/client.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useRequest } from '../../kernel/calls/use-request.ts';
import { textIn, useWords } from '../../records/use-words.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { type Connected, PAGES_TIMEOUT_MS } from './pages-connected.ts';

type Values = { facebookUserId: string; facebookUserToken: string };
const names = ['facebookUserId', 'facebookUserToken'] as const;

/** Connecting the pages of a person by a token of theirs, which is typed. */
export const usePagesByToken = (kind: 'facebook' | 'instagram', onConnected: (connected: Connected) => void) => {
  const [values, setValues] = useState<Values>({ facebookUserId: '', facebookUserToken: '' });
  const [isAsked, setAsked] = useState(false);
  const key = useRef(newId());
  const { isBusy, failure, send, forget } = useRequest();
  const lacks = (name: keyof Values): boolean => values[name].trim() === '';
  const isAtField = failure !== null && names.some((name) => failure.fields[name] !== undefined);
  return {
    values,
    isBusy,
    refusal: failure && !isAtField ? errorText(failure) : null,
    submit: (): void => {
      setAsked(true);
      if (names.some(lacks)) return;
      const request = { body: { ...values, kind }, idempotencyKey: key.current, timeout: PAGES_TIMEOUT_MS };
      void send(() => call(definition.routes.connectPages, request), onConnected);
    },
    change: (name: keyof Values, value: string): void => {
      setValues({ ...values, [name]: value });
      setAsked(false);
      if (failure) forget();
      key.current = newId();
    },
    /** The fault of a field, as a word. */
    wrongWith: (name: keyof Values): string | undefined =>
      failure?.fields[name] ?? (isAsked && lacks(name) ? 'lacks' : undefined),
  };
};

type Props = Pick<ReturnType<typeof usePagesByToken>, 'values' | 'change' | 'wrongWith'>;

export const PagesFields = ({ values, change, wrongWith }: Props) => {
  const words = useWords('connections');
  return names.map((name, at) => {
    const wrong = wrongWith(name);
    return (
      <Field
        key={name}
        label={words(`fields.${name}`)}
        hint={words(`hints.${name}`)}
        error={wrong && (textIn(words, `wrong.${wrong}`) ?? words('wrong.invalid'))}
      >
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
    );
  });
};
