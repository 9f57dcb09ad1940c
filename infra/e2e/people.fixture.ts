import { randomInt } from 'node:crypto';
import {
  childId,
  conversationKey,
  type Me,
  type MessageView,
  type SimulatorDelivered,
  type TicketOwn,
  type TicketView,
} from '@prosa/contracts';
import { assertDeclared } from '../testing/declared.ts';
import type { Product } from '../testing/product.ts';
import type { SharedProduct } from '../testing/shared-product.ts';
import { pause } from '../testing/until.ts';

/** How long the product may take to start or stop on a busy machine, in milliseconds. */
export const START = 120_000;

export type Answer<Body> = {
  status: number;
  body: Body;
  headers: Headers;
  /** Prosa-Position. */
  position: string;
};
export type Call = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;
export type CallOptions = { token?: string | undefined; body?: unknown; key?: string; headers?: Record<string, string> };
export type Refusal = { error: string; message: string; fields?: Record<string, string>; details?: Record<string, unknown> };

/** One call of the API below `/api`, through the origin or to one instance. A body that is a string or bytes is sent unchanged. */
export const call = async <Body = Refusal>(
  base: string,
  what: Call,
  { token, body, key, headers }: CallOptions = {},
): Promise<Answer<Body>> => {
  const [method, path] = what.split(' ') as [string, string];
  const answer = await fetch(`${base}/api${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  } as RequestInit);
  const text = await answer.text();
  const isText = text === '' || /^(text\/csv|application\/zip)/.test(answer.headers.get('content-type') ?? '');
  const said: unknown = isText ? text || null : JSON.parse(text || 'null');
  assertDeclared(method, path, answer.status, said);
  return {
    status: answer.status,
    body: said as Body,
    headers: answer.headers,
    position: answer.headers.get('prosa-position') ?? '',
  };
};

export type User = Me & {
  token: string;
  /** The refresh token's cookie, as a browser would send it. */
  cookie: string;
  call: <Body = Refusal>(what: Call, body?: unknown, options?: CallOptions) => Promise<Answer<Body>>;
  /** The same session, through one instance. */
  through: (base: string) => User;
};

const userOf = (base: string, me: Me, token: string, cookie: string): User => ({
  ...me,
  token,
  cookie,
  call: (what, body, options) => call(base, what, { token, body, ...options }),
  through: (other) => userOf(other, me, token, cookie),
});

let place: SharedProduct | null = null;
/** Where the people of the test file are: in a company of the shared product, or (null) in the first company of a product of their own. */
export const comeTo = <Place extends SharedProduct | null>(shared: Place): Place => {
  place = shared;
  return shared;
};
/** The address with which one signs in who is `name@prosa.demo` in a product of the test file's own. */
export const addressOf = (email: string): string => place?.addressOf(email) ?? email;

/** Signs somebody in; the demo's people need only their e-mail. Their older sessions end. */
export const signIn = async (base: string, email: string, password = 'prosa-demo'): Promise<User> => {
  const { status, body, headers } = await call<{ token: string; user: Me }>(base, 'POST /auth/login', {
    body: { email: addressOf(email), password },
  });
  if (status !== 200) throw new Error(`${email} could not sign in: ${status} ${JSON.stringify(body)}`);
  return userOf(base, body.user, body.token, cookieOf(headers));
};
export const cookieOf = (headers: Headers): string => headers.getSetCookie().at(0)?.split(';')[0] ?? '';

/** The address of one instance: `command-1`, `projection-2`, `gateway-1`. */
export const instance = (product: Product, name: string): string => {
  const child = product.children.find((one) => one.name === name);
  if (!child) throw new Error(`There is no ${name}`);
  return child.url;
};

/** Kills an instance and waits until a new process has replaced it and is ready. */
export const killAndReplace = async (product: Product, name: string): Promise<void> => {
  const child = product.children.find((one) => one.name === name)!;
  const before = child.pid();
  product.kill(name);
  await eventually(`${name} after its kill`, () => child.pid() !== undefined && child.pid() !== before && child.ready(), 30_000);
};

/** Repeats `look` until it finds something. */
export const eventually = async <Found>(
  what: string,
  look: () => Promise<Found | false | null | undefined> | Found | false | null | undefined,
  ms = 40_000,
): Promise<Found> => {
  const end = Date.now() + ms;
  for (let nth = 0; ; nth += 1) {
    const found = await look();
    if (found !== false && found !== null && found !== undefined) return found;
    if (Date.now() > end) throw new Error(`${what} did not come within ${ms} ms`);
    await pause(nth);
  }
};

const counter = (from: number) => () => {
  from += 1;
  return from;
};
const nextNumber = counter(randomInt(60_000_000, 90_000_000));
const nextMessage = counter(0);
/** A phone number that is unique in this run, without the ninth digit. */
export const newNumber = (): string => `5511${nextNumber()}`;

export type Customer = {
  number: string;
  name: string;
  /** Writes through the webhook; `id` is the channel's own id of the message. */
  write: (text: string, more?: { id?: string; base?: string; from?: string; quotedId?: string }) => Promise<number>;
  /** Sends or changes something through the webhook, according to its type; returns the channel's own id of the message. */
  act: (event: { type: string } & Record<string, unknown>) => Promise<string>;
  /** The messages that their phone shows. */
  delivered: () => Promise<SimulatorDelivered>;
  /** Their newest ticket, once `by` sees it and it fits. */
  ticket: (by: User, fits?: (ticket: TicketView) => boolean) => Promise<TicketView>;
  /** Our id of a message that they wrote. */
  messageId: (contactId: string, id: string) => string;
};

type Connection = { id: string; token: string };

export const customer = (
  product: Pick<Product, 'url' | 'demo'>,
  name = 'Jaciara Peçanha',
  connection: Connection = product.demo.connection,
): Customer => {
  const number = newNumber();
  const headers = { authorization: `Bearer ${connection.token}`, 'content-type': 'application/json' };
  return {
    number,
    name,
    write: async (text, { id = `m-${number}-${nextMessage()}`, base = product.url, from = number, quotedId } = {}) => {
      const body = JSON.stringify({ id, type: 'text', from, name, text, quotedId, at: new Date().toISOString() });
      const answer = await fetch(`${base}/webhooks/simulator/${connection.id}`, { method: 'POST', headers, body });
      await answer.text();
      return answer.status;
    },
    act: async (event) => {
      const id = `m-${number}-${nextMessage()}`;
      const body = JSON.stringify({ id, from: number, name, at: new Date().toISOString(), ...event });
      const answer = await fetch(`${product.url}/webhooks/simulator/${connection.id}`, { method: 'POST', headers, body });
      if (answer.status !== 202) throw new Error(`The webhook answered ${answer.status}: ${await answer.text()}`);
      return id;
    },
    delivered: async () => {
      const answer = await fetch(`${product.url}/webhooks/simulator/${connection.id}/delivered?to=${number}`, { headers });
      return (await answer.json()) as SimulatorDelivered;
    },
    ticket: (by, fits = () => true) =>
      eventually(`the ticket of ${name}`, async () => {
        const { body, status } = await by.call<{ tickets: TicketView[] }>(`GET /tickets?searchParam=${number}`);
        if (status >= 400 && status < 500) throw new Error(`The tickets were refused: ${status} ${JSON.stringify(body)}`);
        return body.tickets?.find((ticket) => ticket.contact.number === number && fits(ticket));
      }),
    messageId: (contactId, id) => childId(conversationKey(connection.id, contactId), `in:${id}`),
  };
};

/** A customer's first message, and the ticket that an attendant has accepted. */
export const openTicket = async (
  product: Pick<Product, 'url' | 'demo'>,
  by: User,
  name?: string,
): Promise<{ who: Customer; ticket: TicketOwn }> => {
  const who = customer(product, name);
  const answered = await who.write('Bom dia, preciso de ajuda.');
  if (answered !== 202) throw new Error(`The webhook answered ${answered}`);
  const { id } = await who.ticket(by);
  const { body, status } = await by.call<TicketOwn>(`PUT /tickets/${id}`, { status: 'open', userId: by.id });
  if (status !== 200) throw new Error(`The ticket was not accepted: ${status} ${JSON.stringify(body)}`);
  return { who, ticket: body };
};

/** All messages of a conversation, in order. */
export const messagesOf = async (by: User, ticketId: string, after?: string): Promise<MessageView[]> => {
  const pages: MessageView[][] = [];
  for (let before: string | undefined; ; ) {
    const query = new URLSearchParams({ ...(before && { before }), ...(after && { after }) });
    const { body } = await by.call<{ messages: MessageView[]; hasMore: boolean }>(`GET /messages/${ticketId}?${query}`);
    pages.unshift(body.messages);
    before = body.messages[0]?.id;
    if (!body.hasMore || !before) return pages.flat();
  }
};

/** Waits until the customer has read everything that was sent in a ticket, so that no receipt is still to come. */
export const settled = (by: User, ticketId: string): Promise<true> =>
  eventually('the receipts', async () => {
    const messages = await messagesOf(by, ticketId);
    return messages.every(({ fromMe, isObservation, ack }) => !fromMe || isObservation || ack >= 4);
  });
