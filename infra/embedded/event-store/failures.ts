import { Metadata, type ServiceError, status } from '@grpc/grpc-js';

/** Trailers may contain printable ASCII only. */
const printable = (text: string) => text.replace(/[^ -~]/g, '?');

/** An error that gRPC sends as a status; the client builds its own error from `trailers`. */
export const failure = (code: status, details: string, trailers: Record<string, string> = {}): ServiceError => {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, printable(value));
  return Object.assign(new Error(details), { code, details: printable(details), metadata });
};

export const streamDeleted = (stream: string) =>
  failure(status.FAILED_PRECONDITION, `the stream '${stream}' is deleted`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

/** For delete and tombstone, whose answers have no field for it. Revisions as text, -1 if there is none. */
export const wrongExpectedVersion = (stream: string, expected: string, current: number) =>
  failure(status.FAILED_PRECONDITION, `wrong expected version of '${stream}': expected ${expected}, is ${current}`, {
    exception: 'wrong-expected-version',
    'stream-name': stream,
    'expected-version': expected,
    'actual-version': String(current),
  });

export const appendTooLarge = (limit: number) =>
  failure(status.INVALID_ARGUMENT, `the append is larger than ${limit} bytes`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(limit),
  });

export const eventTooLarge = ({ eventId, size }: { eventId: string; size: number }, limit: number) =>
  failure(status.INVALID_ARGUMENT, `the event ${eventId} of ${size} bytes is larger than ${limit} bytes`, {
    exception: 'maximum-append-event-size-exceeded',
    'maximum-append-event-size': String(limit),
    'event-id': eventId,
    'proposed-append-event-size': String(size),
  });

export const invalidPosition = () => failure(status.INVALID_ARGUMENT, 'the position is none of an event');

export const propertiesMissing = () =>
  failure(status.INVALID_ARGUMENT, 'an event lacks its type or content-type', {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });

export const late = () => failure(status.DEADLINE_EXCEEDED, 'the deadline has passed');
export const cancelled = () => failure(status.CANCELLED, 'the call was cancelled');
/** Why nothing was written: outcomes that all calls answer alike. */
export const unwritten = (stream: string, kind: 'deleted' | 'late' | 'dropped') => {
  if (kind === 'deleted') return streamDeleted(stream);
  return kind === 'late' ? late() : cancelled();
};
export const unauthenticated = () =>
  failure(status.UNAUTHENTICATED, 'the event store asks for a user and a password, or for others');
export const stopping = () => failure(status.UNAVAILABLE, 'the event store is stopping');

const isFailure = (error: unknown): error is ServiceError => error instanceof Error && 'metadata' in error && 'code' in error;

/** Converts any error to a status: the message of an error that is not a `failure` is left out, because it may reveal too much. */
export const asFailure = (error: unknown): ServiceError =>
  isFailure(error) ? error : failure(status.INTERNAL, 'the event store failed');
