import { abilitiesOf } from '@prosa/contracts';
import { clearConnections, connected, createConnection, disconnect, type Office } from './connecting.ts';
import type { Customers, Delivered } from './customers.ts';
import { handOf } from './hand.ts';
import { kindNames } from './kinds.ts';
import { asFile, type Sent } from './media.ts';

/**
 * Customers who are phones of the WhatsApp peer at `peer`, which write to a company's phone whose linked device Prosa is. Everything is
 * encrypted end to end. Pictures have no name there, and other files are sent as documents.
 */
export const whatsAppCustomers = async (office: Office, peer: string): Promise<Customers> => {
  const hand = handOf(peer);
  const shop = `55119${String(Date.now() % 100_000_000).padStart(8, '0')}`;
  await clearConnections(office);
  await hand.post('/phones', { number: shop, name: 'Loja' });
  const made = await createConnection(office, { channel: 'whatsapp', provider: 'beta' });
  // The later scan counts where two scan a code, or a code has changed meanwhile.
  await connected(office, made, async (code) => {
    await hand.post(`/phones/${shop}/scan`, { code }).catch(() => undefined);
  });

  const act = (number: string, action: string, said: object) =>
    hand.post<string>(`/phones/${number}/${action}`, { to: shop, ...said });
  return {
    connectionId: made.id,
    abilities: abilitiesOf('whatsapp'),
    knows: kindNames,
    fileBy: (side, file) => {
      const seen = file.kind === 'image' ? { ...file, shownName: null } : file;
      return side === 'agent' ? asFile(seen) : seen;
    },
    customer: async (number, name) => {
      await hand.post('/phones', { number, name });
      return { number, name, key: number };
    },
    say: ({ number }, _, event, targetId) => {
      const { type, text, choice, location, contacts } = event;
      switch (type) {
        case 'text':
          return act(number, 'write', { text });
        case 'edited':
          return act(number, 'edit', { id: targetId, text });
        case 'deleted':
          return act(number, 'revoke', { id: targetId });
        case 'reaction':
          return act(number, 'react', { id: targetId, emoji: text });
        case 'call':
          return act(number, 'call', {});
        case 'location': {
          const { latitude: degreesLatitude, longitude: degreesLongitude, name } = location!;
          return act(number, 'say', { content: { locationMessage: { degreesLatitude, degreesLongitude, name } } });
        }
        case 'contact':
          return act(number, 'say', {
            content: { contactMessage: { displayName: contacts![0]!.name, vcard: vcardOf(contacts![0]!) } },
          });
        case 'choice': {
          const { id: selectedRowId, title } = choice!;
          return act(number, 'say', { content: { listResponseMessage: { title, singleSelectReply: { selectedRowId } } } });
        }
      }
    },
    sendFile: ({ number }, _, { bytes, kind, mime, name, caption }: Sent) => {
      const said = new URLSearchParams({
        to: shop,
        kind: kind === 'image' ? kind : 'document',
        mime,
        name,
        text: caption,
      });
      return hand.put<string>(`/phones/${number}/files?${said}`, bytes);
    },
    delivered: ({ number }) => hand.get<Delivered[]>(`/phones/${number}/delivered?from=${shop}`),
    close: async () => void (await disconnect(office, made.id)),
  };
};

const vcardOf = ({ name, numbers }: { name: string; numbers: readonly string[] }): string =>
  ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, ...numbers.map((number) => `TEL;type=CELL:${number}`), 'END:VCARD'].join('\n');
