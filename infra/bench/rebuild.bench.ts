import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allEvents, childId, conversationKey, conversationStream, newId } from '@prosa/contracts';
import { connectPg, connectStore, eventCodec, keyRing, type NewMeta, readConfig } from '@prosa/infra/runtime';
import { z } from 'zod';
import type { Finding } from './report.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The data of a company after some weeks: real rebuilds have large stores, and the start-up time hardly matters. */
const CONVERSATIONS = 5_000;
const MESSAGES = 38;

export type Servers = { eventStoreUrl: string; databaseUrl: string; keysFile: string; tokenSecretFile: string };

/**
 * Rebuilds all tables from a store filled with conversations (messages encrypted, as the command side writes them), alongside the live
 * ones; events per second, from the start of the process to the switch-over, including indexes.
 */
export const benchRebuild = async (servers: Servers, companyId: string, connectionId: string): Promise<Finding> => {
  const env = {
    ...process.env,
    EVENTSTORE_URL: servers.eventStoreUrl,
    DATABASE_URL: servers.databaseUrl,
    PROSA_KEYS_FILE: servers.keysFile,
    PROSA_TOKEN_SECRET_FILE: servers.tokenSecretFile,
  };
  const events = await fill(env, companyId, connectionId);
  const start = performance.now();
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'projection-service/src/rebuild.main.ts')],
    {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`The rebuild ended with ${code}`);
  const perSecond = Math.round((events * 1_000) / (performance.now() - start));
  return {
    what: 'rebuild of all projections',
    measured: perSecond,
    unit: 'events/s',
    target: { atLeast: 15_000 },
    detail: { events, perSecond },
  };
};

/** Writes conversations directly into the store; returns the minimum number of events in it afterwards. */
const fill = async (env: NodeJS.ProcessEnv, companyId: string, connectionId: string): Promise<number> => {
  const config = readConfig(z.object({}), env);
  const pool = connectPg(config.DATABASE_URL, { max: 4 });
  const codec = eventCodec({ events: allEvents, keys: keyRing({ pool, masterKey: config.PROSA_KEYS }) });
  const store = connectStore(config.EVENTSTORE_URL, codec);
  let events = 0;
  const write = async (n: number) => {
    const contactId = newId();
    const key = conversationKey(connectionId, contactId);
    const ticketId = childId(key, 'ticket:bench');
    const meta: NewMeta = {
      companyId,
      actor: { kind: 'system', id: 'bench' },
      commandId: newId(),
      correlationId: newId(),
      causationId: newId(),
      at: new Date(),
    };
    const contact = [
      {
        type: 'ContactCreated',
        data: {
          contactId,
          name: `Cliente ${n}`,
          number: `5511${70_000_000 + n}`,
          email: null,
          extraInfo: [],
          channel: 'simulator',
        },
      },
    ];
    const conversation = [
      { type: 'ConversationStarted', data: { connectionId, contactId } },
      {
        type: 'TicketOpened',
        data: {
          ticketId,
          protocol: `b${n}`,
          status: 'pending',
          queueId: null,
          userId: null,
          connectionId,
          contactId,
          channel: 'simulator',
        },
      },
      ...Array.from({ length: MESSAGES }, (_, i) => ({
        type: 'MessageReceived',
        data: {
          ticketId,
          messageId: childId(key, `in:${i}`),
          body: `Mensagem ${i} de quem espera uma resposta há algum tempo.`,
          channelId: `${i}`,
          quotedId: null,
          sentAt: new Date().toISOString(),
        },
      })),
    ];
    await store.append(`contact-${contactId}`, await codec.encodeAll(contact, meta, contactId), 'no_stream');
    await store.append(conversationStream(key), await codec.encodeAll(conversation, meta, contactId), 'no_stream');
    events += contact.length + conversation.length;
  };
  let next = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let n = next++; n < CONVERSATIONS; n = next++) await write(n);
    }),
  );
  // Wait until the running projector has folded them too and is idle.
  const head = await store.head();
  const position = async () =>
    BigInt(
      (await pool.query<{ position: string }>("select position from read.generation where state = 'live'")).rows[0]!.position,
    );
  while ((await position()) < head) await new Promise((resolve) => setTimeout(resolve, 100));
  await store.close();
  await pool.end();
  return events;
};
