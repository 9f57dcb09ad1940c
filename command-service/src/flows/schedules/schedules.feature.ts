import {
  derivedId,
  instantOf,
  isWallTime,
  Refused,
  routes,
  type ScheduleOwn,
  type ScheduleStatus,
  scheduleFaults,
  schedulePlace,
} from '@prosa/contracts';
import { readContact } from '../../contacts/contacts/contact.reading.ts';
import { assertSeesTickets } from '../../desk/conversations/unfinished-tickets.ts';
import { attendantOf } from '../../kernel/attendants.ts';
import type { CommandIdentity } from '../../kernel/command-identity.ts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Caller, Deps } from '../../kernel/deps.ts';
import type { Feature } from '../../kernel/feature.ts';
import type { Handled } from '../../kernel/handler.ts';
import { asItWas } from '../../kernel/state-as-of.ts';
import {
  type Schedule,
  type ScheduleCommand,
  type ScheduleEvent,
  type ScheduleFields,
  type ScheduleState,
  schedule,
} from './schedule.decider.ts';
import { followSchedules, sendSchedules } from './schedules.reactors.ts';
import { scheduleMigrations } from './schedules.rows.ts';

const missing = 'ERR_NO_SCHEDULE_FOUND';
const on = (id: string) => ({ decider: schedule, stream: `schedule-${id}`, missing }) as const;
type Asked = { contactId?: string; body?: string; sendAt?: string; userId?: string | null };

const calls = (app: App, deps: Deps): void => {
  const { store, handle, referenceData, clock } = deps;
  const assertSees = assertSeesTickets(deps);

  /** The instant of a requested time. Throws Refused for one that has passed, or that the company's clocks skip. */
  const timeOf = async (companyId: string, asked: string): Promise<string> => {
    const zone = (await referenceData.company(companyId))?.timeZone ?? 'UTC';
    const at = isWallTime(asked) ? instantOf(asked, zone) : new Date(asked);
    if (!at) throw fault('sendAt', scheduleFaults.skipped);
    return at.toISOString();
  };
  const assertAhead = (sendAt: string): void => {
    if (Date.parse(sendAt) <= clock().getTime()) throw fault('sendAt', scheduleFaults.past);
  };
  const assertContact = async (companyId: string, contactId: string): Promise<void> => {
    if (!(await readContact(store, companyId, contactId))) throw new Refused('ERR_NO_CONTACT_FOUND');
  };
  /** Only administrators may touch what is somebody else's, even of a colleague in the same queue. */
  const assertOwn = ({ userId, profile }: Caller, known: Schedule | null): void => {
    if (known && known.userId !== userId && profile !== 'admin') throw new Refused('ERR_NO_PERMISSION');
  };
  /** Only administrators may name somebody else. */
  const assertAuthor = async ({ companyId, userId, profile }: Caller, named: string | null | undefined): Promise<void> => {
    if (!named || named === userId) return;
    if (profile !== 'admin' || !(await attendantOf(deps, companyId, named))) throw fault('userId', 'Invalid value');
  };

  /** The changes that a body asks of a schedule, checked as far as they change anything. */
  const changesOf = async (by: Caller, asked: Asked, known: Schedule): Promise<Partial<ScheduleFields>> => {
    const { companyId } = by;
    const { contactId = known.contactId, body = known.body, userId } = asked;
    const sendAt = asked.sendAt === undefined ? known.sendAt : await timeOf(companyId, asked.sendAt);
    const changes = { contactId, body, sendAt, ...(userId && { userId }) };
    if (known.phase === 'sending' || known.phase === 'sent') return changes;
    if (contactId !== known.contactId) await assertContact(companyId, contactId);
    // It would be written into the contact's ticket, as a message that is sent at once.
    await assertSees(by, contactId);
    if (sendAt !== known.sendAt || known.phase === 'failed') assertAhead(sendAt);
    if (userId !== known.userId) await assertAuthor(by, userId);
    return changes;
  };

  const replyOf = async (id: string, { companyId }: CommandIdentity, done: Handled<ScheduleState, ScheduleEvent>) => {
    const found = await asItWas(store, on(id), done, ({ schedule: known }) => known);
    if (!found) throw new Refused(missing);
    return { position: done.position, reply: ownOf(found, companyId) };
  };

  commandRoute(app, deps, routes.schedules.create, async ({ body, principal, identity }) => {
    const id = derivedId(identity.commandId, 'schedule');
    const { companyId } = identity;
    const command = async (): Promise<ScheduleCommand> => {
      const { contactId, body: text, userId } = body;
      const sendAt = await timeOf(companyId, body.sendAt);
      assertAhead(sendAt);
      await assertContact(companyId, contactId);
      await assertSees(principal, contactId);
      await assertAuthor(principal, userId);
      return { do: 'create', id, fields: { contactId, body: text, sendAt, userId: userId ?? principal.userId } };
    };
    return replyOf(id, identity, await handle({ ...identity, ...on(id), command }));
  });

  commandRoute(app, deps, routes.schedules.change, async ({ params: { id }, body, principal, identity }) => {
    const command = async ({ schedule: known }: ScheduleState): Promise<ScheduleCommand> => {
      if (!known) throw new Refused(missing);
      assertOwn(principal, known);
      return { do: 'change', id, changes: await changesOf(principal, body as Asked, known) };
    };
    return replyOf(id, identity, await handle({ ...identity, ...on(id), command }));
  });

  commandRoute(app, deps, routes.schedules.retry, async ({ params: { id }, principal, identity }) => {
    const command = async ({ schedule: known }: ScheduleState): Promise<ScheduleCommand> => {
      assertOwn(principal, known);
      if (known) await assertSees(principal, known.contactId);
      return { do: 'retry', id, now: clock().toISOString(), userId: principal.userId };
    };
    return replyOf(id, identity, await handle({ ...identity, ...on(id), command }));
  });

  commandRoute(app, deps, routes.schedules.delete, async ({ params: { id }, principal, identity }) => {
    const command = ({ schedule: known }: ScheduleState): ScheduleCommand => {
      assertOwn(principal, known);
      return { do: 'delete', id };
    };
    const { position } = await handle({ ...identity, ...on(id), command });
    return { position, reply: null };
  });
};

const fault = (field: string, message: string): Refused => new Refused('ERR_VALIDATION', { fields: { [field]: message } });

const statuses: Record<Schedule['phase'], ScheduleStatus> = {
  pending: 'PENDENTE',
  sending: 'PENDENTE',
  sent: 'ENVIADA',
  failed: 'ERRO',
};

const ownOf = ({ phase, messageId: _, ...known }: Schedule, companyId: string): ScheduleOwn => {
  const status = statuses[phase];
  return { ...known, companyId, status, place: schedulePlace(status, Date.parse(known.sendAt)) };
};

/** Messages that are sent to a contact at a certain time. */
export const schedules: Feature = {
  name: 'schedules',
  routes: calls,
  reactors: [sendSchedules, followSchedules],
  migrations: scheduleMigrations,
};
