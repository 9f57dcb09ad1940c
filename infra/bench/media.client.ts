/**
 * The sender's or the screen's side of `media.bench.ts`, in a process of its own. Uploads a file (`POST url token path`), downloads one
 * (`GET url`) or makes a bare copy (`COPY from to`), and prints the duration in milliseconds and the answer (for a download its SHA-256).
 */
import { createHash, createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, statSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { seal } from '../runtime/media/sealed.ts';
import { fileStore } from '../runtime/media/store.files.ts';

/** Copies to disk, hashed and encrypted as our files are, without any service in between. */
const bareCopy = async (from: string, to: string): Promise<void> => {
  const hash = createHash('sha256');
  const hashed = async function* () {
    for await (const piece of createReadStream(from, { highWaterMark: 64 * 1024 })) {
      hash.update(piece);
      yield piece as Buffer;
    }
  };
  const owner = { subjectId: randomUUID(), companyId: randomUUID() };
  const id = randomUUID();
  await fileStore(to).put(id, seal({ id, owner, key: createSecretKey(randomBytes(32)) }, hashed()));
  hash.digest();
};

const [method, url = '', token = '', path = ''] = process.argv.slice(2);
const begun = performance.now();
const cpuBegun = process.cpuUsage();
/** This process's own processor time, in milliseconds. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage(cpuBegun);
  return (user + system) / 1000;
};
if (method === 'COPY') {
  await bareCopy(url, token);
  console.log(JSON.stringify({ ms: performance.now() - begun, cpuMs: cpuMs() }));
} else if (method === 'GET') {
  const hash = createHash('sha256');
  const call = request(url).end();
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`It answered ${answer.statusCode}.`);
  for await (const piece of answer) hash.update(piece);
  console.log(JSON.stringify({ ms: performance.now() - begun, cpuMs: cpuMs(), answer: hash.digest('hex') }));
} else {
  // As long as a browser's boundary: the longer it is, the faster it is searched for.
  const boundary = `----WebKitFormBoundary${'x'.repeat(16)}`;
  const head = Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="grande.bin"\r\n\r\n`);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const call = request(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + statSync(path).size + tail.length,
    },
  });
  const answering = once(call, 'response') as Promise<[IncomingMessage]>;
  const form = async function* () {
    yield head;
    yield* createReadStream(path, { highWaterMark: 256 * 1024 });
    yield tail;
  };
  await pipeline(form, call);
  const [answer] = await answering;
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece);
  const said = Buffer.concat(pieces).toString();
  if (answer.statusCode !== 201) throw new Error(said);
  console.log(JSON.stringify({ ms: performance.now() - begun, cpuMs: cpuMs(), answer: JSON.parse(said) }));
}
