import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { CampaignReport, CampaignView, SimulatorDelivered } from '@prosa/contracts';
import { startKafka } from '../testing/kafka/kafka.ts';
import { type Product, startProduct } from '../testing/product.ts';
import { persist, type Session, signIn } from './client.ts';
import { inParallel } from './in-parallel.ts';

/*
 * Sends a campaign on each of two connections of a product with two instances, while one service after the other is killed, and cancels and
 * restarts one of them on the way. Ends with 0 if each recipient has exactly one message, as the simulator's phones show it, and the reports
 * say the same; on the bus in Postgres and on a real Kafka.
 */
const { values } = parseArgs({
  options: {
    recipients: { type: 'string', default: '5000' },
    every: { type: 'string', default: '10' },
    minutes: { type: 'string', default: '30' },
    bus: { type: 'string', multiple: true, default: ['postgres', 'kafka'] },
  },
});
const count = Number(values.recipients);
const everyMs = Number(values.every) * 1_000;
const AT_ONCE = 12;
const SERVICES = ['command', 'gateway', 'projection'] as const;

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

type Part = { id: string; connection: { id: string; token: string }; numbers: string[] };
const setUp = async (admin: Session, nth: number, numbers: string[]): Promise<Part> => {
  const token = `token-of-campaigns-check-${nth}-${Date.now()}`;
  const body = { name: `Campanhas ${nth}`, channel: 'simulator', token };
  const { record: connection } = await admin.command<{ id: string }>('POST', '/whatsapp', body);
  const { record: list } = await admin.command<{ id: string }>('POST', '/contact-lists', { name: `Lista ${nth}` });
  await inParallel(numbers, AT_ONCE, async (number, at) => {
    await admin.command('POST', '/contact-list-items', { contactListId: list.id, name: `Cliente ${at}`, number, email: null });
  });
  const { record } = await admin.command<{ id: string }>('POST', '/campaigns', {
    name: `Aviso ${nth}`,
    message1: 'Oi, {primeiroNome}!',
    message2: 'Olá, {nome}!',
    whatsappId: connection.id,
    contactListId: list.id,
    scheduledAt: new Date().toISOString(),
  });
  return { id: record.id, connection: { id: connection.id, token }, numbers };
};

/** Cancels a campaign in the middle, and lets it go on. */
const interrupt = async (admin: Session, { id }: Part): Promise<void> => {
  await wait(2_000);
  await admin.command('POST', `/campaigns/${id}/cancel`, undefined);
  await wait(2_000);
  await admin.command('POST', `/campaigns/${id}/restart`, undefined);
};

const finished = async (admin: Session, { id }: Part): Promise<CampaignView> => {
  const end = Date.now() + Number(values.minutes) * 60_000;
  for (;;) {
    const campaign = await admin.get<CampaignView>(`/campaigns/${id}`);
    if (campaign.status === 'FINALIZADA') return campaign;
    if (campaign.pauseReason !== null) throw new Error(`It has paused: ${campaign.pauseReason}`);
    if (Date.now() > end) throw new Error(`It is not over in time: ${JSON.stringify(campaign)}`);
    await wait(1_000);
  }
};

/** How many messages each of these numbers shows. */
const shownBy = async (url: string, { connection, numbers }: Part): Promise<Map<number, number>> => {
  const shown = new Map<number, number>();
  await inParallel(numbers, AT_ONCE, async (number) => {
    const answer = await persist(`${url}/webhooks/simulator/${connection.id}/delivered?to=${number}`, {
      headers: { authorization: `Bearer ${connection.token}` },
    });
    const { length } = (await answer.json()) as SimulatorDelivered;
    shown.set(length, (shown.get(length) ?? 0) + 1);
  });
  return shown;
};

const check = async (bus: string): Promise<boolean> => {
  const kafka = bus === 'kafka' ? await startKafka() : null;
  const product = await startProduct({ instances: 2, ...(kafka && { kafkaBrokers: kafka.brokers }) });
  const over = new AbortController();
  try {
    const { email, password } = product.demo.users.find((user) => user.email.startsWith('admin@'))!;
    const admin = await signIn(product.url, email, password);
    const settings = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0, variables: [] };
    await admin.command('POST', '/campaign-settings', { settings });
    const numbers = Array.from({ length: count }, (_, nth) => `5511${String(910_000_000 + nth)}`);
    const half = Math.ceil(count / 2);
    const begun = Date.now();
    const parts = [await setUp(admin, 1, numbers.slice(0, half)), await setUp(admin, 2, numbers.slice(half))];
    console.log(`${bus}: ${count} recipients in ${Math.round((Date.now() - begun) / 1_000)} s`);
    const started = Date.now();
    const killing = killServices(product, over.signal);
    await interrupt(admin, parts[1]!);
    await Promise.all(parts.map((part) => finished(admin, part)));
    over.abort();
    const kills = await killing;
    let isRight = true;
    for (const part of parts) {
      const shown = Object.fromEntries(await shownBy(product.url, part));
      const report = await admin.get<CampaignReport>(`/campaigns/${part.id}/report`);
      const { validContacts, sent, unsure, failed } = report;
      const all = part.numbers.length;
      isRight &&= shown[1] === all && validContacts === all && sent === all && unsure === 0 && failed.length === 0;
      console.log(bus, JSON.stringify({ shown, validContacts, sent, delivered: report.delivered, unsure, failed }));
    }
    console.log(
      `${bus}: over in ${Math.round((Date.now() - started) / 1_000)} s, ${kills} kills: ${isRight ? 'each once' : 'WRONG'}`,
    );
    return isRight;
  } finally {
    over.abort();
    await product.stop();
    await kafka?.close();
  }
};

let isRight = true;
for (const bus of values.bus) isRight = (await check(bus)) && isRight;
process.exit(isRight ? 0 : 1);
