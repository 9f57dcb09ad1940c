import { addTransactionCapability, Curve, initAuthCreds, type SignalKeyStore, unpadRandomMax16 } from '@whiskeysockets/baileys';
import { typed } from '../../../testing/whatsapp-peer/keys.ts';
import { signalOf } from '../../../testing/whatsapp-peer/signal.ts';
import { quietLibsignal } from '../wire/libsignal.console.ts';
import { journalingRepository } from './repository.ts';

const CARLA = '5@lid';
const US = 'us.1';
const silent = {
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** A device with its keys in memory, and a customer's phone. */
const opened = () => {
  const kept = new Map<string, unknown>();
  const store = {
    get: async (type: string, ids: string[]) => Object.fromEntries(ids.map((id) => [id, kept.get(`${type} ${id}`)])),
    set: async (data: Record<string, Record<string, unknown>>) => {
      for (const [type, all] of Object.entries(data))
        for (const [id, value] of Object.entries(all)) kept.set(`${type} ${id}`, value);
    },
  } as unknown as SignalKeyStore;
  const creds = initAuthCreds();
  const keys = addTransactionCapability(store, silent as never, { maxCommitRetries: 1, delayBetweenTriesMs: 0 });
  const { make } = journalingRepository(null as never, { journaled: () => undefined, unread: () => undefined });
  const device = make({ creds, keys }, silent as never, async () => []);
  const oneTime = Curve.generateKeyPair();
  kept.set('pre-key 7', oneTime);
  const phone = signalOf();
  return {
    phone,
    bundle: {
      registrationId: creds.registrationId,
      identity: Buffer.from(creds.signedIdentityKey.public),
      signedPreKey: {
        id: creds.signedPreKey.keyId,
        key: Buffer.from(creds.signedPreKey.keyPair.public),
        signature: Buffer.from(creds.signedPreKey.signature),
      },
      preKey: { id: 7, key: Buffer.from(oneTime.public) },
    },
    sends: async (text: string): Promise<string> => {
      const { type, ciphertext } = await device.encryptMessage({
        jid: CARLA,
        data: Buffer.concat([Buffer.from(text), Buffer.from([1])]),
      });
      return String(await phone.decrypt(US, { type, bytes: Buffer.from(ciphertext) }));
    },
    reads: async ({ type, bytes }: Awaited<ReturnType<typeof phone.encrypt>>): Promise<string> =>
      Buffer.from(unpadRandomMax16(await device.decryptMessage({ jid: CARLA, type, ciphertext: bytes }))).toString(),
    /** A new session with the phone, as Baileys begins one whenever it has asked for its devices. */
    beginsAnew: async (): Promise<void> => {
      const { registrationId, identity, signedPreKey, preKey } = phone.bundle();
      await device.injectE2ESession({
        jid: CARLA,
        session: {
          registrationId,
          identityKey: typed(identity),
          signedPreKey: { keyId: signedPreKey.id, publicKey: typed(signedPreKey.key), signature: signedPreKey.signature },
          preKey: { keyId: preKey!.id, publicKey: typed(preKey!.key) },
        },
      });
    },
  };
};

test('a customer who writes in the old session while a new one begins can read it, and is read in it', async () => {
  const { phone, bundle, sends, reads, beginsAnew } = opened();
  await phone.begin(US, bundle);
  expect(await reads(await phone.encrypt(US, Buffer.from('Oi')))).toBe('Oi');
  expect(await sends('Bom dia')).toBe('Bom dia');
  for (const nth of ['first', 'second']) {
    await beginsAnew();
    expect(await reads(await phone.encrypt(US, Buffer.from(`before the ${nth}`)))).toBe(`before the ${nth}`);
    expect(await sends(`in the ${nth}`)).toBe(`in the ${nth}`);
    expect(await reads(await phone.encrypt(US, Buffer.from('an answer')))).toBe('an answer');
    expect(await sends('and again')).toBe('and again');
  }
});

test('C11: sessions, with the private keys in them, are printed nowhere', async () => {
  const methods = ['log', 'info', 'warn', 'error'] as const;
  const before = Object.fromEntries(methods.map((method) => [method, console[method]]));
  const printed: unknown[] = [];
  for (const method of methods) console[method] = (...values: unknown[]) => void printed.push(...values);
  try {
    quietLibsignal();
    const { phone, bundle, sends, reads, beginsAnew } = opened();
    await phone.begin(US, bundle);
    await reads(await phone.encrypt(US, Buffer.from('Oi')));
    await beginsAnew();
    await sends('Bom dia');
    await expect(reads({ type: 'msg', bytes: Buffer.alloc(60, 3) })).rejects.toThrow();
    console.info('ours');
    expect(printed).toEqual(['ours']);
  } finally {
    Object.assign(console, before);
  }
});
