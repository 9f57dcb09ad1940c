import CircleCheck from 'lucide-react/icons/circle-check';
import { type FormEvent, useId, useState } from 'react';
import { type Failure, failureOf } from '../../kernel/calls/api-error.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { formatCount } from '../../kernel/i18n/format.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { submitDelay } from '../../kernel/submit-delay.ts';
import { Fault } from '../../ui/fields/fault.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { PasswordInput } from '../../ui/fields/password-input.tsx';
import { TextArea, TextInput } from '../../ui/fields/text-input.tsx';
import { Button } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { FileDrop } from './file-drop.tsx';
import styles from './messages-api.module.css';
import { type Answered, sendTest } from './send-test.ts';

export type Typed = { token: string; number: string; body: string; file: File | null };
type Kind = 'text' | 'file';
type Outcome = { answered: Answered } | { failure: Failure } | null;

/** The fields that a form needs, in their order. */
const needed: Record<Kind, readonly (keyof Typed)[]> = { text: ['token', 'number', 'body'], file: ['token', 'number', 'file'] };
const lacks = (typed: Typed, name: keyof Typed): boolean => {
  const value = typed[name];
  return typeof value === 'string' ? value.trim() === '' : value === null;
};
const focus = (form: HTMLFormElement, name: string): void => {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
};

/** Sends what was typed when the form is submitted; what is missing is marked then, and the first such field gets the focus. */
const useTest = (kind: Kind, typed: Typed) => {
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setAsked(true);
    const missing = needed[kind].find((name) => lacks(typed, name));
    if (missing) return focus(event.currentTarget, missing);
    if (isBusy) return;
    setBusy(true);
    setOutcome(null);
    await submitDelay();
    const sent = sendTest(typed).then((answered) => ({ answered }));
    setOutcome(await sent.catch((error: unknown) => ({ failure: failureOf(error) })));
    setBusy(false);
  };
  return { isAsked, isBusy, outcome, submit, forget: () => setOutcome(null) };
};

type Props = { kind: Kind; typed: Typed; onChange: (typed: Typed) => void };

/** A form that sends a message with the typed token, and shows the API's answer. */
export const TestForm = ({ kind, typed, onChange }: Props) => {
  const { t } = useTexts('messages-api');
  const { isAsked, isBusy, outcome, submit, forget } = useTest(kind, typed);
  const title = useId();
  const set = (changes: Partial<Typed>) => {
    onChange({ ...typed, ...changes });
    forget();
  };
  const faultOf = (name: keyof Typed): string | undefined => (isAsked && lacks(typed, name) ? t('required') : undefined);
  return (
    <form className={styles.test} aria-labelledby={title} onSubmit={(event) => void submit(event)} noValidate>
      <h2 id={title}>{t(kind === 'text' ? 'testText' : 'testFile')}</h2>
      <Field label={t('token')} error={faultOf('token')}>
        {(control) => (
          <PasswordInput
            {...control}
            name="token"
            value={typed.token}
            placeholder={t('tokenHint')}
            autoComplete="off"
            texts={{ showPassword: t('showToken'), hidePassword: t('hideToken') }}
            onChange={({ target }) => set({ token: target.value })}
          />
        )}
      </Field>
      <Field label={t('number')} error={faultOf('number')}>
        {(control) => (
          <TextInput
            {...control}
            name="number"
            value={typed.number}
            inputMode="tel"
            autoComplete="off"
            onChange={({ target }) => set({ number: target.value })}
          />
        )}
      </Field>
      {kind === 'file' && (
        <Field label={t('file')} error={faultOf('file')}>
          {(control) => <FileDrop control={control} name="file" file={typed.file} onChange={(file) => set({ file })} />}
        </Field>
      )}
      <Field
        label={t('message')}
        error={kind === 'text' ? faultOf('body') : undefined}
        {...(kind === 'file' && { note: t('optional') })}
      >
        {(control) => (
          <TextArea {...control} name="body" rows={2} value={typed.body} onChange={({ target }) => set({ body: target.value })} />
        )}
      </Field>
      <footer>
        <Button kind="primary" type="submit" busy={isBusy}>
          {t(kind === 'text' ? 'sendText' : 'sendFile')}
        </Button>
      </footer>
      <Result outcome={outcome} />
    </form>
  );
};

const Result = ({ outcome }: { outcome: Outcome }) => {
  const { t } = useTexts('messages-api');
  if (outcome && 'failure' in outcome) {
    const { failure } = outcome;
    const [[field, wrong] = []] = Object.entries(failure.fields);
    // A session is not what it lacks.
    const why = failure.status === 401 ? t('answer.401') : wrong ? `${field}: ${wrong}` : errorText(failure);
    return (
      <div className={styles.result}>
        <Fault>{[failure.status || '', failure.code, '·', why].filter(Boolean).join(' ')}</Fault>
      </div>
    );
  }
  return (
    <p className={outcome ? styles.result : styles.waiting} role="status">
      {outcome && (
        <>
          <Icon of={CircleCheck} />
          <span>
            <b>{outcome.answered.status}</b> {t('accepted', { ms: formatCount(outcome.answered.ms) })}
          </span>
        </>
      )}
    </p>
  );
};
