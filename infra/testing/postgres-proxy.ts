import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { framed } from './postgres-wire.ts';

/** What a client asks of Postgres in one go, up to the point from which it waits. `kind` is the statement without its values. */
export type Exchange = { service: string; kind: string };

/** `request`: it never reaches Postgres. `answer`: Postgres does it whole, and the client never hears. Either way the connection breaks. */
export type Loss = 'request' | 'answer';

export type PostgresProxy = {
  /** The database's address, by way of the proxy. */
  url: string;
  /** Asked of each exchange; what it gives is lost. In force until the next call. */
  decide: (lose: (exchange: Exchange) => Loss | undefined) => void;
  /** Breaks every connection that there is. */
  cut: () => void;
  close: () => Promise<void>;
};

/** A way to Postgres on which requests and answers get lost, one at a time, chosen by who asks for what. */
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
 * An exchange is what comes until a Sync or a Query, and all that is answered until ReadyForQuery. A client may ask on before it is
 * answered: answers come in the order of the questions.
 */
const between = (client: Socket, upstream: Socket, lose: (exchange: Exchange) => Loss | undefined): void => {
  const statements = new Map<string, string>();
  let service = '';
  let asked: Buffer[] = [];
  let kind = '';
  /** Of each exchange that is not answered yet, whether its answer gets lost. */
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

/** With these the client waits for an answer, or goes: startup, password, Query, Sync, Terminate. */
const complete = new Set(['startup', 'p', 'Q', 'S', 'X']);

const texts = (body: Buffer): string[] => body.toString('utf8').split('\0');
const parameter = (body: Buffer, name: string): string => {
  const words = texts(body.subarray(4));
  const place = words.indexOf(name);
  return place < 0 ? '' : (words[place + 1] ?? '');
};

/** A statement without its values, its numbers of places, and the number of a table's generation. */
export const kindOf = (sql: string): string =>
  sql
    .replace(/'(?:[^']|'')*'/g, `'?'`)
    .replace(/\d+/g, '#')
    .replace(/\s+/g, ' ')
    .replace(/\$?#(?:::\w+(?:\[\])?)?(?:, ?\$?#(?:::\w+(?:\[\])?)?)+/g, '#, ..')
    .replace(/(\([^()]*\))(?:, ?\([^()]*\))+/g, '$1, ..')
    .trim();
