import { utf8 } from './bytes.ts';

/** An event as it lies in the store: everything that its leaf covers. Metadata and data are the stored bytes. */
export type StoredEvent = {
  stream: string;
  revision: number | bigint;
  id: string;
  type: string;
  metadata: Uint8Array;
  data: Uint8Array;
};

const VERSION = 1;
/** The bytes beside texts and contents: the version, four lengths, the revision, the id. */
const FIXED = 1 + 4 * 4 + 8 + 16;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const isUuid = (id: string): boolean => uuid.test(id);

/**
 * The bytes of an event's leaf: a version, then each part in the order below. What has no fixed length is preceded by its length, so that no
 * two events have the same bytes. Throws a TypeError for an id that is no UUID.
 */
export const leafOf = ({ stream, revision, id, type, metadata, data }: StoredEvent): Uint8Array => {
  if (!isUuid(id)) throw new TypeError('The id of an event is a UUID.');
  const [streamBytes, typeBytes] = [utf8(stream), utf8(type)];
  const size = FIXED + streamBytes.length + typeBytes.length + metadata.length + data.length;
  const leaf = new Uint8Array(size);
  const view = new DataView(leaf.buffer);
  let at = 1;
  const append = (bytes: Uint8Array): void => {
    view.setUint32(at, bytes.length);
    leaf.set(bytes, at + 4);
    at += 4 + bytes.length;
  };
  leaf[0] = VERSION;
  append(streamBytes);
  view.setBigUint64(at, BigInt(revision));
  at += 8;
  const hex = id.replaceAll('-', '');
  for (let place = 0; place < 16; place += 1) leaf[at + place] = Number.parseInt(hex.slice(place * 2, place * 2 + 2), 16);
  at += 16;
  append(typeBytes);
  append(metadata);
  append(data);
  return leaf;
};
