import { conversationEvents as c, cardEvents, contactEvents, tags } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { asUser, chronicle, type News, uuid } from '../../testing/news.ts';

const nothing = { observation: null, description: null, budgetedCents: null, negotiatedCents: null };

export const story = (): News[] => {
  const here = chronicle(who.company);
  const there = chronicle(who.foreign);
  const carla = { by: asUser(who.carla) };
  const add = (chronicled: typeof here, contactId: string, fields: object = {}) =>
    chronicled.tell(`card-${contactId}`, cardEvents.CardAdded, {
      ...{ contactId, tagId: null, ...nothing, addedAt: '2026-03-01T11:00:00.000Z', from: null },
      ...fields,
    });
  const move = (contactId: string, tagId: string | null) =>
    here.tell(`card-${contactId}`, cardEvents.CardMoved, { contactId, tagId }, carla);
  const change = (contactId: string, fields: object) =>
    here.tell(`card-${contactId}`, cardEvents.CardChanged, { contactId, ...fields }, carla);
  const remove = (contactId: string, reason: 'removed' | 'contact-deleted' | 'contact-merged' = 'removed') =>
    here.tell(`card-${contactId}`, cardEvents.CardRemoved, { contactId, reason });

  const [offer, deal, label] = [uuid(551), uuid(552), uuid(553)];
  for (const [id, name] of [
    [offer, 'Proposta'],
    [deal, 'Fechado'],
    [label, 'Vira etiqueta'],
  ] as const)
    here.tell(`tag-${id}`, tags.events.created, { id, name, color: '#0EA5E9', kanban: 1 });
  here.user(who.ana, 'Ana', { queueIds: [who.sales] });
  here.contact(who.maria, 'Maria', '5511987654321');
  here.contact(who.joao, 'João', '5511912345678');
  here.contact(who.forgotten, 'Ninguém', '5511900000000');

  // A card follows its contact's tickets: the unfinished one, then the last.
  add(here, who.maria);
  const maria = here.conversation(who.shop, who.maria);
  const first = maria.opened('1', { queueId: who.sales });
  maria.say(c.TicketAccepted, { ticketId: first, userId: who.ana }, { by: asUser(who.ana) });
  here.userChanged(who.ana, { name: 'Ana Paula' });
  maria.say(c.TicketReturned, { ticketId: first }, { by: asUser(who.ana) });
  maria.closed(first, who.ana);
  const second = maria.opened('2', { queueId: who.sales });
  maria.say(c.TicketDeleted, { ticketId: second, userId: who.carla, contactId: who.maria });

  move(who.maria, offer);
  change(who.maria, { description: 'Mesa de oito lugares', budgetedCents: 478_000 });
  here.contactChanged(who.maria, { name: 'Maria José' });
  add(here, who.joao, { tagId: deal, observation: 'Veio de outro contato', negotiatedCents: 10_050, from: uuid(560) });
  add(here, who.forgotten, { observation: 'Um segredo', description: 'Um segredo', budgetedCents: 100 });
  change(who.forgotten, { observation: 'Um segredo' });
  move(who.forgotten, label);
  move(who.maria, deal);

  // Lanes that are renamed, that become a label, and that are deleted with their cards.
  here.tell(`tag-${deal}`, tags.events.changed, { id: deal, name: 'Fechados' });
  here.tell(`tag-${label}`, tags.events.changed, { id: label, kanban: 0 });
  here.tagDeleted(deal);
  here.tagDeleted(offer);
  change(who.maria, { budgetedCents: null });

  // A contact that was merged into another one, whose card comes with it.
  const merged = uuid(561);
  here.contact(merged, 'Maria J.', '5511987650000');
  add(here, merged, { budgetedCents: 5 });
  const other = here.conversation(who.shop, merged);
  other.opened('3', { queueId: who.sales });
  other.closed(other.ticket('3'), who.ana);
  remove(who.maria);
  here.tell(`contact-${merged}`, contactEvents.ContactMerged, { contactId: merged, into: who.maria });
  add(here, who.maria, { budgetedCents: 5, from: merged });
  remove(merged, 'contact-merged');
  here.tell(`contact-${who.maria}`, contactEvents.ContactAbsorbed, { contactId: who.maria, absorbed: merged });
  here.tell(`contact-${who.joao}`, contactEvents.ContactDeleted, { contactId: who.joao });
  for (const contactId of [who.joao, who.forgotten])
    here.tell(`contact-${contactId}`, contactEvents.ContactForgotten, { contactId });
  remove(who.joao, 'contact-deleted');

  there.contact(who.farMaria, 'Outra Maria', '5511987654321');
  add(there, who.farMaria);
  return [...here.take(), ...there.take()];
};
