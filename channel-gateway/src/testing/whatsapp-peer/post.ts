import { setTimeout as sleep } from 'node:timers/promises';
import { type BinaryNode, jidNormalizedUser } from '@whiskeysockets/baileys';
import { deviceOf, lid, pn } from './accounts.ts';
import type { Arriving, Companion } from './model.ts';
import { child, children, node, SERVER, seconds } from './nodes.ts';
import type { Sealed } from './signal.ts';
import { type State, uses } from './state.ts';

/** Handles all stanzas of a linked device but questions. */
export const heardFrom = async (state: State, companion: Companion, stanza: BinaryNode): Promise<void> => {
  const { id = '', type, to = '' } = stanza.attrs;
  switch (stanza.tag) {
    case 'message':
      return messageFrom(state, companion, stanza);
    case 'receipt':
      return receiptFrom(state, companion, stanza);
    case 'ack':
      if (stanza.attrs.error) companion.refused(stanza.attrs.class ?? '', id);
      else companion.confirmed(stanza.attrs.class ?? '', [id], stanza.attrs.class === 'message' ? undefined : type);
      return;
    case 'call':
      for (const rejected of children(stanza, 'reject')) state.rejectedCalls.add(rejected.attrs['call-id'] ?? '');
      companion.tell(node('ack', { class: 'call', id, from: to }));
      return;
    case 'presence':
      companion.presences.push(type ?? 'available');
      return;
    case 'chatstate':
    case 'ib':
      return;
    default:
      state.problems.push(`unknown stanza: ${stanza.tag}`);
  }
};

const messageFrom = async (state: State, companion: Companion, stanza: BinaryNode): Promise<void> => {
  const { id = '', to = '' } = stanza.attrs;
  const { faults } = state;
  state.sends.set(id, (state.sends.get(id) ?? 0) + 1);
  const ack = { class: 'message', id, from: to, t: seconds() };
  if (uses(faults, 'refuse')) return companion.tell(node('ack', { ...ack, error: faults.refusal }));
  const done = deliver(state, companion, stanza);
  if (uses(faults, 'cutBeforeAck')) {
    await done;
    return companion.cut();
  }
  if (uses(faults, 'noAck')) return;
  // The server does not wait until phones have read it.
  done.catch((error: Error) => state.problems.push(error.message));
  if (faults.ackAfterMs > 0) await sleep(faults.ackAfterMs, undefined, { signal: state.over }).catch(() => undefined);
  companion.tell(node('ack', { ...ack, ...(uses(faults, 'otherHash') && { phash: '2:another' }) }));
};

/** Gives every device its part of a message. */
const deliver = async (state: State, companion: Companion, stanza: BinaryNode): Promise<void> => {
  const { id = '', to = '', category } = stanza.attrs;
  const own = children(stanza, 'enc').map(sealedOf);
  const parts = children(child(stanza, 'participants'), 'to').map((one) => ({
    jid: one.attrs.jid!,
    parts: children(one, 'enc').map(sealedOf),
  }));
  const group = state.groups.get(to);
  // Without a list of devices a message goes to the one that it is addressed to; a group's reaches all its members.
  const everybody = group
    ? group.members.map((number) => ({ jid: `${number}@s.whatsapp.net`, parts: own }))
    : parts.length === 0
      ? [{ jid: to, parts: own }]
      : [];
  const deviceIdentity = child(stanza, 'device-identity')?.content as Buffer | undefined;
  const forPhones = new Map<string, Arriving>();
  for (const { jid, parts: more } of [...parts, ...everybody]) {
    const account = state.directory.find(jid);
    if (!account || deviceOf(jid) !== 0) continue;
    const before = forPhones.get(account.number);
    forPhones.set(account.number, {
      id,
      from: companion,
      to: stanza.attrs.recipient ?? to,
      parts: [...(before?.parts ?? []), ...more],
      deviceIdentity: deviceIdentity ? Buffer.from(deviceIdentity) : null,
      isPeer: category === 'peer',
    });
  }
  await Promise.all([...forPhones].map(([number, arriving]) => state.directory.get(number).phone.arrived(arriving)));
};

const sealedOf = ({ attrs, content }: BinaryNode) => ({ type: attrs.type ?? '', bytes: Buffer.from(content as Uint8Array) });

const receiptFrom = (state: State, companion: Companion, stanza: BinaryNode): void => {
  const { id = '', to = '', type } = stanza.attrs;
  const ids = [id, ...children(child(stanza, 'list'), 'item').map(({ attrs }) => attrs.id!)];
  companion.tell(node('ack', { class: 'receipt', id, from: to, ...(type && { type }) }));
  if (type !== 'read' && type !== 'read-self' && type !== 'server-error') companion.confirmed('message', ids);
  if (type === 'retry') companion.askedAgain(id);
  const author = state.directory.find(stanza.attrs.participant ?? to);
  author?.phone.heardReceipt({ ids, by: companion, type: type ?? 'delivered', node: stanza });
};

/** Delivers a message that a phone has encrypted for a linked device. */
export const deliverTo = (
  companion: Companion,
  {
    attrs,
    sealed,
    mediaType,
    count,
    more = [],
  }: {
    attrs: Record<string, string | undefined>;
    sealed: (Sealed | { type: 'skmsg'; bytes: Buffer })[];
    mediaType?: string | undefined;
    count?: number;
    more?: BinaryNode[];
  },
): void => {
  const parts = sealed.map(({ type, bytes }) =>
    node('enc', { v: '2', type, mediatype: mediaType, count: count === undefined ? undefined : String(count) }, bytes),
  );
  companion.deliver(node('message', { t: seconds(), ...attrs }, [...parts, ...more]));
};

/** Delivers a phone's receipt about a message that a linked device has sent. `to`: how the device addressed the message. */
export const giveReceipt = (
  companion: Companion,
  by: { number: string; lid: string },
  { id, to, type, isOwn }: { id: string; to: string; type?: string; isOwn: boolean },
): void => {
  const isGroup = to.endsWith('@g.us');
  const isLid = to.endsWith('@lid') || isGroup;
  const jid = isLid ? `${by.lid}@lid` : `${by.number}@${SERVER}`;
  companion.deliver(
    node('receipt', {
      id,
      t: seconds(),
      type,
      from: isGroup ? to : jid,
      participant: isGroup ? jid : undefined,
      recipient: isOwn && !isGroup ? jidNormalizedUser(to) : undefined,
    }),
  );
};

/** How a message of an account is addressed to a linked device of another: by its number, by its LID, or by its LID alone. */
export type Addressing = 'number' | 'lid' | 'lid only';
export const senderOf = (account: Parameters<typeof pn>[0], how: Addressing): Record<string, string> =>
  how === 'number'
    ? { from: pn(account), sender_lid: lid(account) }
    : { from: lid(account), addressing_mode: 'lid', ...(how === 'lid' && { sender_pn: pn(account) }) };
