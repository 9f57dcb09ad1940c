import { Server, ServerCredentials, type ServiceDefinition } from '@grpc/grpc-js';
import { ServerFeaturesService, StreamsService } from '../../runtime/store/protocol.ts';
import { appendHandler } from './append.service.ts';
import { batchAppendHandler } from './batch-append.service.ts';
import { deleteHandler, tombstoneHandler } from './delete.service.ts';
import { stopping } from './failures.ts';
import { featuresHandler } from './features.service.ts';
import { guarded } from './gate.ts';
import { storeUrl } from './password.ts';
import { readHandler } from './read.service.ts';
import { openStore } from './store.ts';

/**
 * `dataDir` is created if missing. `port` 0 takes a free one. `host` other than loopback opens the store to the network, unencrypted.
 * Without `password` everybody who reaches it is accepted, as in EventStoreDB's insecure mode. `durable` (default true): whether an answered
 * append survives a power cut; tests need no disk to wait for.
 */
export type EventStoreOptions = {
  dataDir: string;
  port?: number;
  host?: string;
  password?: string | undefined;
  durable?: boolean;
};
/** `url` contains the password: never log it. `address` is the same without the password. */
export type RunningEventStore = { port: number; address: string; url: string; close: () => Promise<void> };

const GRACE = 1000;
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;

/** Events are encoded when they are written, so a read has nothing left to serialise. */
const streamsService: ServiceDefinition = {
  ...StreamsService,
  read: { ...StreamsService.read!, responseSerialize: (message: Buffer) => message },
};

const listen = (server: Server, address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, port) => (error ? reject(error) : resolve(port)));
  });

/**
 * Starts a one-node event store that speaks EventStoreDB's gRPC protocol, for unmodified clients, which connect to `url`. (With a password
 * and without TLS EventStoreDB's own client leaves the password out: `runtime/store/client.ts` adds it.) Not supported: persistent
 * subscriptions, projections, users, access lists, scavenging, TLS, clusters (they answer UNIMPLEMENTED). Rejects if the port is taken or
 * another process uses `dataDir`. `close` writes the accepted appends, ends all calls and releases both.
 */
export const startEventStore = async ({
  dataDir,
  port = 2113,
  host = '127.0.0.1',
  password,
  durable = true,
}: EventStoreOptions): Promise<RunningEventStore> => {
  const store = await openStore(dataDir, durable);
  const server = new Server({ 'grpc.max_receive_message_length': MAX_MESSAGE_BYTES, 'grpc.max_send_message_length': -1 });
  const streams = {
    read: readHandler(store),
    append: appendHandler(store),
    batchAppend: batchAppendHandler(store),
    delete: deleteHandler(store),
    tombstone: tombstoneHandler(store),
  };
  server.addService(streamsService, guarded(streams, password));
  // Clients call it without credentials; it reveals only names of methods.
  server.addService(ServerFeaturesService, { getSupportedMethods: featuresHandler });

  const shown = host.includes(':') ? `[${host}]` : host;
  let bound: number;
  try {
    bound = await listen(server, `${shown}:${port}`);
  } catch (error) {
    store.close();
    throw new Error(`the event store cannot listen on ${shown}:${port}`, { cause: error });
  }

  const stop = async () => {
    const ended = new Promise<void>((resolve) => {
      server.tryShutdown(() => resolve());
    });
    for (const end of [...store.openCalls]) end(stopping());
    const deadline = setTimeout(() => server.forceShutdown(), GRACE);
    await ended;
    clearTimeout(deadline);
    store.close();
  };
  let stopped: Promise<void> | undefined;
  const close = () => {
    stopped ??= stop();
    return stopped;
  };
  const address = `${shown}:${bound}`;
  return { port: bound, address, url: storeUrl(address, password), close };
};
