import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createLogger } from '@prosa/infra/runtime';
import { WebSocketServer } from 'ws';
import { volume } from '../../../../infra/testing/volume.ts';
import { memoryAuth } from '../../testing/whatsapp-peer/client.fixture.ts';
import { startWhatsAppPeer } from '../../testing/whatsapp-peer/whatsapp-peer.ts';
import { journalingRepository } from './signal/repository.ts';
import { type Heard, openSocket } from './socket/socket.ts';
import { whatsAppServers } from './wire/servers.ts';
import { TIMINGS } from './wire/timings.ts';

const nothing = () => undefined;
const heard: Heard = {
  code: nothing,
  linked: nothing,
  open: nothing,
  frame: nothing,
  closed: nothing,
  receipt: nothing,
  creds: nothing,
  missed: async () => undefined,
  heldBack: nothing,
  codeRefused: nothing,
  restricted: nothing,
  needsPasskey: nothing,
};

/** A socket to a server on a port of this machine. */
const openTo = (port: number, auth = memoryAuth()) =>
  openSocket({
    ...auth,
    servers: whatsAppServers({ PROSA_WHATSAPP_WS_URL: `ws://127.0.0.1:${port}/` }),
    repository: journalingRepository(null as never, { journaled: nothing, unread: nothing }),
    sentMessage: async () => undefined,
    takesGroups: () => false,
    takesCalls: () => true,
    heard,
    timings: TIMINGS,
    log: createLogger('test', 'silent'),
  });

test('C11: what waits for an answer of the server ends in the tick in which its socket ends', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const opened = openTo((server.address() as AddressInfo).port);
  try {
    await opened.sock.waitForSocketOpen();
    let end = '';
    opened.sock.query({ tag: 'iq', attrs: { to: 's.whatsapp.net', type: 'get', xmlns: 'w:p' } }).catch((error: Error) => {
      end = error.message;
    });
    opened.end();
    await new Promise((resolve) => setImmediate(resolve));
    expect(end).toBe('Connection Closed');
  } finally {
    opened.end();
    for (const client of server.clients) client.terminate();
    server.close();
  }
});

test('C11: a socket that has ended begins to buffer nothing, which would hold it for another 30 s', async () => {
  const auth = memoryAuth();
  auth.creds.me = { id: '5511900000001:1@s.whatsapp.net', name: '~' };
  // As in a session, after what it has waited for.
  await Promise.resolve();
  const { sock, end } = openTo(1, auth);
  end();
  await new Promise((resolve) => setImmediate(resolve));
  expect(sock.ev.isBuffering()).toBe(false);
});

test('C11: who connects again and again holds no more memory', async () => {
  const times = volume({ some: 80, all: 1_000 });
  const peer = await startWhatsAppPeer();
  const shop = peer.phone('5511900000001', 'Loja');
  const program = fileURLToPath(new URL('../../testing/reconnecting-whatsapp.process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--expose-gc', '--no-flush-bytecode', '--no-warnings', program, String(times)], {
    env: { ...process.env, ...peer.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const companion = await shop.scan((await lines.next()).value as string);
    const { before, after } = JSON.parse((await lines.next()).value as string) as { before: number; after: number };
    expect(companion.counts.logins).toBeGreaterThanOrEqual(times);
    expect(companion.counts.mostLive).toBe(1);
    expect((after - before) / times).toBeLessThan(5_000);
  } finally {
    child.kill('SIGKILL');
    await peer.close();
  }
}, 300_000);
