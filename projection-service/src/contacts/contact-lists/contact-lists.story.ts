import { contactEvents, contactListCheckEvents, contactLists, contactListItemEvents as i } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { chronicle, type News, uuid } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const there = chronicle(who.foreign);
  const { created, changed, deleted } = contactLists.events;
  const [clients, brides, far] = [uuid(501), uuid(502), uuid(503)];
  const lists = `contact-lists-${who.company}`;
  here.tell(lists, created, { id: clients, name: 'Clientes' });
  here.tell(lists, created, { id: brides, name: 'Noivas' });
  here.tell(lists, changed, { id: clients, name: 'Clientes de março' });

  const key = (digit: string) => digit.repeat(32);
  const [maria, joao, other, gone] = [uuid(511), uuid(512), uuid(513), uuid(514)];
  const add = (
    contactListId: string,
    itemId: string,
    name: string,
    number: string,
    numberKey: string,
    importId: string | null = null,
  ) =>
    here.tell(`list-items-${'a'.repeat(15)}`, i.ContactListItemAdded, {
      ...{ contactListId, itemId, name, number, numberKey, importId },
      email: null,
    });
  const of = (itemId: string, contactListId = clients) => ({ itemId, contactListId });
  const stream = `list-items-${'a'.repeat(15)}`;
  add(clients, maria, 'Maria José', '5511987654321', key('1'));
  here.contact(who.maria, 'Maria', '551187654321');
  add(clients, joao, 'João', '5511912345678', key('2'), uuid(520));
  add(clients, gone, 'Vai embora', '5511912340000', key('3'));
  add(clients, who.forgotten, 'Ninguém', '5511900000000', key('4'));
  add(brides, other, 'Maria J.', '5511987654321', key('1'));
  here.tell(stream, i.ContactListItemChecked, { ...of(maria), isWhatsappValid: true });
  here.tell(stream, i.ContactListItemChecked, { ...of(joao), isWhatsappValid: false });
  const preference = { contactId: who.maria, optedOut: true, at: '2026-03-01T12:30:00.000Z' };
  here.tell(`contact-${who.maria}`, contactEvents.ContactPreferenceTold, preference);
  here.contact(who.joao, 'João', '5511912340000');
  here.tell(stream, i.ContactListItemChanged, {
    ...of(maria),
    ...{ name: 'Maria da Silva', number: '5511987654321', email: 'maria@exemplo.com.br', numberKey: key('1') },
  });
  here.tell(`list-items-${'b'.repeat(15)}`, i.ContactListNumberTaken, { ...of(joao), numberKey: key('5') });
  const moved = { name: 'João', number: '5511912349999', email: null, numberKey: key('5') };
  here.tell(stream, i.ContactListItemChanged, { ...of(joao), ...moved });
  here.contactChanged(who.joao, { number: '551112349999' });
  here.tell(stream, i.ContactListItemRemoved, { ...of(gone), reason: 'removed' });
  here.tell(`list-check-${uuid(521)}`, contactListCheckEvents.ContactListCheckStarted, {
    checkId: uuid(521),
    contactListId: clients,
  });
  const back = { contactId: who.maria, optedOut: false, at: '2026-03-01T12:40:00.000Z' };
  here.tell(`contact-${who.maria}`, contactEvents.ContactPreferenceTold, back);
  here.tell(`contact-${who.maria}`, contactEvents.ContactDeleted, { contactId: who.maria });
  here.tell(stream, i.ContactListItemRemoved, { ...of(maria), reason: 'contact-deleted' });
  here.tell(lists, deleted, { id: brides });
  here.tell(stream, i.ContactListItemRemoved, { ...of(other, brides), reason: 'list-deleted' });
  for (const item of [of(joao), of(who.forgotten), of(gone)]) here.tell(stream, i.ContactListItemForgotten, item);

  there.tell(`contact-lists-${who.foreign}`, created, { id: far, name: 'De outra empresa' });
  there.contact(who.farMaria, 'Outra Maria', '5511912349999');
  there.tell(`list-items-${'c'.repeat(15)}`, i.ContactListItemAdded, {
    ...{ itemId: uuid(519), contactListId: far, name: 'Outra Maria', number: '5511912349999', email: null },
    ...{ numberKey: key('9'), importId: null },
  });
  return [...here.take(), ...there.take()];
};
