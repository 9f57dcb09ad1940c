import { createSecretKey, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Owner, ownerOf, seal, unseal } from './sealed.ts';
import type { ByteRange, MediaStore } from './store.port.ts';

const Ticket = z.object({ parcel: z.uuid(), key: z.base64() });

/** Bytes that wait in the store until they are fetched, each encrypted with its own key, which only its ticket contains. */
export type Parcels = {
  /** Returns the ticket. If it rejects, nothing is stored. Throws MediaStoreFailed, and what `bytes` throws. */
  put: (id: string, owner: Owner, bytes: AsyncIterable<Uint8Array>) => Promise<string>;
  /** Returns null if they no longer exist. Throws MediaDamaged, MediaStoreFailed. */
  open: (ticket: string) => Promise<{ size: number; read: () => AsyncGenerator<Buffer> } | null>;
  remove: (id: string) => Promise<void>;
};

export const mediaParcels = (store: MediaStore): Parcels => ({
  put: async (id, owner, bytes) => {
    const key = randomBytes(32);
    await store.put(id, seal({ id, owner, key: createSecretKey(key) }, bytes));
    return JSON.stringify({ parcel: id, key: key.toString('base64') } satisfies z.input<typeof Ticket>);
  },

  open: async (ticket) => {
    const { parcel: id, key } = Ticket.parse(JSON.parse(ticket));
    const size = await store.size(id);
    if (size === null) return null;
    const fetch = async (range: ByteRange) => (await store.get(id, range)) ?? none();
    const { owner, header } = await ownerOf(fetch);
    const opened = unseal({ id, size, header, owner, key: createSecretKey(Buffer.from(key, 'base64')) }, fetch);
    return { size: opened.size, read: () => opened.read() };
  },

  remove: (id) => store.delete(id),
});

async function* none(): AsyncGenerator<Buffer> {}
