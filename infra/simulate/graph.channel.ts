import { abilitiesOf } from '@prosa/contracts';
import { clearConnections, connected, connectPage, createConnection, disconnect, type Office } from './connecting.ts';
import type { Customer, Customers, Delivered } from './customers.ts';
import { handOf } from './hand.ts';
import { asFile, type Sent, sha256 } from './media.ts';

/** Each webhook comes twice, up to a quarter of a second late, and not in its order. */
const HABITS = { double: 1, lateMs: 50, shuffleMs: 200, receipts: 'read', echoes: true };

type Hand = ReturnType<typeof handOf>;
type Stored = { id: string; url: string };

const begin = async (office: Office, standIn: string): Promise<Hand> => {
  const hand = handOf(standIn);
  await clearConnections(office);
  await hand.post('/hand/habits', HABITS);
  await hand.post('/hand/webhooks', { url: office.url });
  return hand;
};
const keepFile = (hand: Hand, owner: string, { bytes, mime, name }: Sent): Promise<Stored> =>
  hand.post('/hand/file', { owner, mime, name, data: bytes.toString('base64') });
const write = async (hand: Hand, account: string, { number, name }: Customer, id: string, content: object): Promise<string> =>
  (await hand.post<{ id: string }>('/hand/write', { account, from: number, name, id, content })).id;
const deliveredBy = (hand: Hand, account: string, number: string): Promise<Delivered[]> =>
  hand.get(`/hand/delivered?account=${account}&customer=${number}`);

/** Connects a new number of WhatsApp Cloud API, which the Graph stand-in has. */
export const connectNumber = async (office: Office, hand: Hand) => {
  const number = await hand.post<{ id: string; wabaId: string; token: string }>('/hand/number', {});
  const made = await createConnection(office, {
    channel: 'whatsapp',
    provider: 'cloud',
    phoneNumberId: number.id,
    wabaId: number.wabaId,
    accessToken: number.token,
  });
  await connected(office, made);
  return { number, made };
};

/** Customers of a number of WhatsApp Cloud API, played by the Graph stand-in at `standIn`. */
export const cloudCustomers = async (office: Office, standIn: string): Promise<Customers> => {
  const hand = await begin(office, standIn);
  const { number, made } = await connectNumber(office, hand);
  const say = (by: Customer, id: string, type: string, part: unknown) => write(hand, number.id, by, id, { type, [type]: part });
  return {
    connectionId: made.id,
    abilities: abilitiesOf('whatsapp', 'cloud'),
    knows: ['location', 'contact', 'choice', 'edited', 'deleted', 'reaction'],
    fileBy: (side, file) => {
      const seen = file.kind === 'image' ? { ...file, shownName: null } : file;
      return side === 'agent' ? asFile(seen) : seen;
    },
    customer: async (phone, name) => ({ number: phone, name, key: phone }),
    say: (by, id, { type, text, location, contacts, choice }, targetId) => {
      switch (type) {
        case 'location':
          return say(by, id, 'location', location);
        case 'contact':
          return say(
            by,
            id,
            'contacts',
            contacts!.map(({ name, numbers }) => ({
              name: { formatted_name: name },
              phones: numbers.map((phone) => ({ phone })),
            })),
          );
        case 'choice':
          return say(by, id, 'interactive', { type: 'list_reply', list_reply: choice });
        case 'edited':
          return say(by, id, 'edit', { original_message_id: targetId, message: { type: 'text', text: { body: text } } });
        case 'deleted':
          return say(by, id, 'revoke', { original_message_id: targetId });
        case 'reaction':
          return say(by, id, 'reaction', { message_id: targetId, emoji: text });
        default:
          return say(by, id, 'text', { body: text });
      }
    },
    sendFile: async (by, id, file) => {
      const stored = await keepFile(hand, number.id, file);
      const type = file.kind === 'image' ? 'image' : 'document';
      return say(by, id, type, {
        id: stored.id,
        mime_type: file.mime,
        sha256: Buffer.from(sha256(file.bytes), 'hex').toString('base64'),
        caption: file.caption,
        ...(type === 'document' && { filename: file.name }),
      });
    },
    delivered: (to) => deliveredBy(hand, number.id, to.number),
    close: async () => void (await disconnect(office, made.id)),
  };
};

/** Customers of a page's Messenger, whom each page knows by an id of its own. */
export const messengerCustomers = async (office: Office, standIn: string): Promise<Customers> => {
  const hand = await begin(office, standIn);
  const page = await hand.post<{ id: string }>('/hand/page', { name: 'Loja' });
  const { token } = await hand.post<{ token: string }>('/hand/user', { pages: [page.id] });
  const made = await connectPage(office, token);
  await connected(office, made);
  return {
    connectionId: made.id,
    abilities: abilitiesOf('facebook'),
    knows: ['choice', 'edited', 'reaction'],
    fileBy: (side, file) => ({ ...(side === 'agent' ? asFile(file) : file), shownName: null }),
    customer: async (number, name) => ({ number, name, key: `${page.id}/${number}` }),
    say: async (by, id, { type, text, choice }, targetId) => {
      const mid = `m_${id}`;
      const send = (content: object) => write(hand, page.id, by, id, content);
      if (type === 'choice') return send({ message: { mid, text: choice!.title, quick_reply: { payload: choice!.id } } });
      if (type === 'edited') return send({ message_edit: { mid: targetId, text, num_edit: 1 } });
      if (type === 'reaction') return send({ reaction: { mid: targetId, action: 'react', reaction: 'other', emoji: text } });
      return send({ message: { mid, text } });
    },
    sendFile: async (by, id, file) => {
      const { url } = await keepFile(hand, '', file);
      const type = file.kind === 'document' ? 'file' : file.kind;
      return write(hand, page.id, by, id, {
        message: { mid: `m_${id}`, text: file.caption, attachments: [{ type, payload: { url } }] },
      });
    },
    delivered: (to) => deliveredBy(hand, page.id, to.number),
    close: async () => void (await disconnect(office, made.id)),
  };
};
