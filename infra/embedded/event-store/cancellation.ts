import type { Http2Session, ServerHttp2Stream } from 'node:http2';

/** The part of a gRPC call that shows whether its client still wants it. */
export type Cancellable = { readonly cancelled: boolean };

/**
 * The HTTP/2 stream of a grpc-js call. grpc-js does not expose it, and reports a cancellation some turns of the event loop after its frame
 * has arrived.
 */
const streamOf = (call: Cancellable): ServerHttp2Stream => {
  const { stream } = (call as unknown as { call?: { stream?: ServerHttp2Stream } }).call ?? {};
  if (!stream) throw new Error('grpc-js no longer keeps the stream of a call where it did.');
  return stream;
};

/** Whether the client, or the end of its connection, has cancelled the call, as far as its frames have arrived. */
export const isCancelled = (call: Cancellable): boolean => {
  const stream = streamOf(call);
  return call.cancelled || stream.destroyed || stream.closed || stream.aborted;
};

type Pings = { last: Promise<unknown>; next: Promise<unknown> | undefined };
const pings = new WeakMap<Http2Session, Pings>();

const ping = (session: Http2Session): Promise<void> =>
  new Promise((resolve) => {
    const sent = !session.destroyed && session.ping(() => resolve());
    // When a session ends, its calls are cancelled.
    if (!sent) resolve();
  });

/**
 * Resolves when the client has answered a ping, or its connection has ended: everything it sent before has then arrived. A Node client ends
 * a cancelled request like a complete one, and sends the cancellation in a separate frame a moment later; between the two the server cannot
 * tell them apart. One ping at a time per connection: callers that arrive while a ping is in flight share the next one.
 */
export const heardOut = (call: Cancellable): Promise<unknown> => {
  const { session } = streamOf(call);
  if (!session) return Promise.resolve();
  const known: Pings = pings.get(session) ?? { last: Promise.resolve(), next: undefined };
  pings.set(session, known);
  known.next ??= known.last.then(() => {
    known.next = undefined;
    known.last = ping(session);
    return known.last;
  });
  return known.next;
};
