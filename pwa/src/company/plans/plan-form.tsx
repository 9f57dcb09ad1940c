import { type PlanView, plans as record } from '@prosa/contracts/schemas';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type FormEvent, useState } from 'react';
import { useDispatch } from 'react-redux';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useAct } from '../../kernel/calls/use-act.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { firstFaults } from '../../records/first-faults.ts';
import styles from '../../records/form-table.module.css';
import { useFormFocus } from '../../records/use-form-focus.ts';
import { Field } from '../../ui/fields/field.tsx';
import { maskOf, numberOf } from '../../ui/fields/money.mask.ts';
import { MoneyInput } from '../../ui/fields/money-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Button } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { changePlan, createPlan, type PlanFields } from './plans.commands.ts';

type Values = Record<keyof PlanFields, string>;
const limited = ['users', 'connections', 'queues'] as const;
const nothing: PlanFields = { name: '', users: 0, connections: 0, queues: 0, value: 0 };

const valuesOf = (plan: PlanView | null): Values =>
  plan
    ? {
        name: plan.name,
        users: String(plan.users),
        connections: String(plan.connections),
        queues: String(plan.queues),
        value: maskOf(plan.value),
      }
    : { name: '', users: '', connections: '', queues: '', value: '' };

const wholeOf = (text: string): number | undefined => (text === '' ? undefined : Number(text));

type Props = { reference: string; plan: PlanView | null; onDone: () => void };

/** The fields of a new plan, or of one that exists. */
export const PlanForm = ({ reference: ref, plan, onDone }: Props) => {
  const { t } = useTexts('plans');
  const form = useFormFocus(plan !== null);
  const dispatch = useDispatch();
  const [values, setValues] = useState(() => valuesOf(plan));
  const [faults, setFaults] = useState<Record<string, string>>({});
  const act = plan ? changePlan.act({ id: plan.id }) : createPlan.act({ ref, ...nothing });
  const { isBusy, failure, forget } = useAct(act, onDone);
  const set = (name: keyof Values, value: string) => {
    setValues({ ...values, [name]: value });
    setFaults(Object.fromEntries(Object.entries(faults).filter(([one]) => one !== name)));
    if (failure) forget();
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const [users, connections, queues] = limited.map((name) => wholeOf(values[name]));
    const parsed = record.fields.safeParse({
      name: values.name,
      users,
      connections,
      queues,
      value: numberOf(values.value) ?? undefined,
    });
    setFaults(firstFaults(parsed.error));
    if (!parsed.success) return;
    dispatch(plan ? changePlan.start({ id: plan.id, ...parsed.data }) : createPlan.start({ ref, ...parsed.data }));
  };
  const isKnown = failure?.code === 'ERR_VALIDATION' || failure?.code === 'ERR_PLAN_NAME_ALREADY_EXISTS';
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit} aria-labelledby="plan-form">
      <header>
        <h2 id="plan-form">{t(plan ? 'edit' : 'new')}</h2>
        {plan && <span>{plan.name}</span>}
      </header>
      {(Object.keys(faults).length > 0 || failure) && (
        <div className={styles.problem} role="alert">
          <Icon of={CircleAlert} />
          <div>
            <p>{t('saveFailed')}</p>
            {failure && !isKnown && <p>{errorText(failure)}</p>}
          </div>
        </div>
      )}
      <div className={styles.fields}>
        <Field label={t('fields.name')} error={faults.name}>
          {(control) => (
            <TextInput {...control} autoComplete="off" value={values.name} onChange={({ target }) => set('name', target.value)} />
          )}
        </Field>
        {limited.map((name) => (
          <Field key={name} label={t(`fields.${name}`)} error={faults[name]}>
            {(control) => (
              <TextInput
                {...control}
                inputMode="numeric"
                autoComplete="off"
                maxLength={7}
                value={values[name]}
                onChange={({ target }) => set(name, target.value.replace(/\D/g, ''))}
              />
            )}
          </Field>
        ))}
        <Field label={t('fields.value')} error={faults.value}>
          {(control) => <MoneyInput {...control} value={values.value} onChange={(masked) => set('value', masked)} />}
        </Field>
      </div>
      <div className={styles.acts}>
        <Button onClick={onDone}>{t('clear')}</Button>
        <Button kind="primary" type="submit" steady={`save plan ${plan?.id ?? ref}`} busy={isBusy}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
};
