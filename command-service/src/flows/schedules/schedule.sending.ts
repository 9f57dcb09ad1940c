import { derivedId, limits, Refused } from '@prosa/contracts';
import { isOff } from '../../channels/connections/is-off.ts';
import { connectionsOf, createDestinations, type Destination, type Served } from '../../channels/outreach/destinations.ts';
import { createReachOut } from '../../channels/outreach/reach-out.ts';
import type { KnownContacts } from '../../contacts/contacts/known-contacts.ts';
import type { Deps } from '../../kernel/deps.ts';
import { assertServed } from '../../kernel/subscription.ts';
import type { Reminder } from '../../timers/timer.rows.ts';
import { type Schedule, type ScheduleCommand, schedule } from './schedule.decider.ts';

/** The actor that sends scheduled messages. */
export const actor = { kind: 'system', id: 'schedules' } as const;
/** Merges in a row that are followed. */
const MERGES = 10;

/**
 * Sends a scheduled message whose time has come: into the contact's unfinished ticket, otherwise outside of any. Its stream is marked first,
 * so that it is not changed while it is sent; each step has a command id of its own, so that a repetition after a crash does the rest.
 */
export const createSendScheduled = (deps: Deps & { contacts: Pick<KnownContacts, 'ofNow'> }) => {
  const { contacts, handle, referenceData, clock } = deps;
  const destinationOf = createDestinations(deps);
  const reachOut = createReachOut(deps);

  /** The contact, or the one into which they were merged. Throws Refused if there is nobody to write to. */
  const assertThere = async (companyId: string, contactId: string): Promise<string> => {
    let id: string | null = contactId;
    for (let merges = 0; id !== null && merges < MERGES; merges += 1) {
      const contact = await contacts.ofNow(companyId, id);
      if (contact?.mergedInto == null) {
        if (!contact?.number || contact.deleted) break;
        return id;
      }
      id = contact.mergedInto;
    }
    throw new Refused('ERR_NO_CONTACT_FOUND');
  };

  const deliver = async (due: Schedule, { companyId, commandId, causationId, isLate }: Reminder): Promise<ScheduleCommand> => {
    const mine = { companyId, actor, commandId: derivedId(commandId, 'send') };
    const connections: Served[] = await connectionsOf(deps, companyId);
    let contactId = due.contactId;
    let to: Destination = await destinationOf({ ...mine, contactId }, connections);
    // A message sent before a crash counts as sent, whatever has happened since.
    if (!to.repeated) {
      assertServed(await referenceData.company(companyId), clock());
      const there = await assertThere(companyId, contactId);
      if (there !== contactId) to = await destinationOf({ ...mine, contactId: there }, connections);
      contactId = there;
      if (connections.some((one) => one.id === to.connectionId && isOff(one))) throw new Refused('ERR_WAPP_NOT_INITIALIZED');
    }
    const { connectionId } = to;
    const said = { origin: 'schedule', userId: due.userId, body: due.body ?? '', contactId, connectionId } as const;
    const done = await reachOut.send({ ...mine, causationId, bulk: isLate }, said);
    const { id: messageId, ticketId } = await reachOut.sentBy(done, mine.commandId);
    return { do: 'conclude', id: due.id, messageId, ticketId };
  };

  const isServed = async (companyId: string): Promise<boolean> => {
    try {
      assertServed(await referenceData.company(companyId), clock());
      return true;
    } catch {
      return false;
    }
  };

  return async (reminder: Reminder): Promise<'later' | undefined> => {
    const { subject: id, companyId, commandId, causationId, dueAt, isLate } = reminder;
    // While its company is not served it waits, until it is too late, which the rules say.
    if (reminder.lateMs <= limits.scheduleLateMs && !(await isServed(companyId))) return 'later';
    const on = { decider: schedule, stream: `schedule-${id}`, missing: 'ERR_NO_SCHEDULE_FOUND', actor, companyId } as const;
    const step = (name: string, command: ScheduleCommand) =>
      handle({ ...on, commandId: derivedId(commandId, name), causationId, bulk: isLate, command });
    const lateMs = Math.max(0, Math.round(reminder.lateMs));
    const begun = await step('start', { do: 'start', id, dueAt: dueAt.getTime(), lateMs, mostMs: limits.scheduleLateMs });
    const due = begun.state.schedule;
    if (due?.phase !== 'sending') return undefined;
    const outcome = await deliver(due, reminder).catch((error: unknown): ScheduleCommand => {
      if (!(error instanceof Refused) || error.status >= 500) throw error;
      return { do: 'fail', id, reason: error.code, messageId: null };
    });
    await step('end', outcome);
    return undefined;
  };
};
