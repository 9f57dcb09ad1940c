import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { kafkaCache, kafkaJars } from './kafka-jars.ts';

const folder = mkdtempSync(join(tmpdir(), 'prosa-jars-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the jars are downloaded from a mirror despite broken connections, each verified by its checksum; later only missing or damaged ones', async () => {
  await kafkaJars();
  const asked: string[] = [];
  let spoil = true;
  let breaks = 3;
  const server = createServer((request, response) => {
    asked.push(basename(request.url ?? ''));
    if (request.url?.includes('slf4j') && breaks-- > 0) return request.socket.destroy();
    if (spoil && request.url?.includes('jopt-simple')) response.end('not the jar');
    else response.end(readFileSync(join(kafkaCache, basename(request.url ?? ''))));
  }).listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/maven2`;
  try {
    await expect(kafkaJars(folder, url)).rejects.toThrow(/jopt-simple.*SHA-256/);
    expect(breaks).toBeLessThan(1);
    spoil = false;
    await kafkaJars(folder, url);
    expect(readdirSync(folder).sort()).toEqual(readdirSync(kafkaCache).sort());
    asked.length = 0;
    writeFileSync(join(folder, 'jopt-simple-5.0.4.jar'), 'spoilt on the disk');
    await kafkaJars(folder, url);
    expect(asked).toEqual(['jopt-simple-5.0.4.jar']);
  } finally {
    server.close();
  }
});

test('where no jar can be fetched, the address, the reason and the ways around it are named', async () => {
  const nobody = createServer().listen(0, '127.0.0.1');
  await new Promise((ready) => nobody.once('listening', ready));
  const url = `http://127.0.0.1:${(nobody.address() as AddressInfo).port}/maven2`;
  await new Promise((closed) => nobody.close(closed));
  const empty = mkdtempSync(join(folder, 'empty-'));
  const failed = kafkaJars(empty, url);
  await expect(failed).rejects.toThrow(`Kafka's jars could not be fetched from ${url}: fetch failed (connect ECONNREFUSED`);
  await expect(failed).rejects.toThrow('MAVEN_REPOSITORY_URL, or a Kafka that runs: TEST_KAFKA_BROKERS=host:9092 npm test');
});
