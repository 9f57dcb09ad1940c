import { type ApiKeyView, apiKeyRoutes, apiKeyScopes, limits, newId } from '@prosa/contracts';
import { useRef, useState } from 'react';
import { call } from '../../kernel/calls/client.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useRequest } from '../../kernel/calls/use-request.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { submitDelay } from '../../kernel/submit-delay.ts';
import { Checkbox } from '../../ui/fields/choices.tsx';
import { Fault } from '../../ui/fields/fault.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { useReturnFocus } from '../../ui/hooks/use-return-focus.ts';
import { Button, TextButton } from '../../ui/marks/button.tsx';
import { CopyButton } from '../../ui/marks/copy-button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import styles from './api-keys.module.css';
import { useScopeName } from './scopes.ts';

/** A key as it was answered, with its name. */
export type MadeKey = { name: string; key: string };
type Props = { onMade: (made: MadeKey) => void; onClose: () => void };

/** A new key: its name, and what it may do. */
export const CreateDialog = ({ onMade, onClose }: Props) => {
  const { t } = useTexts('api-keys');
  const { isBusy, failure, send, forget } = useRequest();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<ReadonlySet<string>>(new Set());
  const [isAsked, setAsked] = useState(false);
  const key = useRef(newId());
  const nameFault = faultOfName(name);
  const change = (work: () => void) => {
    work();
    if (failure) forget();
    key.current = newId();
  };
  const submit = () => {
    setAsked(true);
    if (nameFault || scopes.size === 0) return;
    const request = { body: { name: name.trim(), scopes: [...scopes] }, idempotencyKey: key.current };
    void send(
      async () => {
        await submitDelay();
        return call(apiKeyRoutes.create, request);
      },
      ({ data }) => onMade({ name: name.trim(), key: data.key }),
    );
  };
  return (
    <FormDialog
      title={t('add')}
      act={t('create')}
      busy={isBusy}
      refusal={failure && errorText(failure)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('name')} hint={t('nameHint')} error={isAsked && nameFault ? t(nameFault) : undefined}>
        {(control) => (
          <TextInput
            {...control}
            autoFocus
            value={name}
            maxLength={limits.name.max}
            autoComplete="off"
            onChange={({ target }) => change(() => setName(target.value))}
          />
        )}
      </Field>
      <ScopesField chosen={scopes} onChange={(next) => change(() => setScopes(next))} isMissing={isAsked && scopes.size === 0} />
    </FormDialog>
  );
};

/** The texts of the contract's refusals of a name. */
const faultOfName = (name: string): 'Required' | 'Too Short!' | null => {
  const { length } = name.trim();
  if (length === 0) return 'Required';
  return length < limits.name.min ? 'Too Short!' : null;
};

type ScopesProps = { chosen: ReadonlySet<string>; onChange: (scopes: ReadonlySet<string>) => void; isMissing: boolean };

/** What a key may do: reading first, then each permission by its name. */
const ScopesField = ({ chosen, onChange, isMissing }: ScopesProps) => {
  const { t } = useTexts('api-keys');
  const nameOf = useScopeName();
  const [read, ...others] = apiKeyScopes;
  const all = [read!, ...others.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)))];
  const isFull = chosen.size === all.length;
  const toggle = (scope: string, isOn: boolean) =>
    onChange(new Set(all.filter((one) => (one === scope ? isOn : chosen.has(one)))));
  return (
    <fieldset className="field" aria-describedby={isMissing ? 'scopes-error' : undefined}>
      <legend className="label">{t('scopesTitle')}</legend>
      {isMissing && <Fault id="scopes-error">{t('Required')}</Fault>}
      <div>
        <TextButton onClick={() => onChange(new Set(isFull ? [] : all))}>{t(isFull ? 'none' : 'all')}</TextButton>
      </div>
      <div className={styles.scopes}>
        {all.map((scope) => (
          <Checkbox key={scope} checked={chosen.has(scope)} onChange={(isOn) => toggle(scope, isOn)}>
            {nameOf(scope)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
};

/** Asks once before a key is replaced. */
export const RotateDialog = ({ apiKey: { id, name }, onMade, onClose }: Props & { apiKey: ApiKeyView }) => {
  useReturnFocus();
  const { t } = useTexts('api-keys');
  const { isBusy, failure, send } = useRequest();
  const key = useRef(newId());
  const rotate = () =>
    void send(
      () => call(apiKeyRoutes.rotate, { params: { id }, idempotencyKey: key.current }),
      ({ data }) => onMade({ name, key: data.key }),
    );
  return (
    <Dialog
      title={t('rotateTitle', { name })}
      isOpen
      onClose={onClose}
      refusal={failure && errorText(failure)}
      footer={
        <>
          <Button className="way-out" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button kind="primary" steady={`rotate ${id}`} busy={isBusy} onClick={rotate}>
            {t('rotate')}
          </Button>
        </>
      }
    >
      <div className="body">
        <p>{t('rotateHint')}</p>
      </div>
    </Dialog>
  );
};

/** Shows a key, this once. */
export const MadeDialog = ({ made: { name, key }, onClose }: { made: MadeKey; onClose: () => void }) => {
  useReturnFocus();
  const { t } = useTexts('api-keys');
  return (
    <Dialog
      title={t('madeTitle', { name })}
      isOpen
      onClose={onClose}
      footer={
        <>
          <CopyButton text={key} />
          <Button kind="primary" onClick={onClose}>
            {t('saved')}
          </Button>
        </>
      }
    >
      <div className="form">
        <p>{t('madeHint')}</p>
        <Field label={t('key')}>
          {(control) => (
            <TextInput {...control} readOnly value={key} spellCheck={false} onFocus={({ target }) => target.select()} />
          )}
        </Field>
      </div>
    </Dialog>
  );
};
