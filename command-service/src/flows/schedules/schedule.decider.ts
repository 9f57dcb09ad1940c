import { Refused, type ScheduleFact, type Unstored } from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';

/** The fields of a scheduled message that users set. `body` is null if its contact was forgotten. `sendAt` in ISO 8601, UTC. */
export type ScheduleFields = { contactId: string; body: string | null; sendAt: string; userId: string | null };
export type Schedule = ScheduleFields & {
  id: string;
  phase: 'pending' | 'sending' | 'sent' | 'failed';
  messageId: string | null;
  ticketId: string | null;
  sentAt: string | null;
  reason: string | null;
  createdAt: string;
  updatedAt: string;
};
export type ScheduleState = { schedule: Schedule | null };

export type ScheduleCommand =
  | { do: 'create'; id: string; fields: ScheduleFields & { body: string } }
  | { do: 'change'; id: string; changes: Partial<ScheduleFields> }
  /** `always`: even while it is being sent. */
  | { do: 'delete'; id: string; always?: true }
  | { do: 'retry'; id: string; now: string; userId: string }
  /** The time `dueAt` (in milliseconds since 1970) has come, `lateMs` ago; not sent any more if that is over `mostMs`. */
  | { do: 'start'; id: string; dueAt: number; lateMs: number; mostMs: number }
  | { do: 'conclude'; id: string; messageId: string; ticketId: string | null }
  /** It could not be sent, or the channel refused the message that was sent. */
  | { do: 'fail'; id: string; reason: string; messageId: string | null };

export type ScheduleEvent = Unstored<ScheduleFact>;

/** A scheduled message: it can be changed until its time has come, is then sent once, and may be sent again after a failure. */
export const schedule: Decider<ScheduleCommand, ScheduleState, ScheduleEvent> = {
  initial: () => ({ schedule: null }),

  decide(command, { schedule: known }) {
    const { id: scheduleId } = command;
    if (command.do === 'create') return known ? [] : [{ type: 'ScheduleCreated', data: { scheduleId, ...command.fields } }];
    if (!known) throw new Refused('ERR_NO_SCHEDULE_FOUND');
    switch (command.do) {
      case 'change': {
        const { contactId, body, sendAt, userId } = { ...known, ...command.changes };
        const isSame = contactId === known.contactId && body === known.body && sendAt === known.sendAt && userId === known.userId;
        if (isSame) return [];
        assertUnsent(known);
        // The person was forgotten: there is nothing to send to them.
        if (body === null) throw new Refused('ERR_NO_CONTACT_FOUND');
        return [{ type: 'ScheduleChanged', data: { scheduleId, contactId, body, sendAt, userId } }];
      }
      case 'delete':
        if (known.phase === 'sending' && !command.always) throw new Refused('ERR_SCHEDULE_SENT');
        return [{ type: 'ScheduleDeleted', data: { scheduleId } }];
      case 'retry':
        if (known.phase === 'pending' || known.phase === 'sending') return [];
        if (known.phase === 'sent') throw new Refused('ERR_SCHEDULE_SENT');
        return [{ type: 'ScheduleRetried', data: { scheduleId, sendAt: command.now, userId: command.userId } }];
      case 'start': {
        // It was changed meanwhile: its new time has a reminder of its own.
        if (known.phase !== 'pending' || Date.parse(known.sendAt) !== command.dueAt) return [];
        const { lateMs, mostMs } = command;
        return lateMs > mostMs
          ? [{ type: 'ScheduleFailed', data: { scheduleId, reason: 'ERR_SCHEDULE_LATE' } }]
          : [{ type: 'ScheduleStarted', data: { scheduleId, lateMs } }];
      }
      case 'conclude': {
        const { messageId, ticketId } = command;
        return known.phase === 'sending' ? [{ type: 'ScheduleSent', data: { scheduleId, messageId, ticketId } }] : [];
      }
      case 'fail': {
        const isIts = command.messageId === null ? known.phase === 'sending' : isSentAs(known, command.messageId);
        return isIts ? [{ type: 'ScheduleFailed', data: { scheduleId, reason: command.reason } }] : [];
      }
      default:
        command satisfies never;
        return [];
    }
  },

  evolve(state, { type, data }, { at: time }) {
    const at = time.toISOString();
    const changed = (changes: Partial<Schedule>): ScheduleState =>
      state.schedule ? { schedule: { ...state.schedule, ...changes, updatedAt: at } } : state;
    switch (type) {
      case 'ScheduleCreated': {
        const { scheduleId: id, contactId, body, sendAt, userId } = data;
        const sent = { messageId: null, ticketId: null, sentAt: null, reason: null };
        return { schedule: { id, contactId, body, sendAt, userId, phase: 'pending', ...sent, createdAt: at, updatedAt: at } };
      }
      case 'ScheduleChanged': {
        const { contactId, body, sendAt, userId } = data;
        return changed({ contactId, body, sendAt, userId, phase: 'pending', reason: null });
      }
      case 'ScheduleDeleted':
        return { schedule: null };
      case 'ScheduleStarted':
        return changed({ phase: 'sending' });
      case 'ScheduleSent':
        return changed({ phase: 'sent', messageId: data.messageId, ticketId: data.ticketId, sentAt: at });
      case 'ScheduleFailed':
        return changed({ phase: 'failed', reason: data.reason, sentAt: null });
      case 'ScheduleRetried':
        return changed({ phase: 'pending', sendAt: data.sendAt, messageId: null, ticketId: null, reason: null });
      default:
        data satisfies never;
        return state;
    }
  },
};

const assertUnsent = ({ phase }: Schedule): void => {
  if (phase === 'sending' || phase === 'sent') throw new Refused('ERR_SCHEDULE_SENT');
};

const isSentAs = ({ phase, messageId }: Schedule, id: string): boolean => phase === 'sent' && messageId === id;
