import {
  GroupCipher,
  GroupSessionBuilder,
  SenderKeyDistributionMessage,
  SenderKeyName,
  SenderKeyRecord,
} from '@whiskeysockets/baileys/lib/Signal/Group/index.js';
import libsignal from 'libsignal';
import { padded, unpadded } from './signal.ts';

/** The sender keys of groups, by Baileys' own implementation: libsignal for Node has none. */
export const groupKeys = () => {
  const records = new Map<string, SenderKeyRecord>();
  const store = {
    loadSenderKey: async (name: SenderKeyName) => records.get(name.toString()) ?? new SenderKeyRecord(),
    storeSenderKey: async (name: SenderKeyName, record: SenderKeyRecord) => void records.set(name.toString(), record),
  };
  const nameOf = (group: string, device: string): SenderKeyName => {
    const [user, id] = device.split('.') as [string, string];
    return new SenderKeyName(group, new libsignal.ProtocolAddress(user, Number(id)));
  };
  return {
    /** The key with which a device reads what is written into a group. */
    own: async (group: string, device: string): Promise<Uint8Array> =>
      (await new GroupSessionBuilder(store).create(nameOf(group, device))).serialize(),
    learn: (group: string, device: string, key: Uint8Array): Promise<void> =>
      new GroupSessionBuilder(store).process(
        nameOf(group, device),
        new SenderKeyDistributionMessage(null, null, null, null, key),
      ),
    seal: async (group: string, device: string, clear: Uint8Array): Promise<Buffer> =>
      Buffer.from(await new GroupCipher(store, nameOf(group, device)).encrypt(padded(clear))),
    open: async (group: string, device: string, bytes: Uint8Array): Promise<Buffer> =>
      unpadded(Buffer.from(await new GroupCipher(store, nameOf(group, device)).decrypt(bytes))),
  };
};
export type GroupKeys = ReturnType<typeof groupKeys>;
