import type { Http2Session, ServerHttp2Stream } from 'node:http2';

/** Of a gRPC call, what tells whether its client still wants it. */
export type Cancellable = { readonly cancelled: boolean };

/** The HTTP/2 stream below a call of grpc-js, which shows it to nobody and tells a cancellation some turns after its frame has come. */
const streamOf = (call: Cancellable): ServerHttp2Stream => {
  const { stream } = (call as unknown as { call?: { stream?: ServerHttp2Stream } }).call ?? {};
  if (!stream) throw new Error('grpc-js no longer keeps the stream of a call where it did.');
  return stream;
};

/** Whether the client, or the end of its connection, has cancelled the call, as far as its frames have come in. */
export const isCancelled = (call: Cancellable): boolean => {
  const stream = streamOf(call);
  return call.cancelled || stream.destroyed || stream.closed || stream.aborted;
};

type Pings = { last: Promise<unknown>; next: Promise<unknown> | undefined };
const pings = new WeakMap<Http2Session, Pings>();

const ping = (session: Http2Session): Promise<void> =>
  new Promise((resolve) => {
    const sent = !session.destroyed && session.ping(() => resolve());
    // A session that has ended has cancelled its calls.
    if (!sent) resolve();
  });

/**
 * Resolves when the client has been heard once more, or its connection has ended: all that it had sent until then has come in. A Node client
 * ends a cancelled request as it ends a whole one, and says in a frame of its own, a moment later, that it was cancelled; between the
 * two the server cannot know. One ping at a time for each connection: who comes while one is under way shares the next.
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
