import { randomBytes, randomInt } from 'node:crypto';
import libsignal from 'libsignal';
import { isSigned } from '../../channels/whatsapp/signal/curve.ts';
import { withoutFailedTries } from '../../channels/whatsapp/signal/tries.ts';
import { quietLibsignal } from '../../channels/whatsapp/wire/libsignal.console.ts';
import { type KeyPair, keyPair, sign, typed } from './keys.ts';

/** The keys that begin a conversation with a device: each bundle has another one-time key. */
export type Bundle = {
  registrationId: number;
  identity: Buffer;
  signedPreKey: { id: number; key: Buffer; signature: Buffer };
  preKey: { id: number; key: Buffer } | null;
};
/** An encrypted text for one device. */
export type Sealed = { type: 'pkmsg' | 'msg'; bytes: Buffer };

/** Random padding, 1 to 16 bytes of the value of their number. */
export const padded = (bytes: Uint8Array): Buffer => {
  const length = randomInt(1, 17);
  return Buffer.concat([bytes, Buffer.alloc(length, length)]);
};
export const unpadded = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length - bytes.at(-1)!);

/**
 * The Signal part of a phone: its identity and its sessions, in memory, by the same libsignal that Baileys uses. Devices are named by
 * `number.device`.
 */
export const signalOf = () => {
  quietLibsignal();
  const identity = keyPair();
  const registrationId = randomInt(1, 16_380);
  const signed = keyPair();
  const signedPreKey = { id: 1, key: signed.public, signature: sign(identity.private, typed(signed.public)) };
  const preKeys = new Map<number, KeyPair>();
  const sessions = new Map<string, Uint8Array>();
  let lastPreKey = 0;

  const forLibsignal = (pair: KeyPair) => ({ privKey: pair.private, pubKey: typed(pair.public) });
  const storage: libsignal.SignalStorage = {
    loadSession: async (name) => {
      const kept = sessions.get(name);
      return kept && libsignal.SessionRecord.deserialize(kept);
    },
    // The libsignal of real phones leaves alone what it has tried in vain.
    storeSession: async (name, record) => void sessions.set(name, withoutFailedTries(sessions.get(name), record.serialize())),
    isTrustedIdentity: () => true,
    loadPreKey: async (id) => {
      const pair = preKeys.get(Number(id));
      return pair && forLibsignal(pair);
    },
    removePreKey: (id) => void preKeys.delete(Number(id)),
    loadSignedPreKey: () => forLibsignal(signed),
    getOurRegistrationId: () => registrationId,
    getOurIdentity: () => forLibsignal(identity),
  };
  const addressOf = (name: string): libsignal.ProtocolAddress => {
    const [user, device] = name.split('.') as [string, string];
    return new libsignal.ProtocolAddress(user, Number(device));
  };

  /** Encrypts bytes as they are, without padding. */
  const encryptRaw = async (name: string, bytes: Buffer): Promise<Sealed> => {
    const { type, body } = await new libsignal.SessionCipher(storage, addressOf(name)).encrypt(bytes);
    return { type: type === 3 ? 'pkmsg' : 'msg', bytes: Buffer.from(body, 'binary') };
  };

  return {
    identity,
    registrationId,
    bundle: (): Bundle => {
      lastPreKey += 1;
      const pair = keyPair();
      preKeys.set(lastPreKey, pair);
      return { registrationId, identity: identity.public, signedPreKey, preKey: { id: lastPreKey, key: pair.public } };
    },
    knows: (name: string): boolean => sessions.has(name),
    forget: (name: string): boolean => sessions.delete(name),
    /** Begins a session. Throws if the bundle's signature is wrong, which libsignal itself does not check here. */
    begin: async (name: string, bundle: Bundle): Promise<void> => {
      const { id, key, signature } = bundle.signedPreKey;
      if (!isSigned(bundle.identity, typed(key), signature)) throw new Error('The signed key of a device is not its own.');
      await new libsignal.SessionBuilder(storage, addressOf(name)).initOutgoing({
        registrationId: bundle.registrationId,
        identityKey: typed(bundle.identity),
        signedPreKey: { keyId: id, publicKey: typed(key), signature },
        // A device without one-time keys is reached without one.
        preKey: (bundle.preKey && { keyId: bundle.preKey.id, publicKey: typed(bundle.preKey.key) })!,
      });
    },
    encrypt: (name: string, bytes: Uint8Array): Promise<Sealed> => encryptRaw(name, padded(bytes)),
    encryptRaw,
    decrypt: async (name: string, { type, bytes }: Sealed): Promise<Buffer> => {
      const cipher = new libsignal.SessionCipher(storage, addressOf(name));
      return unpadded(
        type === 'pkmsg' ? await cipher.decryptPreKeyWhisperMessage(bytes) : await cipher.decryptWhisperMessage(bytes),
      );
    },
  };
};
export type Signal = ReturnType<typeof signalOf>;

/** Ids of messages as phones make them. */
export const messageId = (): string => randomBytes(16).toString('hex').toUpperCase();
