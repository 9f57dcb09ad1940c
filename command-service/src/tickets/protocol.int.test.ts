import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allEvents, newId } from '@prosa/contracts';
import {
  AppendOutcomeUnknown,
  connectPg,
  connectStore,
  createLogger,
  eventCodec,
  keyRing,
  type Store,
} from '@prosa/infra/runtime';
import { startEventStore } from '../../../infra/embedded/event-store/server.ts';
import { createHandler } from '../kernel/handler.ts';
import { protocolOf } from './protocol.ts';

const log = createLogger('test', 'silent');
const dataDir = mkdtempSync(join(tmpdir(), 'prosa-protocol-'));
// Nothing here is personal: the keys' database is never asked.
const pool = connectPg('postgres://nobody@127.0.0.1:1/none');
const codec = eventCodec({ events: allEvents, keys: keyRing({ pool, masterKey: randomBytes(32) }) });
const server = await startEventStore({ dataDir, port: 0 });
const store = connectStore(server.url, codec, { log });
afterAll(async () => {
  await store.close();
  await server.close();
  await pool.end();
  rmSync(dataDir, { recursive: true, force: true });
});

test('numbers whose append was not answered stay a gap, and others are handed out', async () => {
  let lost = 0;
  const forgetful: Store = {
    ...store,
    append: async (...args) => {
      const written = await store.append(...args);
      lost += 1;
      if (lost === 1) throw new AppendOutcomeUnknown(args[0]);
      return written;
    },
  };
  const { next } = protocolOf(createHandler({ store: forgetful, codec, log }));
  const companyId = newId();
  expect(await Promise.all([next(companyId), next(companyId)])).toEqual(['000021', '000022']);
});

test('all of a process take of one block, whoever asks', async () => {
  const handle = createHandler({ store, codec, log });
  const companyId = newId();
  const [call, customer] = [protocolOf(handle), protocolOf(handle)];
  expect([await call.next(companyId), await customer.next(companyId), await call.next(companyId)]).toEqual([
    '000001',
    '000002',
    '000003',
  ]);
  expect((await store.load(`protocol-${companyId}`)).length).toBe(1);
});
