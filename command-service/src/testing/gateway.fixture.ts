import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConnectionSecrets, type GatewayAnswer, GatewayQuestion } from '@prosa/contracts';
import { INTERNAL_SIGNATURE, internalCalls } from '@prosa/infra/runtime';

type Secrets = ConnectionSecrets & { connectionId: string };

/**
 * A gateway that keeps the contract of `gateway.calls.ts`: it takes only signed calls of the right shape. `answer` is what it answers to a
 * question (null: 503, as without an answer in time; `silence`: nothing at all), `taken` the accounts that other connections have.
 */
export const startGateway = async () => {
  const gateway = {
    url: '',
    /** The secret that signs calls; set before the first one. */
    tokenSecret: Buffer.alloc(0),
    answer: (_: GatewayQuestion): GatewayAnswer | 'silence' | null => null,
    asked: [] as GatewayQuestion[],
    kept: [] as Secrets[],
    taken: new Set<string>(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  const carryOut = (method: string, path: string, body: unknown): { status: number; body?: unknown } | null => {
    const connectionId = /^\/internal\/connections\/([0-9a-f-]{36})\/secrets$/.exec(path)?.[1];
    if (method === 'PUT' && connectionId) {
      const secrets = ConnectionSecrets.parse(body);
      if (secrets.externalId !== null && gateway.taken.has(secrets.externalId))
        return { status: 400, body: { error: 'ERR_VALIDATION', message: '', fields: { externalId: 'in-use' } } };
      gateway.kept.push({ ...secrets, connectionId });
      return { status: 204 };
    }
    if (method !== 'POST' || path !== '/internal/ask') return { status: 404 };
    const question = GatewayQuestion.parse(body);
    gateway.asked.push(question);
    const answer = gateway.answer(question);
    if (answer === 'silence') return null;
    return answer ? { status: 200, body: answer } : { status: 503 };
  };
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const body = await read(request);
    const signature = request.headers[INTERNAL_SIGNATURE]?.toString();
    const isSigned = internalCalls(gateway.tokenSecret).isSigned(signature, method, url, body);
    const told = isSigned ? carryOut(method, url, JSON.parse(body.toString())) : { status: 401 };
    if (told) response.writeHead(told.status, { 'content-type': 'application/json' }).end(told.body && JSON.stringify(told.body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  gateway.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return gateway;
};

const read = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
};
