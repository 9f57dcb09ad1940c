import {
  type AuthenticationCreds,
  type BinaryNode,
  DEFAULT_CONNECTION_CONFIG,
  type SignalDataSet,
  type SignalKeyStore,
  type SocketConfig,
} from '@whiskeysockets/baileys';
import { isMessage } from '../wire/bytes.ts';
import { type Attrs, isMessageOf } from '../wire/nodes.ts';
import { JOURNAL, journaledBroken, journaledWaiting, journalKey, type WhatsAppJournal } from './journal.ts';
import { commitBeforeSending, type Transactional } from './steps.ts';
import type { WithJournal } from './store.ts';
import { withoutFailedTries } from './tries.ts';

type Make = SocketConfig['makeSignalRepository'];
type Keys = Transactional & { set: (data: WithJournal) => Promise<void> };

/** A line stands for a message until it comes again; for what changes another message, and for what the own phone says, none is needed. */
const isAwaited = (attrs: Attrs): boolean => isMessageOf(attrs) && !attrs.recipient;

/**
 * Baileys acknowledges a message before anything of it is durable, and once its ratchet step is stored, the same message cannot be decrypted
 * again. So what is decrypted is written together with the step; and if decrypting fails because the step was taken by a process that died,
 * what it wrote is given back.
 */
export const journalingRepository = (
  journal: WhatsAppJournal,
  { journaled, unread }: { journaled: () => void; unread: () => void },
) => {
  /** The stanza of each encrypted part, while it is being processed. */
  const stanzas = new WeakMap<Uint8Array, { stanza: BinaryNode; index: number }>();

  const make: Make = (auth, logger, findLids) => {
    const keys = auth.keys as unknown as Keys;
    // Baileys passes all credentials.
    commitBeforeSending(keys, () => (auth.creds as AuthenticationCreds).me?.id);
    const guarded: SignalKeyStore = { ...auth.keys, set: (data) => setSessions(auth.keys, data) };
    const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ ...auth, keys: guarded }, logger, findLids);
    const inJournal = async (bytes: Uint8Array, lock: string, decrypt: () => Promise<Uint8Array>): Promise<Uint8Array> => {
      const place = stanzas.get(bytes);
      if (!place) return decrypt();
      const { attrs } = place.stanza;
      const key = journalKey(attrs, place.index);
      let isUnread = false;
      const result = keys.transaction(async () => {
        try {
          const plaintext = await decrypt();
          const entry = { attrs, plaintext: Buffer.from(plaintext) };
          await keys.set(isMessage(plaintext) ? { [JOURNAL]: { [key]: entry } } : journaledBroken(key, entry));
          return plaintext;
        } catch (error) {
          const before = await journal.find(key);
          isUnread = before === null;
          if (isUnread) unread();
          if (!before) throw error;
          return before;
        }
      }, lock);
      try {
        return await result;
      } finally {
        if (isUnread && isAwaited(attrs)) await keys.set(journaledWaiting(attrs)).catch(() => undefined);
        journaled();
      }
    };
    const { lidMapping } = repository;
    const { storeLIDPNMappings } = lidMapping;
    let isClosed = false;
    // A pair that is stored while the repository closes would stay cached, with a timer of days.
    lidMapping.storeLIDPNMappings = async (pairs) => {
      await storeLIDPNMappings.call(lidMapping, pairs);
      if (isClosed) lidMapping.close();
    };
    return {
      ...repository,
      close: () => {
        isClosed = true;
        repository.close?.();
      },
      decryptMessage: (asked) => inJournal(asked.ciphertext, asked.jid, () => repository.decryptMessage(asked)),
      decryptGroupMessage: (asked) => inJournal(asked.msg, asked.group, () => repository.decryptGroupMessage(asked)),
    };
  };

  return {
    make,
    /** To be called with each message before Baileys processes it. */
    note: (stanza: BinaryNode): void => {
      if (!Array.isArray(stanza.content)) return;
      for (const [index, { tag, content }] of stanza.content.entries())
        if (tag === 'enc' && content instanceof Uint8Array) stanzas.set(content, { stanza, index });
    },
  };
};
/** Writes sessions as far as they have decrypted or encrypted something. */
const setSessions = async (keys: SignalKeyStore, data: SignalDataSet): Promise<void> => {
  if (!data.session) return keys.set(data);
  const before = await keys.get('session', Object.keys(data.session));
  const session = Object.entries(data.session).map(([name, after]) => [name, withoutFailedTries(before[name], after)]);
  await keys.set({ ...data, session: Object.fromEntries(session) });
};

export type JournalingRepository = ReturnType<typeof journalingRepository>;
