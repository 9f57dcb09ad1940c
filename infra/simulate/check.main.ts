import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '../embedded/processes/ports.ts';
import { type Product, startProduct } from '../testing/product.ts';
import { startStandIn } from '../testing/stand-in.ts';
import { type ChannelChoice, opening } from './channels.ts';
import { readConversations } from './conversations.ts';
import { handOf } from './hand.ts';
import { type Result, simulate } from './simulate.ts';

/*
 * Plays conversations through the WhatsApp peer and the Graph stand-in against a product of its own with two gateways. While WhatsApp is
 * played, one of the gateways is killed every 30 s; Graph's webhooks come twice, late and shuffled. Ends with 0 if nothing was lost,
 * doubled or out of order, and the peer never saw two sockets of a session.
 */
const { values } = parseArgs({
  options: {
    conversations: { type: 'string', default: '100' },
    concurrency: { type: 'string', default: '10' },
    media: { type: 'string', default: '0.1' },
    every: { type: 'string', default: '30' },
    channel: { type: 'string', multiple: true, default: ['whatsapp', 'cloud', 'messenger'] },
  },
});
const count = Number(values.conversations);
const everyMs = Number(values.every) * 1_000;
const fixture = fileURLToPath(new URL('../e2e/fixtures/conversations.jsonl.gz', import.meta.url));
const recorded = readConversations(fixture, count);
const conversations = Array.from({ length: count }, (_, n) => recorded[n % recorded.length]!);

type Peer = { totals: { logins: number; mostLive: number }; problems: string[]; env: Record<string, string> };

/** Kills one gateway after the other until `over`. */
const killGateways = async (product: Product, over: AbortSignal): Promise<void> => {
  for (let nth = 0; ; nth += 1) {
    await wait(everyMs, undefined, { signal: over }).catch(() => undefined);
    if (over.aborted) return;
    const name = `gateway-${(nth % 2) + 1}`;
    console.log(`${new Date().toISOString()} kill -9 of ${name}`);
    product.kill(name);
  }
};

const play = async (product: Product, channel: ChannelChoice, peer: string): Promise<Result> => {
  const over = new AbortController();
  const killing = channel === 'whatsapp' ? killGateways(product, over.signal) : Promise.resolve();
  try {
    return await simulate({
      url: product.url,
      demo: product.demo,
      conversations,
      concurrency: Number(values.concurrency),
      speed: Number.POSITIVE_INFINITY,
      kinds: 0.1,
      media: Number(values.media),
      seed: 1 + Math.floor(Math.random() * 900_000),
      ...opening(channel, peer),
      onError: (error) => console.error(error.message),
      onDifference: (sides) => console.error(JSON.stringify(sides)),
    });
  } finally {
    over.abort();
    await killing;
  }
};

const peer = await startStandIn('whatsapp-peer');
const graph = await startStandIn('graph-stand-in');
const stateOf = (origin: string, path: string) => handOf(origin).get<Peer>(path);
for (const { env } of [await stateOf(peer.url, '/state'), await stateOf(graph.url, '/hand')]) Object.assign(process.env, env);
const port = await freePort();
// Meta fetches files there.
const publicUrl = `http://127.0.0.1:${port}`;
const product = await startProduct({ instances: 2, port, publicUrl });
let isWrong = false;
try {
  for (const channel of values.channel as ChannelChoice[]) {
    const result = await play(product, channel, channel === 'whatsapp' ? peer.url : graph.url);
    console.log(channel, JSON.stringify(result));
    const { lost, duplicated, outOfOrder, different, errors } = result;
    isWrong ||= lost + duplicated + outOfOrder + different + errors > 0;
  }
  const { totals, problems } = await stateOf(peer.url, '/state');
  const all = [...problems, ...(await stateOf(graph.url, '/hand')).problems];
  console.log(JSON.stringify({ ...totals, problems: all }));
  isWrong ||= totals.mostLive > 1 || all.length > 0;
} finally {
  await product.stop();
  peer.stop();
  graph.stop();
}
process.exit(isWrong ? 1 : 0);
