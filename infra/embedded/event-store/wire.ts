/** The few messages that are encoded by hand, because they are created for every event that is written or read. */
import {
  bytesField,
  DELIMITED,
  mapEntry,
  numberField,
  numberLength,
  putVarint,
  textField,
} from '../../runtime/store/protobuf.ts';
import { sharedMessages } from '../../runtime/store/protocol.ts';

/** An event as it is stored, with all fields of the wire format. Positions and revisions stay under 2^53; `created` in milliseconds. */
export type StoredEvent = {
  position: number;
  revision: number | bigint;
  stream: string;
  id: string;
  type: string;
  contentType: string;
  created: number;
  data: Uint8Array;
  metadata: Uint8Array;
};

/** Encodes a ReadResp.ReadEvent.RecordedEvent: it is stored in the database in this form, so that a read need not build it again. */
export const encodeRecord = (event: StoredEvent): Buffer =>
  apart([
    bytesField(1, textField(2, event.id)),
    bytesField(2, textField(3, event.stream)),
    numberField(3, event.revision),
    numberField(4, event.position),
    numberField(5, event.position),
    mapEntry(6, 'type', event.type),
    mapEntry(6, 'content-type', event.contentType),
    // .NET ticks of 100 ns.
    mapEntry(6, 'created', `${event.created}0000`),
    bytesField(7, event.metadata),
    bytesField(8, event.data),
  ]);

/** Encodes a ReadResp with a link at its commit position, and the event it points to if that exists. */
export const encodeLink = (link: Uint8Array, target: Uint8Array | undefined, position: number): Buffer =>
  bytesField(1, Buffer.concat([...(target ? [bytesField(1, target)] : []), bytesField(2, link), numberField(3, position)]));

/** Allocates exactly this size: the feed keeps the buffer, and a small Buffer would keep a slab of the pool, with everything else in it. */
const apart = (parts: readonly Buffer[]): Buffer => {
  const whole = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) at += part.copy(whole, at);
  return whole;
};

/** Encodes a ReadResp with one record at its commit position. */
export const encodeRead = (record: Uint8Array, position: number): Buffer => {
  const inner = 2 + numberLength(record.length) + record.length + numberLength(position);
  const out = Buffer.allocUnsafe(1 + numberLength(inner) + inner);
  out[0] = (1 << 3) | DELIMITED;
  let at = putVarint(out, 1, inner);
  out[at] = (1 << 3) | DELIMITED;
  at = putVarint(out, at + 1, record.length);
  out.set(record, at);
  at += record.length;
  out[at] = 3 << 3;
  putVarint(out, at + 1, position);
  return out;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns an id as lower-case text, from either of its encodings; undefined if it is invalid. */
export const uuidOf = (id: InstanceType<typeof sharedMessages.UUID> | undefined): string | undefined => {
  if (!id) return undefined;
  if (id.getValueCase() === sharedMessages.UUID.ValueCase.STRUCTURED) {
    const halves = id.getStructured();
    const bytes = Buffer.alloc(16);
    bytes.writeBigUInt64BE(BigInt.asUintN(64, BigInt(halves?.getMostSignificantBits() ?? 0)), 0);
    bytes.writeBigUInt64BE(BigInt.asUintN(64, BigInt(halves?.getLeastSignificantBits() ?? 0)), 8);
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }
  const text = id.getString().toLowerCase();
  return UUID.test(text) ? text : undefined;
};

/** Returns the name in a stream identifier; empty if there is none. */
export const nameOf = (identifier: InstanceType<typeof sharedMessages.StreamIdentifier> | undefined): string =>
  identifier ? Buffer.from(identifier.getStreamName_asU8()).toString('utf8') : '';
