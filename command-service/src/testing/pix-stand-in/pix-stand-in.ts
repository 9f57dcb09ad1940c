import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttp, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createHttps, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pixLedger } from './bank.ts';
import { type CallKind, type Fault, Problem } from './model.ts';
import { pixWebhooks } from './webhooks.ts';

const CLIENT = { id: 'prosa', secret: 'stand-in-secret' };
const MOST_BYTES = 64 * 1024;
export type PixStandIn = Awaited<ReturnType<typeof startPixStandIn>>;

/**
 * A bank for tests with the part of the Pix API that Prosa uses: OAuth, charges, refunds, webhooks. It checks strictly what it is sent and
 * does wrong on demand. `tls`: it speaks https, and asks for a client's certificate where that says so.
 */
export const startPixStandIn = async ({
  port = 0,
  key = 'financeiro@prosa.example',
  tls,
}: {
  port?: number;
  key?: string;
  tls?: ServerOptions;
} = {}) => {
  const ledger = pixLedger(key);
  const webhooks = pixWebhooks(ledger.habits);
  const tokens = new Set<string>();
  const faults = new Map<CallKind, Fault[]>();
  /** The calls that have come, as `PUT /v2/cob/…`. */
  const seen: string[] = [];
  let onOther: RequestListener | null = null;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://stand-in');
    const [first, second, id = '', third, refundId = ''] = pathname.split('/').filter(Boolean);
    const method = request.method ?? 'GET';
    const kind = kindOf(method, first, second);
    if (!kind) {
      if (onOther) return onOther(request, response);
      return give(response, 404, {});
    }
    const body = await read(request);
    seen.push(`${method} ${pathname}`);
    const fault = faults.get(kind)?.shift() ?? {};
    if (fault.holdMs) await sleep(fault.holdMs);
    if (fault.cut === 'before') return void response.destroy();
    try {
      if (fault.status !== undefined) throw new Problem(fault.status, 'ServicoIndisponivel', 'Serviço indisponível.');
      const [status, given] = carryOut(kind, { method, id, third, refundId, request, body });
      if (fault.cut === 'after') return void response.destroy();
      give(response, status, given);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { status, type, message: detail } = error;
      give(response, status, { type: `https://pix.bcb.gov.br/api/v2/error/${type}`, title: type, status, detail });
    }
  };
  type Asked = {
    method: string;
    id: string;
    third?: string | undefined;
    refundId: string;
    request: IncomingMessage;
    body: string;
  };
  const carryOut = (kind: CallKind, { method, id, third, refundId, request, body }: Asked): [number, object] => {
    if (kind === 'token') return [200, tokenFor(request, body)];
    const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (!bearer || !tokens.has(bearer)) throw new Problem(401, 'AcessoNegado', 'O token não é válido.');
    if (kind === 'get') return [200, ledger.known(id)];
    const given = method === 'PUT' ? (JSON.parse(body) as Record<string, unknown>) : {};
    if (kind === 'put') return [201, ledger.create(id, given)];
    if (third !== 'devolucao') throw new Problem(404, 'NaoEncontrado', 'Entidade não encontrada.');
    return method === 'PUT' ? [201, ledger.giveBack(id, refundId, given)] : [200, ledger.refund(id, refundId)];
  };
  const tokenFor = (request: IncomingMessage, body: string): object => {
    const basic = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64');
    if (request.headers.authorization !== `Basic ${basic}`) throw new Problem(401, 'AcessoNegado', 'Quem é?');
    if (new URLSearchParams(body).get('grant_type') !== 'client_credentials')
      throw new Problem(400, 'RequisicaoInvalida', 'grant_type é inválido.');
    const token = randomBytes(16).toString('hex');
    tokens.add(token);
    return { access_token: token, token_type: 'Bearer', expires_in: 3_600, scope: 'cob.read cob.write pix.read pix.write' };
  };

  const listener: RequestListener = (request, response) => void answer(request, response).catch(() => response.destroy());
  const server = tls ? createHttps(tls, listener) : createHttp(listener);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `${tls ? 'https' : 'http'}://localhost:${(server.address() as AddressInfo).port}`;

  return {
    ...ledger,
    url,
    webhooks,
    seen,
    /** Settings that point the product here. */
    env: {
      PROSA_PIX_URL: url,
      PROSA_PIX_CLIENT_ID: CLIENT.id,
      PROSA_PIX_CLIENT_SECRET: CLIENT.secret,
      PROSA_PIX_KEY: key,
    },
    /** What the next call of a kind meets. */
    next: (kind: CallKind, ...fault: Fault[]): void => void faults.set(kind, [...(faults.get(kind) ?? []), ...fault]),
    /** The tokens that it has given are good no more. */
    forgetTokens: (): void => tokens.clear(),
    /** Somebody pays a charge, and the webhook leaves as the habits say. */
    pay: (txid: string, more?: Parameters<typeof ledger.pay>[1]) => {
      const pix = ledger.pay(txid, more);
      webhooks.send(pix);
      return pix;
    },
    /** Handles requests that a bank does not answer. */
    onRequest: (handler: RequestListener): void => {
      onOther = handler;
    },
    close: async (): Promise<void> => {
      await webhooks.stop();
      server.closeAllConnections();
      server.close();
    },
  };
};

const kindOf = (method: string, first = '', second = ''): CallKind | null => {
  if (first === 'oauth' && second === 'token' && method === 'POST') return 'token';
  if (first !== 'v2') return null;
  if (second === 'cob') return method === 'PUT' ? 'put' : 'get';
  return second === 'pix' ? 'refund' : null;
};

const give = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' });
  response.end(JSON.stringify(body));
};

const read = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += (piece as Buffer).length;
    if (bytes > MOST_BYTES) throw new Error('This is too large.');
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces).toString();
};
