import { type CampaignSettings, campaignIntervals } from '@prosa/contracts/schemas';
import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { errorText } from '../../../kernel/calls/error-text.ts';
import { notified } from '../../../kernel/calls/toasts.slice.ts';
import { useAct } from '../../../kernel/calls/use-act.ts';
import { selectMay } from '../../../people/sessions/sessions.slice.ts';
import { useWords } from '../../../records/use-words.ts';
import type { Screen } from '../../../shell/feature.ts';
import { useTitle } from '../../../shell/title.ts';
import { Fault } from '../../../ui/fields/fault.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Button } from '../../../ui/marks/button.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/marks/states.tsx';
import { Select } from '../../../ui/overlays/select.tsx';
import { campaignSettings, changeSettings } from '../state/campaign-settings.slice.ts';
import styles from './settings.module.css';
import { useDraft, VariablesField } from './variables-field.tsx';

type Interval = keyof typeof campaignIntervals;
const intervals = Object.keys(campaignIntervals) as Interval[];

/** The pace at which campaigns are sent, and the company's variables for their messages. */
const Settings = () => {
  const words = useWords('campaigns');
  const dispatch = useDispatch();
  const { settings, status, failure } = useSelector(campaignSettings.selectState);
  useTitle(words('settings.title'));
  useEffect(() => void dispatch(campaignSettings.wanted()), [dispatch]);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{words('settings.title')}</h1>
      </header>
      {settings ? (
        <Form saved={settings} />
      ) : status === 'failed' ? (
        <ErrorState title={words('settings.failed')} onRetry={() => dispatch(campaignSettings.wanted())}>
          {failure && errorText(failure)}
        </ErrorState>
      ) : (
        <SkeletonRows label={words('settings.loading')} />
      )}
    </div>
  );
};

/** Until something is changed here, the form follows what others save. */
const Form = ({ saved }: { saved: CampaignSettings }) => {
  const words = useWords('campaigns');
  const dispatch = useDispatch();
  const mayWrite = useSelector(selectMay('campaigns:write'));
  const [changes, setChanges] = useState<Partial<CampaignSettings>>({});
  const settings = { ...saved, ...changes };
  const { isBusy, failure, forget } = useAct(changeSettings.act(settings), () => {
    setChanges({});
    dispatch(notified({ kind: 'ok', text: words('settings.saved') }));
  });
  const change = (next: Partial<CampaignSettings>) => {
    setChanges((before) => ({ ...before, ...next }));
    if (failure) forget();
  };
  const changeVariables = (variables: CampaignSettings['variables']) => change({ variables });
  const draft = useDraft(settings.variables, changeVariables);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // What is typed and not added yet is saved as well, or said to be none.
        const variables = draft.add();
        if (variables) dispatch(changeSettings.start({ ...settings, variables }));
      }}
    >
      <section className={styles.panel} aria-labelledby="campaign-pace">
        <header>
          <h2 id="campaign-pace">{words('settings.pace')}</h2>
          <span>{words('settings.paceHint')}</span>
        </header>
        <div className={styles.fields}>
          {intervals.map((name) => (
            <IntervalField
              key={name}
              name={name}
              value={settings[name]}
              isFixed={!mayWrite}
              onChange={(value) => change({ [name]: value })}
            />
          ))}
        </div>
      </section>
      <section className={styles.panel} aria-labelledby="campaign-variables">
        <header>
          <h2 id="campaign-variables">{words('settings.variables')}</h2>
          <span>{words('settings.variablesHint')}</span>
        </header>
        <VariablesField variables={settings.variables} draft={draft} isFixed={!mayWrite} onChange={changeVariables} />
      </section>
      {failure && <Fault bare>{errorText(failure)}</Fault>}
      {mayWrite && (
        <div className={styles.foot}>
          <Button kind="primary" type="submit" busy={isBusy} steady="save campaign settings">
            {words('settings.save')}
          </Button>
        </div>
      )}
    </form>
  );
};

type IntervalProps = { name: Interval; value: number; isFixed: boolean; onChange: (value: number) => void };

const IntervalField = ({ name, value, isFixed, onChange }: IntervalProps) => {
  const words = useWords('campaigns');
  const label = words(`settings.${name}`);
  const unit = name === 'longerIntervalAfter' ? 'messages' : 'seconds';
  const items = campaignIntervals[name].map((count) => ({ id: `${count}`, name: words(`settings.${unit}`, { count }) }));
  return (
    <Field label={label}>
      {(control) => (
        <Select
          control={control}
          label={label}
          items={items}
          chosen={`${value}`}
          disabled={isFixed}
          onChoose={(id) => onChange(Number(id))}
        />
      )}
    </Field>
  );
};

export const screen: Screen = { element: <Settings />, speaks: ['records'] };
