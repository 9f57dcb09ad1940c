import type { ContactView } from '../contacts/contacts.contract.ts';
import type { ScheduleView } from '../schedules/schedules.contract.ts';
import type { Embeds } from './embeds.ts';

/** Updates the name of a scheduled message's contact. */
export const scheduleEmbeds: Embeds<ScheduleView> = {
  contact: (schedule, { id, record }) =>
    record && schedule.contactId === id ? { ...schedule, contact: { id, name: (record as ContactView).name } } : schedule,
};
