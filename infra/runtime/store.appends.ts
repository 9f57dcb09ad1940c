import { createRequire } from 'node:module';
import type { EventData } from '@eventstore/db-client';
import type * as unpacking from '@eventstore/db-client/dist/streams/appendToStream/unpackError.js';
import type * as uuids from '@eventstore/db-client/dist/utils/grpcUUID.js';
import type * as shared from '@eventstore/db-client/generated/shared_pb.js';
import type * as streams from '@eventstore/db-client/generated/streams_pb.js';
import { newId } from '@prosa/contracts';
import type { AppendCall } from './store.client.ts';

const bring = createRequire(import.meta.url);
const { BatchAppendReq }: typeof streams = bring('@eventstore/db-client/generated/streams_pb.js');
const { Empty, StreamIdentifier, UUID }: typeof shared = bring('@eventstore/db-client/generated/shared_pb.js');
type Deadline = NonNullable<ReturnType<streams.BatchAppendReq.Options['getDeadline']>>;
/** Of the client's own copy of google-protobuf. */
const { Timestamp }: { Timestamp: { fromDate: (date: Date) => Deadline } } = createRequire(
  bring.resolve('@eventstore/db-client'),
)('google-protobuf/google/protobuf/timestamp_pb.js');
const { unpackToCommandError }: typeof unpacking = bring('@eventstore/db-client/dist/streams/appendToStream/unpackError.js');
const { parseUUID }: typeof uuids = bring('@eventstore/db-client/dist/utils/grpcUUID.js');

type Written = { revision: bigint; position: bigint | null };
type Waiting = { stream: string; timer: NodeJS.Timeout; resolve: (written: Written) => void; reject: (error: Error) => void };
type Open = { call: AppendCall; waiting: Map<string, Waiting> };
type Answer = InstanceType<typeof streams.BatchAppendResp>;

/**
 * Appends of a process, all over one BatchAppend call that is opened when it is needed. The client's own way makes two copies of each
 * event in base64, measures it by serializing it, and where the call breaks rejects a promise that nobody can catch. Rejects with the
 * client's errors where the store refuses, with another where it does not answer within `timeoutMs` or the call breaks.
 */
export const batchedAppends = (opening: () => Promise<AppendCall>, timeoutMs: number) => {
  let current: Promise<Open> | null = null;

  const begin = (): Promise<Open> => {
    const beginning: Promise<Open> = opening().then((call) => {
      const waiting = new Map<string, Waiting>();
      const over = (error: Error): void => {
        if (current === beginning) current = null;
        for (const one of waiting.values()) leave(one).reject(error);
        waiting.clear();
      };
      call
        .on('data', (answer: Answer) => settle(waiting, answer))
        .on('error', over)
        .on('end', () => over(new Error('The event store ended the call of appends.')));
      return { call, waiting };
    });
    // Who waits for it hears it; the next one tries anew.
    beginning.catch(() => {
      current = null;
    });
    return beginning;
  };

  return async (stream: string, events: EventData[], expected: bigint | 'no_stream'): Promise<Written> => {
    current ??= begin();
    const { call, waiting } = await current;
    const id = newId();
    return new Promise((resolve, reject) => {
      const late = () => waiting.delete(id) && reject(new Error('The event store did not answer in time.'));
      waiting.set(id, { stream, timer: setTimeout(late, timeoutMs), resolve, reject });
      call.write(requestOf(id, stream, events, expected, timeoutMs));
    });
  };
};

const leave = (one: Waiting): Waiting => {
  clearTimeout(one.timer);
  return one;
};

const settle = (waiting: Map<string, Waiting>, answer: Answer): void => {
  const id = parseUUID(answer.getCorrelationId()!);
  const asked = waiting.get(id);
  if (!asked) return;
  waiting.delete(id);
  leave(asked);
  const success = answer.getSuccess();
  const position = success?.getPosition()?.getCommitPosition();
  if (success) asked.resolve({ revision: BigInt(success.getCurrentRevision()), position: position ? BigInt(position) : null });
  else asked.reject(unpackToCommandError(answer.getError()!, asked.stream));
};

const text = new TextEncoder();
const json = (value: unknown): Uint8Array => text.encode(JSON.stringify(value));

const requestOf = (id: string, stream: string, events: EventData[], expected: bigint | 'no_stream', timeoutMs: number) => {
  const options = new BatchAppendReq.Options()
    .setStreamIdentifier(new StreamIdentifier().setStreamName(text.encode(stream)))
    .setDeadline(Timestamp.fromDate(new Date(Date.now() + timeoutMs)));
  if (expected === 'no_stream') options.setNoStream(new Empty());
  else options.setStreamPosition(expected.toString());
  const request = new BatchAppendReq().setCorrelationId(new UUID().setString(id)).setOptions(options).setIsFinal(true);
  for (const { id: eventId, type, contentType, data, metadata } of events) {
    const proposed = new BatchAppendReq.ProposedMessage()
      .setId(new UUID().setString(eventId))
      .setData(data instanceof Uint8Array ? data : json(data))
      .setCustomMetadata(json(metadata ?? {}));
    proposed.getMetadataMap().set('type', type).set('content-type', contentType);
    request.addProposedMessages(proposed);
  }
  return request;
};
