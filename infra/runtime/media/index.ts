/** Files: where they are stored, how they are encrypted, how their type is detected (README.md). */
export * from './links.ts';
export * from './media.ts';
export * from './names.ts';
export * from './parcels.ts';
export * from './portraits.ts';
export * from './previews.ts';
export { MediaDamaged, type Owner } from './sealed.ts';
export { type ByteRange, type MediaStore, MediaStoreFailed } from './store.port.ts';
export { connectMediaStore } from './store.ts';
