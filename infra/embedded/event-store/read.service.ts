import { type handleServerStreamingCall, status } from '@grpc/grpc-js';
import { sharedMessages, streamMessages } from '../../runtime/store/protocol.ts';
import { type EventFilter, filterOf } from './event-filter.ts';
import { asFailure, failure, invalidPosition } from './failures.ts';
import { type Encode, resolvingLinks } from './links.ts';
import { breathe, type Outlet, outletOf } from './outlet.ts';
import { requiredName } from './proposal.ts';
import { PAGE } from './reader.ts';
import { livingStream, type Store } from './store.ts';
import { firstVisible, isSoftDeleted } from './stream-states.ts';
import { subscribeToAll, subscribeToStream } from './subscription.ts';
import { encodeRead, nameOf } from './wire.ts';

const { ReadReq, ReadResp } = streamMessages;
type Request = InstanceType<typeof ReadReq>;
type Options = InstanceType<typeof ReadReq.Options>;

const notFound = (name: string): Buffer => {
  const identifier = new sharedMessages.StreamIdentifier().setStreamName(Buffer.from(name, 'utf8').toString('base64'));
  return Buffer.from(
    new ReadResp().setStreamNotFound(new ReadResp.StreamNotFound().setStreamIdentifier(identifier)).serializeBinary(),
  );
};

type StreamRead = { name: string; from: number; backwards: boolean; count: number; encode: Encode };

const readStream = async (store: Store, outlet: Outlet, { name, from, backwards, count, encode }: StreamRead) => {
  const state = livingStream(store, name);
  if (state.revision < 0 || isSoftDeleted(state)) return outlet.send(notFound(name));
  // Events appended during this read are not part of it.
  const last = state.revision;
  const first = firstVisible(state);
  let next = backwards ? Math.min(from, last) : Math.max(from, first);
  for (let left = count; left > 0 && next >= first && next <= last && !outlet.closed(); ) {
    const {
      page,
      next: after,
      more,
    } = store.reader.stream(state, next, backwards, backwards ? PAGE : Math.min(PAGE, last - next + 1));
    for (const entry of page) {
      if (left <= 0 || entry.revision < first) break;
      outlet.send(encode(entry.record, entry.position));
      left -= 1;
      if (outlet.full()) await outlet.room();
    }
    if (!more) break;
    next = after;
    await breathe(outlet);
  }
};

type AllRead = { from: number; backwards: boolean; count: number; filter: EventFilter | undefined; encode: Encode };

const readAll = async (store: Store, outlet: Outlet, { from, backwards, count, filter, encode }: AllRead) => {
  const last = store.feed.last();
  let next = backwards ? Math.min(from, last) : from;
  for (let left = count; left > 0 && next <= last && next > 0 && !outlet.closed(); ) {
    const page = store.reader.all(next, backwards, filter ? PAGE : Math.min(left, PAGE), filter?.on);
    for (const entry of page) {
      if (left <= 0 || entry.position > last) break;
      next = backwards ? entry.position - 1 : entry.position + 1;
      if (filter && !filter.passes(entry)) continue;
      outlet.send(encode(entry.record, entry.position));
      left -= 1;
      if (outlet.full()) await outlet.room();
    }
    if (page.length === 0) break;
    if (left > 0) await breathe(outlet);
  }
};

const streamOptions = (store: Store, options: Options) => {
  const asked = options.getStream();
  const name = requiredName(nameOf(asked?.getStreamIdentifier()));
  const end = asked?.hasEnd() ?? false;
  return {
    name,
    end,
    revision: asked?.hasRevision() ? Number(asked.getRevision()) : end ? store.streams.of(name).revision : undefined,
  };
};

const run = async (store: Store, outlet: Outlet, options: Options): Promise<void> => {
  const backwards = options.getReadDirection() === ReadReq.Options.ReadDirection.BACKWARDS;
  const given = options.getFilter();
  const filter = given && filterOf(given);
  const live = options.hasSubscription();
  const encode = options.getResolveLinks() ? resolvingLinks(store) : encodeRead;
  // The client sends 2^53 - 1 for "all of them".
  const count = Number(options.getCount());
  if (options.hasStream()) {
    const { name, end, revision } = streamOptions(store, options);
    if (live) return subscribeToStream(store, outlet, { name, after: revision ?? -1, encode });
    if (end && !backwards) throw failure(status.UNKNOWN, 'nothing is read forwards from the end of a stream');
    return readStream(store, outlet, { name, from: revision ?? 0, backwards, count, encode });
  }
  const all = options.getAll();
  if (!all) throw failure(status.INVALID_ARGUMENT, 'neither a stream nor $all is asked for');
  const position = all.getPosition();
  // Positions follow one another: those after the last event are the only ones without an event. 0 is the beginning.
  if (position && Number(position.getCommitPosition()) > store.feed.last()) throw invalidPosition();
  const end = all.hasEnd() ? store.feed.last() : 0;
  if (live)
    return subscribeToAll(store, outlet, { after: position ? Number(position.getCommitPosition()) : end, filter, encode });
  // Forwards, the position is inclusive; backwards, it is the boundary before its event.
  const at = position ? Number(position.getCommitPosition()) - (backwards ? 1 : 0) : undefined;
  const from = at ?? (all.hasEnd() ? end + (backwards ? 0 : 1) : backwards ? 0 : 1);
  return readAll(store, outlet, { from: backwards ? from : Math.max(from, 1), backwards, count, filter, encode });
};

/** Streams/Read: reads and subscriptions, of a stream or of $all. Answers are already encoded. */
export const readHandler =
  (store: Store): handleServerStreamingCall<Request, Buffer> =>
  (call) => {
    const options = call.request.getOptions();
    const outlet = outletOf(call);
    store.openCalls.add(outlet.fail);
    outlet.whenClosed(() => store.openCalls.delete(outlet.fail));
    if (!options) return outlet.fail(failure(status.INVALID_ARGUMENT, 'the read has no options'));
    run(store, outlet, options).then(outlet.end, (error) => outlet.fail(asFailure(error)));
  };
