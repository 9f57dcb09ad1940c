import { type AccountView, accountRoutes } from '@prosa/contracts/schemas';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type FormEvent, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { Failure } from '../../kernel/calls/api-error.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useAct } from '../../kernel/calls/use-act.ts';
import { formatMoney } from '../../kernel/i18n/format.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectZone } from '../../people/sessions/sessions.slice.ts';
import { firstFaults } from '../../records/first-faults.ts';
import styles from '../../records/form-table.module.css';
import { useFormFocus } from '../../records/use-form-focus.ts';
import { Switch } from '../../ui/fields/choices.tsx';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Button } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Select } from '../../ui/overlays/select.tsx';
import { plans } from '../plans/plans.slice.ts';
import { AccountActs } from './account-acts.tsx';
import {
  type AccountFields,
  billingNames,
  changesOf,
  creationOf,
  fieldsOf,
  newFields,
  switchNames,
  type TextName,
} from './account-fields.ts';
import { type AccountBody, changeAccount, createAccount } from './accounts.commands.ts';

const NO_PLAN = 'none';
type Props = {
  /** Distinguishes the new companies that were sent one after another. */
  reference: string;
  account: AccountView | null;
  onClear: () => void;
  onDone: () => void;
  /** The company has changed by an act beside its fields. */
  onChanged: () => void;
};

/** The fields of a new company, or of one that exists. */
export const AccountForm = ({ reference: ref, account, onClear, onDone, onChanged }: Props) => {
  const { t } = useTexts('accounts');
  const form = useFormFocus(account !== null);
  const dispatch = useDispatch();
  const zone = useSelector(selectZone) ?? 'UTC';
  const [typed, setTyped] = useState<Partial<AccountFields>>({});
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [begun] = useState(() => newFields(Date.now(), zone));
  const fields: AccountFields = { ...(account ? fieldsOf(account) : begun), ...typed };
  const act = account ? changeAccount.act({ id: account.id, body: null }) : createAccount.act({ ref, body: null });
  const { isBusy, failure, forget } = useAct(act, onDone);
  const set = (changes: Partial<AccountFields>) => {
    setTyped({ ...typed, ...changes });
    setFaults(Object.fromEntries(Object.entries(faults).filter(([name]) => !(name in changes))));
    if (failure) forget();
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const body = account ? changesOf(account, fields) : creationOf(fields);
    const parsed = accountRoutes[account ? 'change' : 'create'].body.safeParse(body);
    setFaults(firstFaults(parsed.error));
    if (!parsed.success) return;
    dispatch(account ? changeAccount.start({ id: account.id, body }) : createAccount.start({ ref, body: body as AccountBody }));
  };
  const faultOf = (name: string): string | undefined => faults[name] ?? failure?.fields[name];
  const line = (name: TextName, type = 'text') => (
    <Field key={name} label={t(`fields.${name}`)} error={faultOf(name)}>
      {(control) => (
        <TextInput
          {...control}
          type={type}
          autoComplete="off"
          value={fields[name]}
          onChange={({ target }) => set({ [name]: target.value })}
        />
      )}
    </Field>
  );
  const day = (name: 'dueDate' | 'trialExpiration') => (
    <Field label={t(`fields.${name}`)} error={faultOf(name)}>
      {(control) => <DateInput {...control} value={fields[name]} onChange={(value) => set({ [name]: value })} />}
    </Field>
  );
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit} aria-labelledby="account-form">
      <header>
        <h2 id="account-form">{t(account ? 'edit' : 'new')}</h2>
        {account && <span>{account.name}</span>}
      </header>
      <Problem isWrong={Object.keys(faults).length > 0} failure={failure} />
      <div className={styles.fields}>
        {line('name')}
        {line('email', 'email')}
        {line('phone', 'tel')}
        {!account && (
          <Field label={t('fields.password')} error={faultOf('password')} hint={t('passwordHint')}>
            {(control) => (
              <TextInput
                {...control}
                type="password"
                autoComplete="new-password"
                value={fields.password}
                onChange={({ target }) => set({ password: target.value })}
              />
            )}
          </Field>
        )}
        <PlanField fields={fields} error={faultOf('planId')} onChoose={(planId) => set({ planId })} />
        {day('dueDate')}
        <Field label={t('fields.recurrence')}>
          {(control) => (
            <Select
              control={control}
              label={t('fields.recurrence')}
              items={[{ id: 'MENSAL', name: t('monthly') }]}
              chosen="MENSAL"
              onChoose={() => undefined}
            />
          )}
        </Field>
      </div>
      <div className={styles.switches}>
        {switchNames.map((name) => (
          <Switch
            key={name}
            checked={fields[name]}
            disabled={name === 'status' && account !== null && account.erasesAt !== null}
            onChange={(isOn) => set({ [name]: isOn })}
          >
            {t(`fields.${name}`)}
          </Switch>
        ))}
      </div>
      <details className={styles.more}>
        <summary>{t('billing')}</summary>
        <div className={styles.fields}>
          {billingNames.map((name) => line(name))}
          {day('trialExpiration')}
        </div>
      </details>
      <div className={styles.acts}>
        {account && <AccountActs account={account} onDone={onDone} onChanged={onChanged} />}
        <Button onClick={onClear}>{t('clear')}</Button>
        <Button kind="primary" type="submit" steady={`save account ${account?.id ?? ref}`} busy={isBusy}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
};

/** Why nothing was saved: as specified, and what the server says besides. */
const Problem = ({ isWrong, failure }: { isWrong: boolean; failure: Failure | null }) => {
  const { t } = useTexts('accounts');
  if (!isWrong && !failure) return null;
  const more = failure && !['ERR_VALIDATION', 'ERR_COMPANY_NAME_ALREADY_EXISTS'].includes(failure.code);
  return (
    <div className={styles.problem} role="alert">
      <Icon of={CircleAlert} />
      <div>
        <p>{t('saveFailed')}</p>
        {more && <p>{errorText(failure)}</p>}
      </div>
    </div>
  );
};

type PlanProps = { fields: AccountFields; error: string | undefined; onChoose: (planId: string | null) => void };

const PlanField = ({ fields: { planId }, error, onChoose }: PlanProps) => {
  const { t } = useTexts('accounts');
  const offered = plans.useAll();
  return (
    <Field label={t('fields.planId')} error={error}>
      {(control) => (
        <Select
          control={control}
          label={t('fields.planId')}
          items={[
            { id: NO_PLAN, name: t('noPlan') },
            ...offered.map(({ id, name, value }) => ({ id, name: `${name} · ${formatMoney(value)}` })),
          ]}
          chosen={planId ?? NO_PLAN}
          onChoose={(id) => onChoose(id === NO_PLAN ? null : id)}
        />
      )}
    </Field>
  );
};
