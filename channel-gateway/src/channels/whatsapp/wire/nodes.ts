import type { Identity } from '@prosa/contracts';
import { type BinaryNode, jidDecode } from '@whiskeysockets/baileys';

export type Attrs = BinaryNode['attrs'];

const SERVERS = { phone: 's.whatsapp.net', lid: 'lid' } as const;

/** The user of a jid, without device and server. */
export const userOf = (jid: string | undefined): string => jidDecode(jid)?.user ?? '';
export const isPhone = (jid: string | undefined): boolean => jid?.endsWith(`@${SERVERS.phone}`) ?? false;
export const isLid = (jid: string | undefined): boolean => jid?.endsWith('@lid') ?? false;
export const isGroup = (jid: string | undefined): boolean => jid?.endsWith('@g.us') ?? false;

/** Whether a stanza brings a message, not a change of another one, nor what the own phone tells the device. */
export const isMessageOf = ({ category, edit, type }: Attrs): boolean =>
  category !== 'peer' && !edit && type !== 'reaction' && type !== 'poll';

/** The jid by which WhatsApp knows an identity. */
export const jidOf = ({ kind, value }: Identity): string => {
  if (kind === 'phone') return `${value.replace(/\D/g, '')}@${SERVERS.phone}`;
  if (kind === 'lid' || kind === 'group') return value;
  throw new TypeError(`WhatsApp knows nobody by ${kind}.`);
};
/** The identity of a jid; null if it is no person's and no group's. */
export const identityOf = (jid: string): Identity | null => {
  if (isPhone(jid)) return { kind: 'phone', value: userOf(jid) };
  if (isLid(jid)) return { kind: 'lid', value: `${userOf(jid)}@lid` };
  if (isGroup(jid)) return { kind: 'group', value: jid };
  return null;
};
