import { instantOf, limits, type TicketView, wallTimeAt } from '@prosa/contracts';
import { type ReactNode, useId, useRef, useState } from 'react';
import { titleOf } from '../../../contacts/contacts/titles.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../../people/sessions/use-format.ts';
import { TimeField } from '../../../records/time-field.tsx';
import { useAutoFocus } from '../../../ui/hooks/use-auto-focus.ts';
import { useReturnFocus } from '../../../ui/hooks/use-return-focus.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { snoozeTicket } from '../state/snooze.commands.ts';
import { snoozeTimes, zoneOr } from '../state/snooze-times.ts';
import reopen from './reopen-dialog.module.css';
import { useFormAct } from './use-form-act.ts';

const WALL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** The fault of a time on the company's clocks at which a ticket is to come back; null if there is none. */
const faultOf = (at: Date | null): 'snoozeWrong' | 'snoozePast' | 'snoozeFar' | null => {
  if (at === null) return 'snoozeWrong';
  if (at.getTime() <= Date.now()) return 'snoozePast';
  return at.getTime() > Date.now() + limits.snoozeMs ? 'snoozeFar' : null;
};

type TimeProps = { focused: boolean; name: string; checked: boolean; onChange: () => void; children: ReactNode };

/** A time to choose; the first chosen one has the focus, so that Enter is enough. */
const Time = ({ focused, children, ...rest }: TimeProps) => {
  const own = useRef<HTMLInputElement>(null);
  useAutoFocus(own, focused);
  return (
    <label className={reopen.row}>
      <input {...rest} ref={own} type="radio" />
      {children}
    </label>
  );
};

type Props = { ticket: TicketView; isOther: boolean; onClose: () => void };

/** Chooses until when a ticket is out of sight. */
export const SnoozeDialog = ({ ticket, isOther, onClose }: Props) => {
  useReturnFocus();
  const { t } = useTexts('tickets');
  const { zone } = useFormat();
  const own = zoneOr(zone);
  const name = useId();
  const [times] = useState(() => snoozeTimes(Date.now(), own));
  const [first] = useState<string>(isOther ? 'other' : 'hour');
  const [chosen, setChosen] = useState(first);
  const [wall, setWall] = useState(() => wallTimeAt(new Date(times.find(({ id }) => id === 'tomorrow')!.until), own));
  const typed = WALL_TIME.test(wall) ? instantOf(wall, own) : null;
  const fault = chosen === 'other' ? faultOf(typed) : null;
  const until = times.find(({ id }) => id === chosen)?.until ?? typed?.toISOString() ?? '';
  const { isAsked, isBusy, refusal, submit, again } = useFormAct(
    snoozeTicket,
    { ticketId: ticket.id, until },
    fault === null,
    onClose,
  );
  const choose = (id: string) => {
    setChosen(id);
    again();
  };
  return (
    <FormDialog
      title={t('snoozeUntil')}
      about={titleOf(ticket)}
      act={t('snooze')}
      busy={isBusy}
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <fieldset className={`field ${reopen.queues}`}>
        <legend className="label">{t('snoozeWhen')}</legend>
        <div>
          {times.map(({ id, shown }) => (
            <Time key={id} focused={id === first} name={name} checked={id === chosen} onChange={() => choose(id)}>
              <span className={reopen.queue}>{t(`snooze-${id}`)}</span>
              <small>{shown}</small>
            </Time>
          ))}
          <Time focused={first === 'other'} name={name} checked={chosen === 'other'} onChange={() => choose('other')}>
            <span className={reopen.queue}>{t('snooze-other')}</span>
          </Time>
        </div>
      </fieldset>
      {chosen === 'other' && (
        <TimeField
          name="until"
          label={t('snoozeDay')}
          error={isAsked && fault ? t(fault) : undefined}
          value={wall}
          onChange={(value) => {
            setWall(String(value));
            again();
          }}
          onBlur={() => undefined}
          ref={() => undefined}
        />
      )}
      <p className="hint">{t('snoozeFoot')}</p>
    </FormDialog>
  );
};
