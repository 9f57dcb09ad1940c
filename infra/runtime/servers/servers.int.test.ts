import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server, ServerCredentials, type ServiceDefinition, status } from '@grpc/grpc-js';
import { localCertificate } from '../../../channel-gateway/src/testing/whatsapp-peer/certificate.ts';
import { startS3 } from '../../testing/s3.ts';
import { ConfigError } from '../kernel/config.ts';
import { restartableStore, runtimeDatabase } from '../runtime.fixture.ts';
import { assertUsable, lineOf, type Named, troublesOf } from './servers.ts';

/** A server that is there answers within this time, however busy the machine; one that is not is waited for less long. */
const [LONG, SHORT] = [60_000, 300];
const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** The only line about these servers, and whether it ends the start. */
const told = async (named: Named, ms = LONG) => {
  const [trouble, ...others] = await troublesOf(named, ms);
  expect(others).toEqual([]);
  return [trouble && lineOf(trouble), trouble?.isFinal];
};

/** An event store that answers every read with this status. */
const refusing = async (code: status, credentials = ServerCredentials.createInsecure()): Promise<number> => {
  const server = new Server();
  const path = '/event_store.client.streams.Streams/Read';
  const bytes = (value: Buffer) => value;
  const read = { path, requestStream: false, responseStream: true, originalName: 'read' };
  const coded = { requestSerialize: bytes, requestDeserialize: bytes, responseSerialize: bytes, responseDeserialize: bytes };
  server.addService({ read: { ...read, ...coded } } as unknown as ServiceDefinition, {
    read: (call: { emit: (event: string, error: object) => void }) => call.emit('error', { code, details: 'Access Denied' }),
  });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', credentials, (error, bound) => (error ? reject(error) : resolve(bound))),
  );
  closing.push(() => server.forceShutdown());
  return port;
};

/** A port at which somebody listens and says nothing, or, if `isClosed`, nobody listens. */
const silentPort = async (isClosed = false): Promise<number> => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  if (isClosed) server.close();
  else
    closing.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
  return port;
};

test('nothing is said of servers that can be used, or that nobody named', async () => {
  const [store, database] = [await restartableStore('secret'), await runtimeDatabase()];
  const folder = mkdtempSync(join(tmpdir(), 'prosa-servers-'));
  const s3 = await startS3(folder);
  closing.push(store.close, database.close, () => rmSync(folder, { recursive: true }), s3.close);
  expect(await troublesOf({}, LONG)).toEqual([]);
  expect(await troublesOf({ EVENTSTORE_URL: store.url, DATABASE_URL: database.url, MEDIA_URL: s3.url }, LONG)).toEqual([]);
  expect(await troublesOf({ MEDIA_URL: `file://${folder}/new` }, LONG)).toEqual([]);
});

test.each<[keyof Named, (port: number) => string]>([
  ['EVENTSTORE_URL', (port) => `esdb://u:s3cret@127.0.0.1:${port}?tls=false`],
  ['EVENTSTORE_URL', (port) => `esdb://u:s3cret@127.0.0.1:${port},127.0.0.1:${port}?tls=false`],
  ['DATABASE_URL', (port) => `postgres://u:s3cret@127.0.0.1:${port}/prosa`],
  ['KAFKA_BROKERS', (port) => `127.0.0.1:${port}`],
  ['MEDIA_URL', (port) => `s3://u:s3cret@127.0.0.1:${port}/files?tls=false`],
])('%s: one that does not answer may come up, and is named without its password (%#)', async (variable, addressOf) => {
  const [closed, silent] = [await silentPort(true), await silentPort()];
  const [absent, isFinal] = await told({ [variable]: addressOf(closed) });
  expect([absent, isFinal]).toEqual([expect.stringContaining(`127.0.0.1:${closed}`), false]);
  expect(absent).toMatch(new RegExp(`^${variable} \\(.*\\): Nobody answers there\\. `));
  expect(absent).not.toContain('s3cret');
  const [mute, isFinalToo] = await told({ [variable]: addressOf(silent) }, SHORT);
  expect([mute, isFinalToo]).toEqual([expect.stringMatching(`^${variable} .*: It does not answer\\. `), false]);
});

test.each<[keyof Named, string]>([
  ['EVENTSTORE_URL', 'u:s3cret@127.0.0.1:2113'],
  ['EVENTSTORE_URL', 'esdb://u:s3cret@host:x?tls=false'],
  ['DATABASE_URL', 'u:s3cret@127.0.0.1'],
  ['DATABASE_URL', 'http://u:s3cret@127.0.0.1'],
  ['KAFKA_BROKERS', 'kafka://127.0.0.1:9092'],
  ['KAFKA_BROKERS', '127.0.0.1'],
  ['MEDIA_URL', '/srv/files'],
  ['MEDIA_URL', 's3://u:s3cret@host'],
])('%s: what is no address ends the start: %s', async (variable, address) => {
  const [line, isFinal] = await told({ [variable]: address });
  expect([line, isFinal]).toEqual([expect.stringMatching(`^${variable}.*: This is no .*\\. Write it as `), true]);
  expect(line).not.toContain('s3cret');
});

test('an event store that refuses the user, or what the user asks, ends the start', async () => {
  const store = await restartableStore('another');
  closing.push(store.close);
  const [refused, isFinal] = await told({ EVENTSTORE_URL: store.url.replace('another', 's3cret') });
  expect([refused, isFinal]).toEqual([expect.stringContaining('It refuses the user or the password'), true]);
  expect(refused).not.toContain('s3cret');
  const port = await refusing(status.PERMISSION_DENIED);
  const denied = await told({ EVENTSTORE_URL: `esdb://u:s3cret@127.0.0.1:${port}?tls=false` });
  expect(denied).toEqual([expect.stringMatching(/The user may not read \$all\. .*\$admins/), true]);
});

test('a certificate of an unknown authority, and a server without TLS, end the start', async () => {
  const { certificate, key } = localCertificate();
  const pair = { cert_chain: Buffer.from(certificate), private_key: Buffer.from(key) };
  const port = await refusing(status.PERMISSION_DENIED, ServerCredentials.createSsl(null, [pair]));
  const unknown = await told({ EVENTSTORE_URL: `esdb://u:s3cret@127.0.0.1:${port}` });
  expect(unknown).toEqual([expect.stringContaining('tlsCAFile='), true]);
  const folder = mkdtempSync(join(tmpdir(), 'prosa-servers-'));
  closing.push(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'ca.crt'), certificate);
  const known = await told({ EVENTSTORE_URL: `esdb://u:s3cret@127.0.0.1:${port}?tlsCAFile=${folder}/ca.crt` });
  expect(known).toEqual([expect.stringContaining('The user may not read $all'), true]);
  const missing = await told({ EVENTSTORE_URL: `esdb://u:s3cret@127.0.0.1:${port}?tlsCAFile=${folder}/none.crt` });
  expect(missing).toEqual([expect.stringContaining('A file that the address names cannot be used'), true]);
  const plain = await restartableStore('secret');
  closing.push(plain.close);
  const open = await told({ EVENTSTORE_URL: plain.url.replace(/\?.*$/, '') });
  expect(open).toEqual([expect.stringContaining('tls=false'), true]);
});

test('a database that refuses the user, is not there, or in which the user may create nothing, ends the start', async () => {
  const { url, pool, close } = await runtimeDatabase();
  closing.push(close);
  const at = (changed: Partial<URL>) => Object.assign(new URL(url), changed).href;
  const missing = await told({ DATABASE_URL: at({ pathname: '/nowhere' }) });
  expect(missing).toEqual([expect.stringContaining('There is no such database'), true]);
  const refused = await told({ DATABASE_URL: at({ password: 's3cret' }) });
  expect(refused).toEqual([expect.stringContaining('It refuses the user or the password'), true]);
  const name = new URL(url).pathname.slice(1);
  await pool.query(`create role ${name}_user login password 'weak'`);
  closing.push(() => pool.query(`drop role ${name}_user`));
  const limited = await told({ DATABASE_URL: at({ username: `${name}_user`, password: 'weak' }) });
  expect(limited).toEqual([expect.stringContaining('The user may not create schemas there'), true]);
});

test('a store of files that refuses the key, has no such bucket, or cannot be written, ends the start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-servers-'));
  const s3 = await startS3(join(folder, 's3'));
  closing.push(() => rmSync(folder, { recursive: true }), s3.close);
  // The S3 of the tests checks no signatures.
  const strict = createHttpServer(({ url }, answer) => {
    answer.writeHead(url?.startsWith('/busy/') ? 503 : 403, { 'content-type': 'application/xml' });
    const code = url?.startsWith('/files/') ? 'SignatureDoesNotMatch' : 'AccessDenied';
    answer.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`);
  }).listen(0, '127.0.0.1');
  closing.push(() => strict.close());
  await once(strict, 'listening');
  const { port } = strict.address() as { port: number };
  const refused = await told({ MEDIA_URL: `s3://u:s3cret@127.0.0.1:${port}/files?tls=false` });
  expect(refused).toEqual([expect.stringContaining('It refuses the key'), true]);
  const held = await told({ MEDIA_URL: `s3://u:s3cret@127.0.0.1:${port}/others?tls=false` });
  expect(held).toEqual([expect.stringContaining('s3:ListBucket'), false]);
  const busy = await told({ MEDIA_URL: `s3://u:s3cret@127.0.0.1:${port}/busy?tls=false` });
  expect(busy).toEqual([expect.stringContaining('It cannot be used now'), false]);
  const missing = await told({ MEDIA_URL: s3.url.replace('/files', '/others') });
  expect(missing).toEqual([expect.stringContaining('There is no such bucket'), true]);
  writeFileSync(join(folder, 'file'), '');
  const file = await told({ MEDIA_URL: `file://${folder}/file/below` });
  expect(file).toEqual([expect.stringContaining('The folder cannot be written'), true]);
});

test('what may still come up is said, and what cannot is thrown, a line for each', async () => {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  await assertUsable({ KAFKA_BROKERS: `127.0.0.1:${await silentPort(true)}` }, say);
  expect(said).toEqual([expect.stringContaining('Nobody answers there')]);
  const final = assertUsable({ KAFKA_BROKERS: 'here', MEDIA_URL: 'there' }, say);
  await expect(final).rejects.toThrow(ConfigError);
  await expect(final).rejects.toThrow(/^KAFKA_BROKERS .*\nMEDIA_URL .*$/);
});
