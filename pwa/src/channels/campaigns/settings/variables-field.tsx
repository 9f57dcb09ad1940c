import { CampaignSettings, type CampaignVariable, recipientVariables } from '@prosa/contracts/schemas';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { notified } from '../../../kernel/calls/toasts.slice.ts';
import { useWords } from '../../../records/use-words.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Button, IconButton } from '../../../ui/marks/button.tsx';
import styles from './settings.module.css';

type Props = { variables: CampaignVariable[]; draft: Draft; isFixed: boolean; onChange: (variables: CampaignVariable[]) => void };

const MOST_VALUE = 500;
const MOST_KEY = 50;

const isReserved = (key: string): boolean => recipientVariables.some((name) => name.toLowerCase() === key);
/** The text's name that says why these are no variables; null: they are. */
const faultOf = (variables: CampaignVariable[], added: string): string | null => {
  if (CampaignSettings.safeParse({ variables }).success) return null;
  if (isReserved(added)) return 'reservedKey';
  return CampaignSettings.safeParse({ variables: variables.slice(-1) }).success ? 'tooMany' : 'wrongKey';
};

type Draft = ReturnType<typeof useDraft>;
/** The line in which a new variable is typed. `onChange`: it was added. */
export const useDraft = (variables: CampaignVariable[], onChange: (variables: CampaignVariable[]) => void) => {
  const words = useWords('campaigns');
  const dispatch = useDispatch();
  const [key, setKey] = useState('');
  const [value, setValue] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const keyField = useRef<HTMLInputElement>(null);
  const begin = () => {
    setKey('');
    setValue('');
    setFault(null);
    keyField.current?.focus();
  };
  const refuse = (why: string) => {
    setFault(why);
    keyField.current?.focus();
    return null;
  };
  return {
    key,
    value,
    fault,
    keyField,
    setKey: (next: string) => {
      setKey(next);
      setFault(null);
    },
    setValue: (next: string) => {
      setValue(next);
      setFault(null);
    },
    /** Adds what is typed. Returns the variables then; null: it is none, and says why. A name that is there already is ignored. */
    add: (): CampaignVariable[] | null => {
      const name = key.trim().replace(/^\{(.*)\}$/, '$1');
      if (name === '') return value.trim() === '' ? variables : refuse('noKey');
      if (variables.some((one) => one.key === name)) {
        dispatch(notified({ kind: 'warn', text: words('settings.known', { key: `{${name}}` }) }));
        begin();
        return variables;
      }
      const next = [...variables, { key: name, value }];
      const wrong = faultOf(next, name);
      if (wrong) return refuse(wrong);
      onChange(next);
      begin();
      return next;
    },
  };
};

/** The company's variables, and the line that adds one. */
export const VariablesField = ({ variables, draft, isFixed, onChange }: Props) => {
  const words = useWords('campaigns');
  const { key, value, fault, keyField, setKey, setValue, add } = draft;
  return (
    <div className={styles.variables}>
      {variables.length === 0 && <p className="secondary">{words('settings.noVariables')}</p>}
      {variables.length > 0 && (
        <ul aria-label={words('settings.variables')}>
          {variables.map((one, at) => (
            <li key={one.key}>
              <code className="truncate">{`{${one.key}}`}</code>
              <TextInput
                aria-label={words('settings.valueOf', { key: `{${one.key}}` })}
                maxLength={MOST_VALUE}
                dir="auto"
                disabled={isFixed}
                value={one.value}
                onChange={({ target }) => onChange(variables.with(at, { ...one, value: target.value }))}
              />
              {!isFixed && (
                <IconButton
                  icon={X}
                  label={words('settings.removeVariable', { key: `{${one.key}}` })}
                  onClick={() => onChange(variables.toSpliced(at, 1))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {!isFixed && (
        <div className={styles.add}>
          <Field label={words('settings.key')} error={fault ? words(`settings.${fault}`) : undefined}>
            {(control) => (
              <TextInput
                {...control}
                ref={keyField}
                maxLength={MOST_KEY}
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                value={key}
                onChange={({ target }) => setKey(target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || key.trim() === '') return;
                  event.preventDefault();
                  add();
                }}
              />
            )}
          </Field>
          <Field label={words('settings.value')}>
            {(control) => (
              <TextInput
                {...control}
                maxLength={MOST_VALUE}
                dir="auto"
                autoComplete="off"
                value={value}
                onChange={({ target }) => setValue(target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || key.trim() === '') return;
                  event.preventDefault();
                  add();
                }}
              />
            )}
          </Field>
          <Button icon={Plus} disabled={key.trim() === ''} onClick={add}>
            {words('settings.addVariable')}
          </Button>
        </div>
      )}
    </div>
  );
};
