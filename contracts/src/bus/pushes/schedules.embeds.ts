import type { ContactView } from '../../contacts/contacts/contacts.contract.ts';
import type { ScheduleView } from '../../flows/schedules/schedules.contract.ts';
import type { UserView } from '../../people/users/users.contract.ts';
import type { Embeds } from './embeds.ts';

/** Updates the names of a scheduled message's contact and of its user. */
export const scheduleEmbeds: Embeds<ScheduleView> = {
  contact: (schedule, { id, record }) =>
    record && schedule.contactId === id ? { ...schedule, contact: { id, name: (record as ContactView).name } } : schedule,
  user: (schedule, { id, record }) =>
    record && schedule.userId === id ? { ...schedule, user: { id, name: (record as UserView).name } } : schedule,
};
