import { convertToCommandError, EventStoreDBClient } from '@eventstore/db-client';
import { type ClientDuplexStream, type ClientReadableStream, makeGenericClientConstructor, status } from '@grpc/grpc-js';
import { ConfigError } from '../kernel/config.ts';
import { type Appended, readAppended } from './appends.wire.ts';
import { StoreDenied } from './errors.ts';
import { Empty, parseConnectionString, type StreamsClient, StreamsService, sharedMessages, streamMessages } from './protocol.ts';
import { type Answer, readAnswer, readRawAnswer } from './wire.ts';

const { ReadReq } = streamMessages;
const { StreamIdentifier } = sharedMessages;

/** The service's Read call, whose answers are decoded by our own code. */
const Reads = makeGenericClientConstructor(
  { read: { ...StreamsService.read, responseDeserialize: readAnswer } },
  'Streams',
) as unknown as typeof StreamsClient;

/** The same call, whose answers have the stored bytes. */
const RawReads = makeGenericClientConstructor(
  { read: { ...StreamsService.read, responseDeserialize: readRawAnswer } },
  'Streams',
) as unknown as typeof StreamsClient;

/** Its BatchAppend call, whose requests are encoded and whose answers are decoded by our own code. */
const Appends = makeGenericClientConstructor(
  {
    batchAppend: { ...StreamsService.batchAppend, requestSerialize: (bytes: Buffer) => bytes, responseDeserialize: readAppended },
  },
  'Streams',
) as unknown as typeof StreamsClient;

export type Answers = ClientReadableStream<Answer>;
export type AppendCall = ClientDuplexStream<Buffer, Appended>;
type Options = InstanceType<typeof ReadReq.Options>;

/**
 * The client, with reads of its own: they use the client's connection and discovery, and yield what the store sent. A read's 'error' event
 * is converted to the client's error; ending a read from this side is not an error.
 */
export class StoreClient extends EventStoreDBClient {
  static at(url: string): StoreClient {
    const { defaultCredentials, tls } = read(url);
    const client = Object.setPrototypeOf(EventStoreDBClient.connectionString(url), StoreClient.prototype) as StoreClient;
    // Without TLS the client drops the credentials. Somebody who writes both into one address has a store in a network of their own.
    if (defaultCredentials && tls === false) client.tell(defaultCredentials);
    return client;
  }

  /** Adds the credentials to every call, both the client's own and ours. */
  private tell({ username, password }: { username: string; password: string }): void {
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const plain = this.callArguments;
    this.callArguments = (...asked) => {
      const [metadata, options] = plain(...asked);
      metadata.set('authorization', authorization);
      return [metadata, options];
    };
  }

  /** Subscribes to $all after a position: filtered by prefixes of stream names, or all but the store's own events. */
  followAll(
    from: bigint | 'start',
    prefixes: readonly string[] | undefined,
    checkpointInterval: number,
    isRaw = false,
  ): Promise<Answers> {
    const all = new ReadReq.Options.AllOptions();
    if (from === 'start') all.setStart(new Empty());
    else all.setPosition(new ReadReq.Options.Position().setCommitPosition(`${from}`).setPreparePosition(`${from}`));
    const expression = new ReadReq.Options.FilterOptions.Expression();
    const filter = new ReadReq.Options.FilterOptions().setCount(new Empty()).setCheckpointintervalmultiplier(checkpointInterval);
    if (prefixes) filter.setStreamIdentifier(expression.setPrefixList([...prefixes]));
    else filter.setEventType(expression.setRegex('^[^$].*'));
    const options = new ReadReq.Options().setAll(all).setFilter(filter);
    return this.answersTo(options.setSubscription(new ReadReq.Options.SubscriptionOptions()), isRaw);
  }

  /** Reads a stream from a revision on; a missing stream is answered with 'not found'. */
  readOf(stream: string, from: bigint | 'start' | 'end', backwards: boolean, max?: number, isRaw = false): Promise<Answers> {
    const named = new ReadReq.Options.StreamOptions().setStreamIdentifier(
      new StreamIdentifier().setStreamName(Uint8Array.from(Buffer.from(stream))),
    );
    if (from === 'start') named.setStart(new Empty());
    else if (from === 'end') named.setEnd(new Empty());
    else named.setRevision(`${from}`);
    const { FORWARDS, BACKWARDS } = ReadReq.Options.ReadDirection;
    const options = new ReadReq.Options().setStream(named).setNoFilter(new Empty());
    return this.answersTo(
      options.setReadDirection(backwards ? BACKWARDS : FORWARDS).setCount(`${max ?? Number.MAX_SAFE_INTEGER}`),
      isRaw,
    );
  }

  /** Reads all events, the newest first. */
  readBackwards(): Promise<Answers> {
    const all = new ReadReq.Options.AllOptions().setEnd(new Empty());
    const options = new ReadReq.Options().setAll(all).setNoFilter(new Empty()).setCount(`${Number.MAX_SAFE_INTEGER}`);
    return this.answersTo(options.setReadDirection(ReadReq.Options.ReadDirection.BACKWARDS));
  }

  /** Opens a call for any number of appends. */
  openAppends(): Promise<AppendCall> {
    const open = this.GRPCStreamCreator(
      Appends,
      'appendToStream',
      (client) => client.batchAppend(...this.callArguments({}, { deadline: Number.POSITIVE_INFINITY })) as unknown as AppendCall,
    );
    return open();
  }

  private answersTo(options: Options, isRaw = false): Promise<Answers> {
    const uuids = new ReadReq.Options.UUIDOption().setString(new Empty());
    const request = new ReadReq().setOptions(options.setUuidOption(uuids).setResolveLinks(false));
    const open = this.GRPCStreamCreator(
      isRaw ? RawReads : Reads,
      'read',
      (client) => client.read(request, ...this.callArguments({}, { deadline: Number.POSITIVE_INFINITY })) as unknown as Answers,
    );
    return open();
  }
}

/** Parses an address. The client's own error would put the address, and with it the password, into the log. */
const read = (url: string): ReturnType<typeof parseConnectionString> => {
  try {
    return parseConnectionString(url);
  } catch {
    throw new ConfigError(
      'EVENTSTORE_URL is not the address of an event store: esdb://user:password@host:port?tls=false, or the like.',
    );
  }
};

/**
 * Ends a read from this side; in a later turn of the event loop, because grpc-js loses the end of a call that has only just begun (its
 * issue 1652). What has arrived is discarded: a call that the store has ended meanwhile is over only when it is read to its end, and
 * dispose() waits for that.
 */
export const cancel = (answers: Answers): void => {
  answers.removeAllListeners('data');
  setImmediate(() => {
    answers.cancel();
    answers.resume();
  });
};

/** Converts an error of a read to the client's error; null if this side ended the read. */
export const readErrorOf = (error: Error): Error | null => {
  const { code, details } = error as { code?: unknown; details?: unknown };
  return code === status.CANCELLED && details === 'Cancelled on client' ? null : errorOf(error);
};

/** Converts an error of a call to the client's error, or to StoreDenied if the store refused the credentials. */
export const errorOf = (error: Error): Error => {
  const told = convertToCommandError(error);
  return (error as { code?: unknown }).code === status.UNAUTHENTICATED ? new StoreDenied(told) : told;
};
