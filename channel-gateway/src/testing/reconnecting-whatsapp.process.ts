import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@prosa/infra/runtime';
import { journalingRepository } from '../channels/whatsapp/signal/repository.ts';
import { openSocket } from '../channels/whatsapp/socket/socket.ts';
import { whatsAppServers } from '../channels/whatsapp/wire/servers.ts';
import { TIMINGS } from '../channels/whatsapp/wire/timings.ts';
import { memoryAuth } from './whatsapp-peer/client.fixture.ts';

/**
 * Links a device to a phone of the WhatsApp peer, whose code it prints, and then opens and ends its socket as often as is said, in a process
 * of its own; prints how many bytes it holds after a fifth of the times, and at the end.
 */
const times = Number(process.argv[2]);
const auth = memoryAuth();
const nothing = () => undefined;
const REST_MS = 60_000;

/** One socket, until it is open or the server ends it. */
const openOnce = (): Promise<unknown> =>
  new Promise((resolve) => {
    const opened = openSocket({
      ...auth,
      servers: whatsAppServers(process.env),
      repository: journalingRepository({ find: async () => null } as never, { journaled: nothing, unread: nothing }),
      sentMessage: async () => undefined,
      takesGroups: () => false,
      takesCalls: () => true,
      heard: {
        code: (qrcode) => console.log(qrcode),
        linked: nothing,
        open: () => opened.end(),
        frame: nothing,
        closed: resolve,
        receipt: nothing,
        creds: nothing,
        missed: async () => undefined,
        heldBack: nothing,
        codeRefused: nothing,
        restricted: nothing,
        needsPasskey: nothing,
      },
      timings: TIMINGS,
      log: createLogger('test', 'silent'),
    });
  });

/** Baileys leaves timers behind, of up to 30 s: what they hold is held for that long only. */
const isAtRest = (): boolean => !process.getActiveResourcesInfo().some((name) => name === 'Timeout' || name === 'TCPSocketWrap');
const held = async (): Promise<number> => {
  for (const end = Date.now() + REST_MS; !isAtRest() && Date.now() < end; ) await sleep(200);
  // Memory outside of the heap is freed a turn after the first collection finds that nobody holds it.
  globalThis.gc!();
  await sleep(50);
  globalThis.gc!();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

// The linking ends with a restart.
await openOnce();
for (let nth = 0; nth < times / 5; nth += 1) await openOnce();
const before = await held();
for (let nth = 0; nth < times; nth += 1) await openOnce();
console.log(JSON.stringify({ before, after: await held() }));
process.exit(0);
