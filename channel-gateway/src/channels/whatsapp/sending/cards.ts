import type { Cards, ContactCard } from '@prosa/contracts';
import type { proto } from '@whiskeysockets/baileys';

/** A place or contacts as WhatsApp's phones show them. */
export const cardMessage = ({ place, contacts = [] }: Cards): proto.IMessage => {
  if (place) {
    const { latitude: degreesLatitude, longitude: degreesLongitude, name, address } = place;
    return { locationMessage: { degreesLatitude, degreesLongitude, name, address } };
  }
  const all = contacts.map((card) => ({ displayName: card.name, vcard: vcardOf(card) }));
  const [first] = all;
  return first && all.length === 1
    ? { contactMessage: first }
    : { contactsArrayMessage: { displayName: contacts.map(({ name }) => name).join(', '), contacts: all } };
};

const vcardOf = ({ name, numbers }: ContactCard): string =>
  [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:;${escaped(name)};;;`,
    `FN:${escaped(name)}`,
    ...numbers.map((number) => `TEL;type=CELL:${number.replaceAll(/\s+/g, ' ')}`),
    'END:VCARD',
  ].join('\n');
const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r?\n|\r/g, '\\n');
