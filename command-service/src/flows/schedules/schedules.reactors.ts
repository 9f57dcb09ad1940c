import {
  contactEvents,
  conversationEvents,
  conversationOf,
  conversationStream,
  derivedId,
  outreachEvents,
  type ScheduleFact,
  scheduleEvents,
} from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import { knownContacts } from '../../contacts/contacts/known-contacts.ts';
import { defineReactor } from '../../kernel/reactor.ts';
import { defineTimer } from '../../timers/timer.ts';
import { type ScheduleCommand, schedule } from './schedule.decider.ts';
import { recentOutcomes } from './schedule.outcomes.ts';
import { actor, createSendScheduled } from './schedule.sending.ts';
import { scheduleSentAs, schedulesOf, writtenSchedules } from './schedules.rows.ts';

/** Sends scheduled messages when their time has come. */
export const sendSchedules = defineTimer({
  name: 'schedules',
  streams: ['schedule-'],
  events: Object.values(scheduleEvents),
  due:
    () =>
    ({ type, data }: ScheduleFact) => {
      const { scheduleId: subject } = data;
      switch (type) {
        case 'ScheduleCreated':
        case 'ScheduleChanged':
        case 'ScheduleRetried':
          return { subject, at: new Date(data.sendAt) };
        case 'ScheduleSent':
        case 'ScheduleFailed':
        case 'ScheduleDeleted':
          return { subject, at: null };
        // It is being sent: after a crash somebody must go on.
        case 'ScheduleStarted':
          return null;
        default:
          data satisfies never;
          return null;
      }
    },
  start: (tools) => createSendScheduled({ ...tools, contacts: tools.shared(knownContacts) }),
});

const { MessageFailed } = conversationEvents;
const { OutreachFailed } = outreachEvents;
const { ScheduleCreated, ScheduleChanged, ScheduleDeleted, ScheduleStarted, ScheduleSent } = scheduleEvents;
const withCommand: ReadonlySet<string> = new Set(
  [MessageFailed, OutreachFailed, contactEvents.ContactDeleted].map(({ type }) => type),
);

/** Tells schedules what the channel says of their messages, and deletes those of deleted contacts. */
export const followSchedules = defineReactor({
  name: 'schedule-outcomes',
  streams: ['schedule-', 'conversation-', 'contact-'],
  events: [
    ScheduleCreated,
    ScheduleChanged,
    ScheduleDeleted,
    ScheduleStarted,
    ScheduleSent,
    MessageFailed,
    OutreachFailed,
    contactEvents.ContactDeleted,
  ],
  start: ({ pool, handle, store, keepFresh }) => {
    const outcomes = keepFresh(recentOutcomes());
    return {
      rows: () => writtenSchedules(),
      mayCommand: (fact) => outcomes.note(fact) || withCommand.has(fact.type),
      command: async (fact) => {
        const { type, data, meta } = fact;
        const { companyId, eventId: causationId } = meta;
        const tell = (id: string, command: ScheduleCommand) =>
          handle({
            decider: schedule,
            stream: `schedule-${id}`,
            missing: 'ERR_NO_SCHEDULE_FOUND',
            commandId: derivedId(causationId, 'schedule', id),
            causationId,
            companyId,
            actor,
            command,
          });
        switch (type) {
          case 'ContactDeleted':
            for (const id of await schedulesOf(pool, companyId, data.contactId))
              await tell(id, { do: 'delete', id, always: true });
            return;
          case 'MessageFailed':
          case 'OutreachFailed': {
            const { messageId, reason } = data;
            // Events that were deferred come here without having been noted.
            outcomes.note(fact);
            const id = outcomes.scheduleOf(messageId) ?? (await scheduleSentAs(pool, messageId));
            if (id !== null) await tell(id, { do: 'fail', id, reason, messageId });
            return;
          }
          // The channel may have refused the message before its schedule knew that it was sent.
          case 'ScheduleSent': {
            const { scheduleId: id, messageId } = data;
            const reason = await failureOf(store, messageId);
            if (reason !== null) await tell(id, { do: 'fail', id, reason, messageId });
          }
        }
      },
    };
  },
});

/** The failure may lie this many events before the end of the conversation: a channel that refuses at once. */
const JUST_NOW = 100;

/** Why the channel has just refused a message; null if it has not. */
const failureOf = async (store: Store, messageId: string): Promise<string | null> => {
  const key = conversationOf(messageId);
  if (key === null) return null;
  const newest = await store.load(conversationStream(key), { direction: 'backwards', max: JUST_NOW, faults: 'keep' });
  for (const { type, data } of newest) {
    const { messageId: of, reason } = data as { messageId?: string; reason?: string };
    if (of === messageId && (type === MessageFailed.type || type === OutreachFailed.type)) return reason ?? null;
  }
  return null;
};
