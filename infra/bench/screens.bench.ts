import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '@prosa/contracts';
import WebSocket from 'ws';
import { signIn } from '../simulate/client.ts';
import { numberOf } from '../simulate/names.ts';
import { percentiles } from '../simulate/statistics.ts';
import type { Product } from '../testing/product.ts';
import type { Finding } from './report.ts';

const PER_SECOND = 50;
const SECONDS = 20;
/** Seconds at that pace before it counts: the customers' first messages, and V8's first look at the code. */
const WARM_UP = 15;
const CUSTOMERS = 40;

/** From a customer's POST at the webhook to the frame on an attendant's socket, at 50 messages a second on an otherwise idle machine. */
export const benchScreens = async (product: Product): Promise<Finding> => {
  const user = product.demo.users.find(({ email }) => email.startsWith('ana@'))!;
  const session = await signIn(product.url, user.email, user.password);
  const socket = new WebSocket(`${product.url.replace('http', 'ws')}/live`);
  const came = new Map<string, number>();
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', token: session.token() })));
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data));
      if (frame.type === 'welcome') resolve();
      if (frame.channel === 'appMessage' && frame.record.body && !came.has(frame.record.body))
        came.set(frame.record.body, performance.now());
    });
  });
  const { connection } = product.demo;
  const send = async (n: number): Promise<[string, number]> => {
    const text = newId();
    const start = performance.now();
    const answer = await fetch(`${product.url}/webhooks/simulator/${connection.id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${connection.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        id: text,
        type: 'text',
        from: numberOf(77, n % CUSTOMERS),
        name: 'Cliente',
        text,
        at: new Date().toISOString(),
      }),
    });
    if (answer.status !== 202) throw new Error(`The webhook answered ${answer.status}`);
    return [text, start];
  };
  const play = async (seconds: number) => {
    const sent: Promise<[string, number]>[] = [];
    const begin = performance.now();
    for (let i = 0; i < PER_SECOND * seconds; i++) {
      const due = begin + (i * 1_000) / PER_SECOND;
      if (due > performance.now()) await wait(due - performance.now());
      sent.push(send(i));
    }
    return Promise.all(sent);
  };
  await play(WARM_UP);
  const all = await play(SECONDS);
  const end = Date.now() + 10_000;
  while (all.some(([text]) => !came.has(text)) && Date.now() < end) await wait(20);
  socket.close();
  const missing = all.filter(([text]) => !came.has(text)).length;
  if (missing > 0) throw new Error(`${missing} of ${all.length} messages never came to the screen`);
  const times = percentiles(all.map(([text, start]) => came.get(text)! - start));
  return {
    what: `inbound to screen at ${PER_SECOND}/s, p99`,
    measured: times.p99,
    unit: 'ms',
    target: { under: 100 },
    detail: times,
  };
};
