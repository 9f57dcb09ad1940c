/** The common part of Append and BatchAppend: proposed events, their size limit, the expected revision. */
import { status } from '@grpc/grpc-js';
import type { streamMessages } from '../../runtime/store/protocol.ts';
import type { ProposedEvent } from './appender.ts';
import { failure, propertiesMissing } from './failures.ts';
import { ANY, NO_STREAM, STREAM_EXISTS } from './revision-check.ts';
import { uuidOf } from './wire.ts';

/** EventStoreDB's default, in bytes as `sizeOf` counts them. */
export const MAX_APPEND_SIZE = 1024 * 1024;

/** The size of an event, as EventStoreDB counts it: two bytes for each letter of its type. */
const sizeOf = ({ data, metadata, type }: ProposedEvent): number => data.length + metadata.length + type.length * 2;

/** Why an append is too large: its events together, or one of them alone. */
export type Excess = 'append' | { eventId: string; size: number };

type ProposedMessage =
  | InstanceType<typeof streamMessages.AppendReq.ProposedMessage>
  | InstanceType<typeof streamMessages.BatchAppendReq.ProposedMessage>;

/** Throws if the id, the type or the content type is missing. */
export const proposedEvent = (message: ProposedMessage): ProposedEvent => {
  const id = uuidOf(message.getId());
  if (!id) throw failure(status.INVALID_ARGUMENT, "an event's id is not a UUID");
  const type = message.getMetadataMap().get('type');
  const contentType = message.getMetadataMap().get('content-type');
  if (!type || !contentType) throw propertiesMissing();
  return { id, type, contentType, data: message.getData_asU8(), metadata: message.getCustomMetadata_asU8() };
};

/** Collects the events of one append; beyond the limit it keeps nothing, so that a client cannot fill the memory. */
export const eventCollector = () => {
  let events: ProposedEvent[] = [];
  let size = 0;
  let excess: Excess | undefined;
  return {
    add(event: ProposedEvent) {
      const own = sizeOf(event);
      size += own;
      if (own > MAX_APPEND_SIZE) excess ??= { eventId: event.id, size: own };
      else if (size > MAX_APPEND_SIZE) excess ??= 'append';
      if (excess) events = [];
      else events.push(event);
    },
    tooLarge: () => excess,
    events: () => events,
  };
};

type ExpectedOptions = { hasNoStream(): boolean; hasStreamExists(): boolean };

/** Converts the expected revision for the appender; `revision` is the text from the wire, if one was sent. */
export const expectedOf = (options: ExpectedOptions, revision: string | undefined): number => {
  if (revision !== undefined) return Number(revision);
  if (options.hasNoStream()) return NO_STREAM;
  return options.hasStreamExists() ? STREAM_EXISTS : ANY;
};

/** Returns a stream's name from a request; throws if it is empty. */
export const requiredName = (name: string): string => {
  if (name === '') throw failure(status.INVALID_ARGUMENT, 'the stream has no name');
  return name;
};
