import { newId } from '@prosa/contracts';
import { given } from '../../kernel/given.ts';
import { type ContactEvent, contact } from './contact.decider.ts';

const contactId = newId();
const created: ContactEvent = {
  type: 'ContactCreated',
  data: { contactId, name: 'Maria', number: '5511987654321', email: null, extraInfo: [], channel: 'whatsapp' },
};
const told = (optedOut: boolean, minute: number): ContactEvent => ({
  type: 'ContactPreferenceTold',
  data: { contactId, optedOut, at: at(minute) },
});
const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 12, minute)).toISOString();
const end = (minute: number) => ({ do: 'end opt-out', contactId, at: at(minute) }) as const;

test('who wants no campaigns wants them again, once a user says so', () =>
  given(contact, [created, told(true, 1)])
    .when(end(2))
    .gives([told(false, 2)]));
test('also if the channel’s clock was ahead when they said it', () =>
  given(contact, [created, told(true, 9)])
    .when(end(2))
    .gives([told(false, 9)]));
test('who wants them changes nothing', () => {
  given(contact, [created]).when(end(2)).gives([]);
  given(contact, [created, told(true, 1), told(false, 2)])
    .when(end(3))
    .gives([]);
});
test('whom nobody knows, and who was deleted, is refused', () => {
  given(contact, []).when(end(2)).refuses('ERR_NO_CONTACT_FOUND');
  const deleted: ContactEvent = { type: 'ContactDeleted', data: { contactId } };
  given(contact, [created, told(true, 1), deleted])
    .when(end(2))
    .refuses('ERR_NO_CONTACT_FOUND');
});
