import { setTimeout as wait } from 'node:timers/promises';
import { newId, type TicketView } from '@prosa/contracts';
import WebSocket from 'ws';
import { persist, type Session, signIn } from '../simulate/client.ts';
import { numberOf } from '../simulate/names.ts';
import type { Product } from '../testing/product.ts';
import { until } from '../testing/until.ts';

/** The part of a product that its users need. */
export type Running = Pick<Product, 'url' | 'demo'>;
type Connection = { id: string; token: string };
type Users = { email: string; password: string }[];

/** An attendant with an open live socket: when each text arrived on the screen, and when the channel had accepted it. */
export type Attendant = {
  session: Session;
  socket: WebSocket;
  came: Map<string, number>;
  taken: Map<string, number>;
  close(): void;
};

export const attend = async (product: Running, users: Users, name: string): Promise<Attendant> => {
  const user = users.find(({ email }) => email.startsWith(name))!;
  const session = await signIn(product.url, user.email, user.password);
  const came = new Map<string, number>();
  const taken = new Map<string, number>();
  const socket = await connect(product, session, (frame) => {
    if (frame.channel !== 'appMessage' || !frame.record?.body) return;
    const { body, ack } = frame.record;
    if (!came.has(body)) came.set(body, performance.now());
    if (ack >= 2 && !taken.has(body)) taken.set(body, performance.now());
  });
  return { session, socket, came, taken, close: () => socket.close() };
};

type Frame = { type: string; channel?: string; record?: { id: string; body: string | null; ack: number } };

/** Opens a live socket and waits for the welcome. */
export const connect = (product: Running, session: Session, hear: (frame: Frame) => void): Promise<WebSocket> => {
  const socket = new WebSocket(`${product.url.replace('http', 'ws')}/live`);
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The socket was closed.')));
    socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', token: session.token() })));
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as Frame;
      if (frame.type === 'welcome') resolve(socket);
      hear(frame);
    });
  });
};

/** A customer writes, retrying after a broken connection as channels do. Resolves to the time of the first attempt. */
export const write = async (product: Running, connection: Connection, customer: number, text: string): Promise<number> => {
  const start = performance.now();
  await says(product, connection, { id: text, from: numberOf(77, customer), name: 'Cliente', text, at: new Date() });
  return start;
};

/** A customer of the demo's own connection writes, at the given time. */
export const customerSays = (
  product: Running,
  from: string,
  name: string,
  id: string,
  text: string,
  at = new Date(),
): Promise<void> => says(product, product.demo.connection, { id, from, name, text, at });

type Saying = { id: string; from: string; name: string; text: string; at: Date };
const says = async (product: Running, { id, token }: Connection, saying: Saying): Promise<void> => {
  const answer = await persist(`${product.url}/webhooks/simulator/${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'text', ...saying }),
  });
  if (answer.status !== 202) throw new Error(`The webhook answered ${answer.status}`);
};

/** Starts `work` `perSecond` times a second, whether the earlier runs have ended or not. */
export const paced = async <Result>(
  perSecond: number,
  seconds: number,
  work: (n: number) => Promise<Result>,
): Promise<Result[]> => {
  const begun: Promise<Result>[] = [];
  const start = performance.now();
  for (let i = 0; i < perSecond * seconds; i++) {
    const due = start + (i * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await wait(early);
    begun.push(work(i));
  }
  return Promise.all(begun);
};

export type Place = { attendant: Attendant; ticket: TicketView };

/** An attendant with an open ticket. */
export const settle = async (product: Running, company: Running['demo'], name: string, customer: number): Promise<Place> => {
  const attendant = await attend(product, company.users, name);
  const { session, came } = attendant;
  const text = newId();
  await write(product, company.connection, customer, text);
  await until(() => came.has(text));
  const { tickets } = await session.get<{ tickets: TicketView[] }>('/tickets?status=pending&showAll=true');
  const ticket = tickets.find(({ lastMessage }) => lastMessage === text)!;
  await session.command('PUT', `/tickets/${ticket.id}`, { status: 'open' });
  return { attendant, ticket };
};
