import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startKafka } from '../testing/kafka/kafka.ts';
import { type Product, startProduct } from '../testing/product.ts';
import { startStandIn } from '../testing/stand-in.ts';
import { finished, interrupt, outcomeOf, simulatorWay, startCampaign, type Way, withoutIntervals } from './campaigns.ts';
import { type Session, signIn } from './client.ts';
import { handOf } from './hand.ts';
import { whatsAppCustomers } from './whatsapp.channel.ts';

/*
 * Sends a campaign on each of two connections of a product with two instances, while one service after the other is killed, and cancels and
 * restarts one of them on the way. Ends with 0 if each recipient has exactly one message, as the simulator's phones show it, and the reports
 * say the same; on the bus in Postgres and on a real Kafka. With `--channel whatsapp` both leave
 * by one phone of the WhatsApp peer.
 */
const { values } = parseArgs({
  options: {
    recipients: { type: 'string', default: '5000' },
    every: { type: 'string', default: '10' },
    minutes: { type: 'string', default: '30' },
    bus: { type: 'string', multiple: true, default: ['postgres', 'kafka'] },
    channel: { type: 'string', default: 'simulator' },
  },
});
const count = Number(values.recipients);
const everyMs = Number(values.every) * 1_000;
const SERVICES = ['command', 'gateway', 'projection'] as const;
/** The first number of the first campaign. */
const FROM = 910_000_000;
const INTERRUPTED_MS = 2_000;

const killServices = async (product: Product, over: AbortSignal): Promise<number> => {
  let kills = 0;
  for (let nth = 0; ; nth += 1) {
    await wait(everyMs, undefined, { signal: over }).catch(() => undefined);
    if (over.aborted) return kills;
    const name = `${SERVICES[nth % SERVICES.length]}-${(Math.floor(nth / SERVICES.length) % 2) + 1}`;
    try {
      product.kill(name);
      kills += 1;
      console.log(`${new Date().toISOString()} kill -9 of ${name}`);
    } catch {
      // It is not back yet.
    }
  }
};

/** A phone of the WhatsApp peer as a connection; its customers are phones too. */
const whatsAppWay = async (url: string, admin: Session, peer: string): Promise<Way> => {
  const [queue] = await admin.get<{ id: string }[]>('/queue');
  const customers = await whatsAppCustomers({ url, admin, queueId: queue!.id }, peer);
  return {
    connectionId: customers.connectionId,
    prepare: (number) => customers.customer(number, number),
    readBy: async (number) => (await customers.delivered({ number, name: number, key: number })).length,
  };
};

const seconds = (from: number): number => Math.round((Date.now() - from) / 1_000);

const check = async (bus: string): Promise<boolean> => {
  const kafka = bus === 'kafka' ? await startKafka() : null;
  const peer = values.channel === 'whatsapp' ? await startStandIn('whatsapp-peer') : null;
  if (peer) Object.assign(process.env, (await handOf(peer.url).get<{ env: Record<string, string> }>('/state')).env);
  const product = await startProduct({ instances: 2, ...(kafka && { kafkaBrokers: kafka.brokers }) });
  const over = new AbortController();
  try {
    const { email, password } = product.demo.users.find((user) => user.email.startsWith('admin@'))!;
    const admin = await signIn(product.url, email, password);
    await withoutIntervals(admin);
    const half = Math.ceil(count / 2);
    const begun = Date.now();
    const phone = peer && (await whatsAppWay(product.url, admin, peer.url));
    const way = async (name: string) => phone ?? simulatorWay(product.url, admin, name);
    const campaigns = [
      await startCampaign(admin, await way('Aviso um'), { from: FROM, count: half }),
      await startCampaign(admin, await way('Aviso dois'), { from: FROM + half, count: count - half }),
    ];
    console.log(`${bus}: ${count} recipients in ${seconds(begun)} s`);
    const started = Date.now();
    const killing = killServices(product, over.signal);
    // The few messages of a phone may all be handed over before it.
    if (!peer) {
      await wait(INTERRUPTED_MS);
      await interrupt(admin, campaigns[1]!, INTERRUPTED_MS);
    }
    await Promise.all(campaigns.map((one) => finished(admin, one, Number(values.minutes) * 60_000)));
    over.abort();
    const kills = await killing;
    let isRight = true;
    for (const one of campaigns) {
      const { shown, report } = await outcomeOf(admin, one);
      const { validContacts, sent, delivered, unsure, failed } = report;
      const all = one.numbers.length;
      isRight &&= shown[1] === all && validContacts === all && sent === all && unsure === 0 && failed.length === 0;
      console.log(bus, JSON.stringify({ shown, validContacts, sent, delivered, unsure, failed }));
    }
    console.log(`${bus}: over in ${seconds(started)} s, ${kills} kills: ${isRight ? 'each once' : 'WRONG'}`);
    return isRight;
  } finally {
    over.abort();
    await product.stop();
    await kafka?.close();
    peer?.stop();
  }
};

let isRight = true;
for (const bus of values.bus) isRight = (await check(bus)) && isRight;
process.exit(isRight ? 0 : 1);
