import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childId, conversationKey, conversationStream, newId } from '@prosa/contracts';
import type { Product } from '../testing/product.ts';
import type { Finding } from './report.ts';
import { benchMeta, companiesOf, environmentOf, fillStore, inLanes, type Writing } from './store.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The data of a company after some weeks: real rebuilds have large stores, and the start-up time hardly matters. */
const CONVERSATIONS = 5_000;
const MESSAGES = 38;

/**
 * Rebuilds all tables from a store filled with conversations (messages encrypted, as the command side writes them), alongside the live
 * ones; events per second, from the start of the process to the switch-over, including indexes.
 */
export const benchRebuild = async (product: Product): Promise<Finding> => {
  const env = environmentOf(product);
  let events = 0;
  await fillStore(env, async (store) => {
    events = await fill(store, companiesOf(product).company, product.demo.connection.id);
  });
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

/** Writes conversations; returns the number of their events. */
const fill = async (store: Writing, companyId: string, connectionId: string): Promise<number> => {
  let events = 0;
  const write = async (n: number) => {
    const contactId = newId();
    const key = conversationKey(connectionId, contactId);
    const ticketId = childId(key, 'ticket:bench');
    const meta = benchMeta(companyId);
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
    await store.append(`contact-${contactId}`, await store.encodeAll(contact, meta, contactId), 'no_stream');
    await store.append(conversationStream(key), await store.encodeAll(conversation, meta, contactId), 'no_stream');
    events += contact.length + conversation.length;
  };
  await inLanes(8, CONVERSATIONS, write);
  return events;
};
