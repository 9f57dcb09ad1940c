import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '@prosa/contracts';
import WebSocket from 'ws';
import { type Session, signIn } from '../simulate/client.ts';
import { nameOf, numberOf } from '../simulate/names.ts';
import type { Demo } from '../simulate/simulate.ts';

/** Customers who write in turn; each conversation keeps growing. */
const CUSTOMERS = 400;
/** One message in this many is an attendant's answer. */
const ANSWERED = 5;
/** The start of each message, which makes it about as long as real ones. */
const WORDS = 'Bom dia! Queria saber do meu pedido, que ainda não chegou. O código é ';

/**
 * A typical day's traffic in a short time: customers write through the webhook, an attendant answers every fifth message, one screen
 * receives everything and opens a list or a conversation once per second. Resolves after `seconds` with the number of messages per second,
 * and how many failed.
 */
export const playTraffic = async ({
  url,
  demo,
  perSecond,
  seconds,
}: {
  url: string;
  demo: Demo;
  perSecond: number;
  seconds: number;
}): Promise<{ perSecond: number; failed: number }> => {
  const { connection } = demo;
  const user = demo.users.find(({ email }) => email.startsWith('ana@'))!;
  const session = await signIn(url, user.email, user.password);
  const socket = await screenOf(url, session);
  const tickets: string[] = [];
  const seen = new Set<string>();
  let failed = 0;
  const count = () => {
    failed += 1;
  };
  socket.on('message', (data) => {
    const { channel, record } = JSON.parse(String(data)) as { channel?: string; record?: { ticketId: string } };
    if (channel !== 'appMessage' || !record || seen.has(record.ticketId)) return;
    seen.add(record.ticketId);
    const open = { status: 'open', userId: session.userId };
    session.command('PUT', `/tickets/${record.ticketId}`, open).then(() => tickets.push(record.ticketId), count);
  });
  const write = async (n: number): Promise<void> => {
    const id = newId();
    const answer = await fetch(`${url}/webhooks/simulator/${connection.id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${connection.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        id,
        type: 'text',
        from: numberOf(78, n % CUSTOMERS),
        name: nameOf(n % CUSTOMERS),
        text: `${WORDS}${id}`,
        at: new Date().toISOString(),
      }),
    });
    await answer.arrayBuffer();
    if (answer.status !== 202) throw new Error(`The webhook answered ${answer.status}`);
  };
  const answer = (n: number) =>
    session.command('POST', `/messages/${tickets[n % tickets.length]}`, { body: 'Já vou verificar, um momento, por favor.' });
  const look = (n: number) =>
    n % 2 === 0 || tickets.length === 0
      ? session.get('/tickets?status=open')
      : session.get(`/messages/${tickets[n % tickets.length]}`);

  const under: Promise<unknown>[] = [];
  const begin = performance.now();
  for (let i = 0; i < perSecond * seconds; i++) {
    const due = begin + (i * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await wait(early);
    const isAnswer = i % ANSWERED === ANSWERED - 1 && tickets.length > 0;
    under.push((isAnswer ? answer(i) : write(i)).catch(count));
    if (i % perSecond === 0) under.push(look(i / perSecond).catch(count));
    // Limited by backpressure: if the machine cannot keep up, the result shows it.
    if (under.length >= 256) await Promise.all(under.splice(0, 128));
  }
  await Promise.all(under);
  const took = (performance.now() - begin) / 1_000;
  socket.close();
  return { perSecond: (perSecond * seconds) / took, failed };
};

const screenOf = async (url: string, session: Session): Promise<WebSocket> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/live`);
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('open', () => socket.send(JSON.stringify({ type: 'hello', token: session.token() })));
    socket.once('message', () => resolve());
  });
  // A token is valid for fifteen minutes; another hello sends a new one.
  const renew = setInterval(() => socket.send(JSON.stringify({ type: 'hello', token: session.token() })), 60_000);
  renew.unref();
  socket.once('close', () => clearInterval(renew));
  return socket;
};
