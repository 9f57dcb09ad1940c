import type { QueueView } from '@prosa/contracts';
import { companyRoutes, fields as f } from '@prosa/contracts/schemas';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { usualHours } from '../../flows/hours/hours.ts';
import { HoursField } from '../../flows/hours/hours-field.tsx';
import { api } from '../../kernel/calls/client.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { useAnswer } from '../../kernel/calls/use-answer.ts';
import { useRequest } from '../../kernel/calls/use-request.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Button, IconButton } from '../../ui/marks/button.tsx';
import { ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { Select } from '../../ui/overlays/select.tsx';
import styles from './settings.module.css';

/** Brazil's time zones; a company elsewhere keeps its own. */
const zones = [
  'Sao_Paulo',
  'Fortaleza',
  'Recife',
  'Belem',
  'Bahia',
  'Cuiaba',
  'Manaus',
  'Porto_Velho',
  'Rio_Branco',
  'Noronha',
].map((city) => `America/${city}`);
type Hours = { schedules: QueueView['schedules']; holidays: string[]; timeZone: string };

/** The company's opening hours, holidays and time zone. */
export const CompanyHours = () => {
  const { t } = useTexts('settings');
  const id = useSelector(selectMe)!.company.id;
  const { reply, failure, again } = useAnswer(() => api.call(companyRoutes.show, { params: { id } }));
  return (
    <section className={styles.panel} aria-labelledby="settings-hours">
      <header>
        <h2 id="settings-hours">{t('hours')}</h2>
      </header>
      {reply ? (
        <Form id={id} begun={reply.data} />
      ) : failure ? (
        <ErrorState title={t('failed')} onRetry={again}>
          {errorText(failure)}
        </ErrorState>
      ) : (
        <SkeletonRows label={t('loading')} />
      )}
    </section>
  );
};

const Form = ({ id, begun }: { id: string; begun: Hours }) => {
  const { t } = useTexts('settings');
  const dispatch = useDispatch();
  const [hours, setHours] = useState<Hours>({ ...begun, schedules: begun.schedules.length > 0 ? begun.schedules : usualHours });
  /** A company without hours is always open; what the form shows then is only a proposal. */
  const [isKept, setKept] = useState(begun.schedules.length > 0);
  const [day, setDay] = useState('');
  const [isTried, setTried] = useState(false);
  const { isBusy, failure, send } = useRequest();
  const isWrong = !f.schedules.safeParse(hours.schedules).success;
  const { schedules, holidays, timeZone } = hours;
  const put = (changes: Partial<Hours>) => setHours({ ...hours, ...changes });
  const shown = (one: string) => one.split('-').reverse().join('/');
  const save = () => {
    setTried(true);
    if (isWrong) return;
    void send(
      () => api.call(companyRoutes.changeHours, { params: { id }, body: { schedules, holidays, timeZone } }),
      () => {
        setKept(schedules.length > 0);
        dispatch(notified({ kind: 'ok', text: t('hoursSaved') }));
      },
    );
  };
  return (
    <div className={styles.hours}>
      <HoursField
        label={t('week')}
        hint={isKept ? t('hoursHint') : `${t('hoursUnsaved')} ${t('hoursHint')}`}
        error={isTried && isWrong ? t('inside') : undefined}
        value={schedules}
        onChange={(changed) => put({ schedules: changed })}
      />
      <Field label={t('timeZone')}>
        {(control) => (
          <Select
            control={control}
            label={t('timeZone')}
            items={[...new Set([timeZone, ...zones])].map((zone) => ({ id: zone, name: zone.replaceAll('_', ' ') }))}
            chosen={timeZone}
            onChoose={(zone) => put({ timeZone: zone })}
          />
        )}
      </Field>
      <div className={styles.add}>
        <Field label={`${t('holidays')} · ${t('holiday')}`}>
          {(control) => <DateInput {...control} value={day} onChange={setDay} />}
        </Field>
        <Button
          icon={Plus}
          disabled={!f.day.safeParse(day).success || holidays.includes(day)}
          onClick={() => {
            put({ holidays: [...holidays, day].sort() });
            setDay('');
          }}
        >
          {t('addHoliday')}
        </Button>
      </div>
      {holidays.length > 0 ? (
        <ul className={styles.holidays} aria-label={t('holidays')}>
          {holidays.map((one) => (
            <li key={one}>
              {shown(one)}
              <IconButton
                icon={X}
                smallIcon
                label={t('removeHoliday', { day: shown(one) })}
                onClick={() => put({ holidays: holidays.filter((other) => other !== one) })}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className="secondary">{t('noHolidays')}</p>
      )}
      {failure && (
        <p role="alert" className={styles.fault}>
          {errorText(failure)}
        </p>
      )}
      <p>
        <Button kind="primary" busy={isBusy} onClick={save}>
          {t('save')}
        </Button>
      </p>
    </div>
  );
};
