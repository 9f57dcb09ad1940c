import { conversationEvents, type Fact, outreachEvents, scheduleEvents } from '@prosa/contracts';
import { boundedCache } from '@prosa/infra/runtime';
import type { StreamMemory } from '../../kernel/reactor.ts';

const { ScheduleStarted, ScheduleSent } = scheduleEvents;
const failed: ReadonlySet<string> = new Set(
  [conversationEvents.MessageFailed, outreachEvents.OutreachFailed].map(({ type }) => type),
);
/** Far more messages than are sent and refused within the time that one of them takes. */
const MAX_ENTRIES = 20_000;

/**
 * Remembers, from the events that a process follows, which messages the channel has refused while their schedules were being sent, so that
 * no conversation is read for those that it accepted.
 */
export const recentOutcomes = (): StreamMemory & {
  /** Notes an event. Returns whether the channel may already have refused what the event says was sent. */
  note: (fact: Fact) => boolean;
  /** The schedule of a message, if its `ScheduleSent` was noted not long ago: it may not be in the table yet. */
  scheduleOf: (messageId: string) => string | undefined;
} => {
  /** Schedules since whose start every refusal was noted. */
  const begun = boundedCache<string, true>({ max: MAX_ENTRIES });
  const refused = boundedCache<string, true>({
    max: MAX_ENTRIES,
    evicted: () => begun.clear(),
  });
  const sent = boundedCache<string, string>({ max: MAX_ENTRIES });
  return {
    heard: () => undefined,
    clear: () => begun.clear(),
    note: ({ type, data }) => {
      const { scheduleId = '', messageId = '' } = data as { scheduleId?: string; messageId?: string };
      if (type === ScheduleStarted.type) begun.set(scheduleId, true);
      if (failed.has(type)) refused.set(messageId, true);
      if (type !== ScheduleSent.type) return false;
      sent.set(messageId, scheduleId);
      return !begun.delete(scheduleId) || refused.has(messageId);
    },
    scheduleOf: (messageId) => sent.get(messageId),
  };
};
