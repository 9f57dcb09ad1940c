import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoOpens } from './demo.ts';

const data = mkdtempSync(join(tmpdir(), 'prosa-demo-'));
const heard: string[] = [];
let opensAfter = 0;
const gateway = createServer((request, response) => {
  const [, id] = /simulator\/(.*?)\//.exec(request.url!)!;
  heard.push(`${id} ${request.headers.authorization}`);
  response.writeHead(heard.length > opensAfter ? 200 : 401).end('[]');
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((listening) => gateway.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
});
afterAll(() => {
  gateway.close();
  rmSync(data, { recursive: true });
});

const door = (id: string, token = `of ${id}`) => ({ connection: { id, token } });

test('a start waits until the gateway accepts every token of the demo', async () => {
  const copies = [door('c'), door('deleted', '')];
  writeFileSync(join(data, 'demo.json'), JSON.stringify({ ...door('a'), users: [], other: door('b'), copies }));
  opensAfter = 3;
  expect(await demoOpens(data, url)).toBe(true);
  const opened = ['a', 'a', 'a', 'a', 'b', 'c'];
  expect(heard).toEqual(opened.map((id) => `${id} Bearer of ${id}`));
});

test('a start that is ended stops waiting', async () => {
  opensAfter = Number.POSITIVE_INFINITY;
  await expect(demoOpens(data, url, AbortSignal.timeout(50))).rejects.toThrow('abort');
});
