import type { EventData } from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import { AppendRefused } from './errors.ts';
import { bytesField, Fields, mapEntry, numberField, textField } from './protobuf.ts';
import { streamMessages, unpackToCommandError } from './protocol.ts';
import { readCommit, readId } from './wire.ts';

const { BatchAppendResp } = streamMessages;

type Refusal = Parameters<typeof unpackToCommandError>[0];

/** An append; its answer carries the same id. `deadline` is in milliseconds since 1970. */
export type Append = {
  id: string;
  stream: string;
  events: readonly EventData[];
  expected: bigint | 'no_stream';
  deadline: number;
};
/** The result of an append. `position` is null if the store does not return it. */
export type Appended = { id: string } & ({ revision: bigint; position: bigint | null } | { refusal: (stream: string) => Error });

/** The default limit of EventStoreDB and KurrentDB for the events of one append, as `sizeOfEvents` counts them. */
export const MAX_APPEND_BYTES = 1024 * 1024;

const empty = new Uint8Array();
const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value), 'utf8');
const uuid = (field: number, id: string): Buffer => bytesField(field, textField(2, id));

/** Encodes an `event_store.client.streams.BatchAppendReq` that contains one complete append. */
export const writeAppend = ({ id, stream, events, expected, deadline }: Append): Buffer => {
  const options = Buffer.concat([
    bytesField(1, textField(3, stream)),
    expected === 'no_stream' ? bytesField(3, empty) : numberField(2, expected),
    bytesField(6, Buffer.concat([numberField(1, Math.floor(deadline / 1_000)), numberField(2, (deadline % 1_000) * 1_000_000)])),
  ]);
  return Buffer.concat([uuid(1, id), bytesField(2, options), ...events.map(writeEvent), numberField(4, 1)]);
};

/** The size of an append's events as the store counts it: data, metadata, and two bytes for each letter of the type. */
export const sizeOfEvents = (events: readonly EventData[]): number =>
  events.reduce(
    (sum, { type, data, metadata }) => sum + bytesOf(data).length + bytesOf(metadata ?? {}).length + 2 * type.length,
    0,
  );
const bytesOf = (value: unknown): Uint8Array => (value instanceof Uint8Array ? value : json(value));

const writeEvent = ({ id, type, contentType, data, metadata }: EventData): Buffer =>
  bytesField(
    3,
    Buffer.concat([
      uuid(1, id),
      mapEntry(2, 'type', type),
      mapEntry(2, 'content-type', contentType),
      bytesField(3, json(metadata ?? {})),
      bytesField(4, data instanceof Uint8Array ? data : json(data)),
    ]),
  );

/** Decodes a `BatchAppendResp`. Refusals are rare, and decoded by the client's code. */
export const readAppended = (bytes: Buffer): Appended => {
  const fields = new Fields(bytes);
  let id = '';
  while (fields.at < fields.end) {
    const tag = fields.number();
    switch (tag >>> 3) {
      case 1:
        id = readId(fields.inner());
        break;
      case 2: {
        const error = BatchAppendResp.deserializeBinary(bytes).getError()!;
        return { id, refusal: (stream) => refusalOf(error, stream) };
      }
      case 3:
        return { id, ...readSuccess(fields.inner()) };
      default:
        fields.skip(tag & 7);
    }
  }
  throw new Error('The event store answered an append with neither success nor error.');
};

/** Status codes after which nothing is written and a repetition changes nothing, whatever the details are called. */
const forGood = new Set<number>([
  status.INVALID_ARGUMENT,
  status.NOT_FOUND,
  status.ALREADY_EXISTS,
  status.PERMISSION_DENIED,
  status.FAILED_PRECONDITION,
  status.OUT_OF_RANGE,
  status.UNIMPLEMENTED,
]);

/** The client's own error for what it knows; for anything else what the status says. Other errors leave the append's outcome unknown. */
const refusalOf = (error: Refusal, stream: string): Error => {
  // Without details the client's decoder throws.
  const known = error.hasDetails() ? unpackToCommandError(error, stream) : null;
  if (known && known.type !== 'unknown') return known;
  return forGood.has(error.getCode()) ? new AppendRefused(stream, error.getMessage()) : (known ?? new Error(error.getMessage()));
};

const readSuccess = (fields: Fields): { revision: bigint; position: bigint | null } => {
  let revision = 0n;
  let position: bigint | null = null;
  while (fields.at < fields.end) {
    const tag = fields.number();
    if (tag >>> 3 === 1) revision = fields.big();
    else if (tag >>> 3 === 3) position = readCommit(fields.inner());
    else fields.skip(tag & 7);
  }
  return { revision, position };
};
