import { type BinaryNode, proto } from '@whiskeysockets/baileys';
import { pn, signalName } from './accounts.ts';
import { type FileKind, openFile, putFile, uploadAgain } from './files.ts';
import { type GroupKeys, groupKeys } from './group-keys.ts';
import { groupWriter } from './groups.ts';
import { historyMessage } from './history.ts';
import type { Account, Arriving, Companion, HeardReceipt, Shown } from './model.ts';
import { bytesOf, child, node, numberOf, seconds } from './nodes.ts';
import { isOfDevice, scan, typeCode } from './pairing.ts';
import { type Addressing, deliverTo, giveReceipt, senderOf } from './post.ts';
import { type Bundle, messageId, padded, type Signal, signalOf } from './signal.ts';
import type { State } from './state.ts';

type Sent = { to: string; message: proto.IMessage };

/** The text of a message, or its caption. */
export const textOf = (message: proto.IMessage): string =>
  message.conversation ??
  message.extendedTextMessage?.text ??
  message.imageMessage?.caption ??
  message.videoMessage?.caption ??
  message.documentMessage?.caption ??
  '';

const mediaTypeOf = (message: proto.IMessage): string | undefined =>
  (['image', 'video', 'audio', 'document', 'sticker'] as const).find((kind) => message[`${kind}Message`]);

/**
 * The phone of an account, with all that a person does with it. Everything that it sends and receives is encrypted end to end. Work is done
 * in turn, as a phone does.
 */
export const phoneOf = (state: State, account: Account) => {
  const signal: Signal = signalOf();
  const groups: GroupKeys = groupKeys();
  const shown: Shown[] = [];
  const receipts: { id: string; by: Companion; type: string }[] = [];
  const sent = new Map<string, Sent>();
  /** Messages that could not be read; the sender was asked to send them again. */
  const waiting = new Set<string>();
  const addressed = new Map<string, { companion: Companion; to: string; isOwn: boolean }>();
  let repeated = 0;
  let working: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = working.then(work);
    working = done.catch(() => undefined);
    return done;
  };
  const habits = {
    /** How its messages are addressed to linked devices of others. */
    addressing: 'number' as Addressing,
    /** Whether it tells that a message has arrived. */
    confirms: true,
    /** So many messages for linked devices are damaged on their way. */
    damages: 0,
    /** Contents of its history, which it sends to a newly linked device; empty by default. */
    history: {} as Partial<proto.IHistorySync>,
    /** Whether it uploads a file again for a linked device that asks for it, or says that it has none. */
    uploadsAgain: true,
    /** Replaces the padded bytes of a message that are encrypted for linked devices; null: sends those. */
    spoils: null as ((padded: Buffer) => Buffer) | null,
    /** Bytes of a newer protocol that it adds to what it writes to linked devices. */
    newer: new Uint8Array(),
  };

  const sealFor = async (companion: Companion, message: proto.IMessage, renewed: Bundle | null = null) => {
    const name = signalName(companion);
    if (renewed || !signal.knows(name)) await signal.begin(name, renewed ?? companion.bundle());
    const bytes = padded(Buffer.concat([proto.Message.encode(message).finish(), habits.newer]));
    const sealed = await signal.encryptRaw(name, habits.spoils?.(bytes) ?? bytes);
    if (habits.damages <= 0) return sealed;
    habits.damages -= 1;
    sealed.bytes[sealed.bytes.length - 9]! ^= 1;
    return sealed;
  };
  const inGroups = groupWriter({
    state,
    account,
    keys: groups,
    sealFor,
    tellsNumber: () => habits.addressing !== 'lid only',
  });
  const sendTo = async (companion: Companion, id: string, { to, message }: Sent, again?: { count: number; bundle: Bundle }) => {
    const isOwn = companion.account === account;
    const content = isOwn ? { deviceSentMessage: { destinationJid: to, message } } : message;
    const attrs = isOwn ? { from: pn(account), recipient: to } : senderOf(account, habits.addressing);
    deliverTo(companion, {
      attrs: { ...attrs, id, type: mediaTypeOf(message) ? 'media' : 'text', notify: account.name },
      sealed: [await sealFor(companion, content, again?.bundle)],
      mediaType: mediaTypeOf(message),
      ...(again && { count: again.count }),
    });
  };

  const write = (to: string, content: string | proto.IMessage, id = messageId()): Promise<string> =>
    inTurn(async () => {
      const recipient = state.directory.get(to);
      const message = typeof content === 'string' ? { conversation: content } : content;
      const one: Sent = { to: pn(recipient), message };
      sent.set(id, one);
      for (const companion of [...recipient.companions.values(), ...account.companions.values()])
        await sendTo(companion, id, one);
      recipient.phone.show({ id, from: account.number, chat: account.number, isOwn: false, text: textOf(message), message });
      return id;
    });

  const show = (message: Omit<Shown, 'at'>): void => {
    waiting.delete(message.id);
    if (shown.some(({ id, from }) => id === message.id && from === message.from)) repeated += 1;
    else shown.push({ ...message, at: Date.now() });
  };

  const arrived = (arriving: Arriving): Promise<void> => inTurn(() => read(arriving));
  const read = async ({ id, from, to, parts, deviceIdentity, isPeer }: Arriving): Promise<void> => {
    const isOwn = from.account === account;
    addressed.set(id, { companion: from, to, isOwn });
    try {
      for (const { type, bytes } of parts) {
        if (type === 'skmsg') show(shownOf(proto.Message.decode(await groups.open(to, signalName(from), bytes))));
        else {
          if (type === 'pkmsg') assertIdentity(from, deviceIdentity);
          const clear = await signal.decrypt(signalName(from), { type: type as 'pkmsg' | 'msg', bytes });
          const message = proto.Message.decode(clear);
          const key = message.senderKeyDistributionMessage;
          if (key) await groups.learn(to, signalName(from), key.axolotlSenderKeyDistributionMessage!);
          else if (!isPeer) show(shownOf(message.deviceSentMessage?.message ?? message));
        }
      }
    } catch (error) {
      waiting.add(id);
      return askAgain(from, id, to, error as Error);
    }
    if (!habits.confirms || isPeer) return;
    giveReceipt(from, account, { id, to, isOwn, ...(isOwn && { type: 'sender' }) });

    function shownOf(message: proto.IMessage): Omit<Shown, 'at'> {
      const chat = isOwn || to.endsWith('@g.us') ? (state.directory.find(to)?.number ?? to) : from.account.number;
      return { id, from: from.account.number, chat, isOwn, text: textOf(message), message };
    }
  };
  const assertIdentity = (from: Companion, deviceIdentity: Buffer | null): void => {
    const signed = deviceIdentity && proto.ADVSignedDeviceIdentity.decode(deviceIdentity);
    if (signed && isOfDevice(from.account, from.keys.identity, signed)) return;
    state.problems.push('A device did not prove whose it is.');
    throw new Error('A device did not prove whose it is.');
  };
  const askAgain = (from: Companion, id: string, to: string, _error: Error): void => {
    const isOwn = from.account === account;
    from.deliver(
      node(
        'receipt',
        {
          id,
          type: 'retry',
          from: to.endsWith('@lid') ? `${account.lid}@lid` : pn(account),
          recipient: isOwn ? to : undefined,
        },
        [
          node('retry', { count: '1', id, t: String(Math.floor(Date.now() / 1000)), v: '1' }),
          node('registration', {}, registration()),
        ],
      ),
    );
  };
  /** Tells the linked devices of a number a step of a call. */
  const ofCall = (to: string, id: string, step: string, more: Record<string, string> = {}, content?: BinaryNode[]): void => {
    const said = node(step, { 'call-id': id, 'call-creator': pn(account), caller_pn: pn(account), ...more }, content);
    for (const companion of state.directory.get(to).companions.values())
      companion.deliver(node('call', { from: pn(account), id: messageId(), t: seconds(), notify: account.name }, [said]));
  };
  const registration = (): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(signal.registrationId);
    return bytes;
  };

  /** A message as a linked device names it: who wrote it must be right as well. */
  const named = (id: string, receipt: BinaryNode): proto.IMessage | undefined => {
    const { from_me, participant = '' } = child(receipt, 'rmr')?.attrs ?? {};
    if (sent.has(id)) return from_me === 'true' ? sent.get(id)!.message : undefined;
    const one = shown.find((each) => each.id === id);
    const isRight =
      from_me === 'false' && (!one?.chat.endsWith('@g.us') || state.directory.find(participant)?.number === one.from);
    return isRight ? one?.message : undefined;
  };
  const heardReceipt = ({ ids, by, type, node: receipt }: HeardReceipt): void => {
    for (const id of ids) receipts.push({ id, by, type });
    if (type === 'server-error' && habits.uploadsAgain) uploadAgain(state, by, ids[0]!, receipt, named(ids[0]!, receipt));
    if (type !== 'retry') return;
    const id = ids[0]!;
    const again = () => ({ count: Number(child(receipt, 'retry')?.attrs.count ?? 1), bundle: keysIn(receipt) ?? by.bundle() });
    const one = sent.get(id);
    if (one) void inTurn(() => sendTo(by, id, one, again()));
    else if (inGroups.hasWritten(id)) void inTurn(() => inGroups.repeat(by, id, again()));
  };

  return {
    account,
    number: account.number,
    signal,
    groups,
    habits,
    /** Messages that it shows, in the order of arrival. */
    shown,
    receipts,
    waiting,
    /** How many messages arrived a second time, and were dropped. */
    repeated: (): number => repeated,
    scan: (code: string): Promise<Companion> => scan(state, account, code),
    typeCode: (code: string): Promise<Companion> => typeCode(state, account, code),
    unlink: (companion: Companion): void => {
      account.companions.delete(companion.device);
      companion.streamError({ code: '401' }, [node('conflict', { type: 'device_removed' })]);
    },
    /** Writes to a number; the answer is the message's id. */
    write,
    /** Shows a picture of its owner from now on; null: none. */
    showsPicture: (bytes: Buffer | null): void => {
      account.picture = bytes && state.media.keep(bytes);
    },
    /** Sends a file, with the rest of what the message says. */
    sendFile: (to: string, bytes: Uint8Array, kind: FileKind, more: Record<string, unknown> = {}): Promise<string> =>
      write(to, { [`${kind}Message`]: { ...putFile(state.media, bytes, kind), ...more } }),
    /** The bytes of a file that it was sent. */
    openFile: ({ message }: Shown): Buffer => {
      const kind = mediaTypeOf(message) as FileKind;
      return openFile(state.media, message[`${kind}Message`]!, kind);
    },
    writeToGroup: (group: string, content: string | proto.IMessage): Promise<string> =>
      inTurn(() => inGroups.write(group, content)),
    edit: (to: string, id: string, text: string): Promise<string> =>
      write(to, {
        protocolMessage: {
          type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
          key: { id, fromMe: true, remoteJid: to },
          editedMessage: { conversation: text },
          timestampMs: Date.now(),
        },
      }),
    revoke: (to: string, id: string): Promise<string> =>
      write(to, {
        protocolMessage: { type: proto.Message.ProtocolMessage.Type.REVOKE, key: { id, fromMe: true, remoteJid: to } },
      }),
    react: (to: string, id: string, emoji: string, isMine = false): Promise<string> =>
      write(to, { reactionMessage: { key: { id, fromMe: isMine, remoteJid: to }, text: emoji, senderTimestampMs: Date.now() } }),
    /** Calls a number, and lets it ring until it ends: unanswered, or answered on the other phone. With `rings` it goes on until `hangUp`. */
    call: async (to: string, { video = false, answered = false, rings = false } = {}): Promise<string> => {
      const id = messageId();
      ofCall(to, id, 'offer', {}, video ? [node('audio'), node('video')] : [node('audio')]);
      if (answered) ofCall(to, id, 'accept');
      if (!rings) ofCall(to, id, 'terminate', { reason: 'timeout' });
      return id;
    },
    hangUp: (to: string, call: string): void => ofCall(to, call, 'terminate'),
    /** Reads a message, or plays its sound, which its sender is told. */
    read: (id: string, type: 'read' | 'played' = 'read'): void => {
      const { companion, to, isOwn } = addressed.get(id)!;
      giveReceipt(companion, account, { id, to, type, isOwn });
    },
    show,
    arrived,
    heardReceipt,
    /** Cannot read a message any more, and asks for it again. */
    loseAndAskAgain: (id: string): void => {
      const { companion, to } = addressed.get(id)!;
      signal.forget(signalName(companion));
      shown.splice(
        shown.findIndex((one) => one.id === id),
        1,
      );
      askAgain(companion, id, to, new Error('It was lost.'));
    },
    /** Sends a newly linked device the phone's history, which is empty but for what its habits say. */
    greet: (companion: Companion): Promise<void> =>
      inTurn(async () => {
        deliverTo(companion, {
          attrs: { from: pn(account), id: messageId(), type: 'text', category: 'peer' },
          sealed: [await sealFor(companion, historyMessage(habits.history))],
        });
      }),
    /** Resolves when everything that it was to do by now is done. */
    idle: (): Promise<unknown> => working,
  };
};
export type Phone = ReturnType<typeof phoneOf>;

/** The keys that a device has put into its request to send again. */
const keysIn = (receipt: BinaryNode): Bundle | null => {
  const keys = child(receipt, 'keys');
  if (!keys) return null;
  const [signed, once] = [child(keys, 'skey'), child(keys, 'key')];
  return {
    registrationId: numberOf(receipt, 'registration'),
    identity: bytesOf(keys, 'identity'),
    signedPreKey: { id: numberOf(signed, 'id'), key: bytesOf(signed, 'value'), signature: bytesOf(signed, 'signature') },
    preKey: once ? { id: numberOf(once, 'id'), key: bytesOf(once, 'value') } : null,
  };
};
