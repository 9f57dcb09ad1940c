import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { framed } from './postgres-wire.ts';

/** The messages of a client to Postgres before it waits for the answer. `kind` is the statement without its values. */
export type Exchange = { service: string; kind: string };

/**
 * `request`: it never reaches Postgres. `answer`: Postgres carries it out, and the client receives no answer. In both cases the connection
 * breaks.
 */
export type Loss = 'request' | 'answer';

export type PostgresProxy = {
  /** The database's address through the proxy. */
  url: string;
  /** Called for each exchange; returns what is lost. Valid until the next call. */
  decide: (lose: (exchange: Exchange) => Loss | undefined) => void;
  /** Breaks every open connection. */
  cut: () => void;
  close: () => Promise<void>;
};

/** A proxy to Postgres that loses single requests and answers, chosen by service and statement. */
export const postgresProxy = async (databaseUrl: string): Promise<PostgresProxy> => {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let lose: (exchange: Exchange) => Loss | undefined = () => undefined;
  const server: Server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    between(client, upstream, (exchange) => lose(exchange));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.searchParams.delete('host'); // its socket
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    decide: (next) => {
      lose = next;
    },
    cut: () => {
      for (const socket of open) socket.destroy();
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
};

/**
 * An exchange is everything up to a Sync or a Query, and all answers up to ReadyForQuery. A client may send more before it has the answer:
 * answers arrive in the order of the requests.
 */
const between = (client: Socket, upstream: Socket, lose: (exchange: Exchange) => Loss | undefined): void => {
  const statements = new Map<string, string>();
  let service = '';
  let asked: Buffer[] = [];
  let kind = '';
  /** For each unanswered exchange, whether its answer is lost. */
  const unanswered: boolean[] = [];
  const cut = () => {
    client.destroy();
    upstream.destroy();
  };

  const ask = framed({ startup: true }, (type, whole, body) => {
    if (type === 'startup') service = parameter(body, 'application_name');
    if (type === 'P') {
      const [name, sql] = texts(body) as [string, string];
      statements.set(name, sql);
    }
    if (type === 'B') kind = statements.get(texts(body)[1]!) ?? '';
    if (type === 'Q') kind = texts(body)[0]!;
    asked.push(whole);
    if (!complete.has(type)) return;
    const request = Buffer.concat(asked);
    const loss = type === 'Q' || type === 'S' ? lose({ service, kind: kindOf(kind) }) : undefined;
    [asked, kind] = [[], ''];
    if (loss === 'request') return cut();
    if (type === 'Q' || type === 'S') unanswered.push(loss === 'answer');
    upstream.write(request);
  });
  const answer = framed({ startup: false }, (type, whole) => {
    const isLost = unanswered[0] === true;
    if (!isLost) client.write(whole);
    if (type !== 'Z') return;
    if (isLost) cut();
    unanswered.shift();
  });
  client.on('data', (data: Buffer) => ask(data));
  client.on('end', () => upstream.end());
  upstream.on('data', answer);
  upstream.on('end', () => client.end());
};

/** After these messages the client waits for an answer, or leaves: startup, password, Query, Sync, Terminate. */
const complete = new Set(['startup', 'p', 'Q', 'S', 'X']);

const texts = (body: Buffer): string[] => body.toString('utf8').split('\0');
const parameter = (body: Buffer, name: string): string => {
  const words = texts(body.subarray(4));
  const place = words.indexOf(name);
  return place < 0 ? '' : (words[place + 1] ?? '');
};

/** A statement without its values, its placeholder numbers, and the generation number of a table. */
export const kindOf = (sql: string): string =>
  sql
    .replace(/'(?:[^']|'')*'/g, `'?'`)
    .replace(/\d+/g, '#')
    .replace(/\s+/g, ' ')
    .replace(/\$?#(?:::\w+(?:\[\])?)?(?:, ?\$?#(?:::\w+(?:\[\])?)?)+/g, '#, ..')
    .replace(/(\([^()]*\))(?:, ?\([^()]*\))+/g, '$1, ..')
    .trim();
