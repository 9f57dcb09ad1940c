import { type FormEvent, useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { selectAct } from '../../kernel/calls/commands.slice.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useWords } from '../../records/use-words.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Button } from '../../ui/marks/button.tsx';
import { startSession } from './connections.commands.ts';
import styles from './connections.module.css';

/** The code that is typed into the phone, in two groups, as the phone asks for it. */
export const TypedCode = ({ code }: { code: string }) => {
  const words = useWords('connections');
  const shown = `${code.slice(0, 4)}-${code.slice(4)}`;
  return (
    <output className={styles.typed} aria-label={words('typedCode', { code: [...shown].join(' ') })}>
      {shown}
    </output>
  );
};

/** Asks for the number of the phone that gets the code. */
export const PhoneNumber = ({ id }: { id: string }) => {
  const words = useWords('connections');
  const dispatch = useDispatch();
  const [number, setNumber] = useState('');
  const [isAsked, setAsked] = useState(false);
  const act = useSelector(selectAct(startSession.act({ id })));
  const lacks = number.replaceAll(/\D/g, '').length < 8;
  const failure = act?.failure ?? null;
  const wrong =
    isAsked && lacks ? words('wrong.number') : failure && (failure.fields?.number ? words('wrong.number') : errorText(failure));
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!lacks) dispatch(startSession.start({ id, number }));
  };
  return (
    <form className={styles.number} onSubmit={handleSubmit}>
      <Field label={words('phoneNumber')} hint={words('phoneNumberHint')} error={wrong || undefined}>
        {(control) => (
          <TextInput
            {...control}
            autoFocus
            type="tel"
            autoComplete="tel"
            value={number}
            onChange={({ target }) => {
              setNumber(target.value);
              setAsked(false);
            }}
          />
        )}
      </Field>
      <Button type="submit" kind="primary" busy={act?.status === 'running'}>
        {words('makeCode')}
      </Button>
    </form>
  );
};

/** How long a code is still valid. It is not read out each second. */
export const Countdown = ({ until }: { until: string }) => {
  const words = useWords('connections');
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now) / 1_000));
  return (
    <p className={styles.fresh} role="timer">
      {words('seconds', { count: seconds, shown: seconds })}
    </p>
  );
};
